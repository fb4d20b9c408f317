package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/show"
	"parlour/web/wire"
)

// maxRecord is how many bytes the body of a request with a record may have.
const maxRecord = 256 << 10

// create answers POST /api/tables.
func (s *Server) create(w http.ResponseWriter, r *http.Request) error {
	var c wire.Creation
	if err := decodeLong(w, r, &c, maxRecord); err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		return errNoToken
	}
	if !s.limits.create.Take(s.address(r), 1) {
		return limited(s.limits.create)
	}
	if c.Record != "" {
		if err := goOn(&c); err != nil {
			return err
		}
	}
	if s.expensive(c.Terms.Game, c.Terms.Bots, c.Chair > 0) && !s.limits.bots.Take(s.address(r), 1) {
		return s.tooManyBots()
	}
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return err
	}
	if !s.limits.stored.Take(s.address(r), float64(len(terms))) {
		return &wire.Error{Code: wire.Limited, Message: "New tables from this address have taken all the room they may have in a day. Continue shorter games, or come back tomorrow.", Retry: 60 * 60}
	}
	t, err := s.Hall.Create(s.from(r), token, c.Terms, table.Action{Key: c.Key, Chair: c.Chair, Name: c.Name, Dice: c.Dice})
	if err != nil {
		return err
	}
	s.metrics.created.Add(1)
	w.Header().Set("Location", "/api/tables/"+t.ID())
	writeJSON(w, http.StatusCreated, s.created(r, t.ID()))
	return nil
}

// created tells where a new table is.
func (s *Server) created(r *http.Request, id string) wire.Created {
	join := s.base(r) + "/t/" + id
	return wire.Created{Table: id, Join: join, Watch: join + "/watch", Loopback: isLoopback(join)}
}

// goOn makes the table begin where the record stops. The terms are checked with
// it when the table is made.
func goOn(c *wire.Creation) (err error) {
	if c.Terms.Position != "" || c.Terms.Before != nil {
		return fail(wire.BadRequest, "A table begins at a position or continues a record, not both.")
	}
	e := cabinet.ByID(c.Terms.Game)
	if e == nil {
		return fail(wire.Refused, phrase.Sentence(fmt.Sprintf("there is no game %q", c.Terms.Game)))
	}
	if c.Terms.Position, c.Terms.Before, err = proof.Continue(strings.NewReader(c.Record), e.Game); err != nil {
		return recordFault(err)
	}
	c.Record = ""
	return nil
}

// manyStrongest is how many bots of the strongest level make a table expensive.
const manyStrongest = 3

// expensive reports whether a table with these bots would use much processor time for
// few people: only bots play there, or many of the strongest level.
func (s *Server) expensive(game string, levelOf []string, person bool) bool {
	levels := s.Hall.Shelf.Levels(game)
	bots, strongest := 0, 0
	for _, level := range levelOf {
		if level != "" {
			bots++
		}
		if len(levels) > 0 && level == levels[len(levels)-1] {
			strongest++
		}
	}
	return bots > 0 && bots == len(levelOf) && !person || strongest >= manyStrongest
}

func (s *Server) tooManyBots() *wire.Error {
	return &wire.Error{Code: wire.Limited, Message: "Too many new tables where only bots play, or where many of the strongest bots play. Wait a moment, or take a chair yourself.", Retry: s.limits.bots.Wait()}
}

// seats checks the limit of expensive tables for a bot that is put on a chair: a
// table may become expensive later, too.
func (s *Server) seats(r *http.Request, a *table.Action) error {
	if a.Kind != table.SetChair || a.Level == "" {
		return nil
	}
	t, err := s.open(r)
	if err != nil {
		return err
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return err
	}
	bots, person := make([]string, len(v.Chairs)), false
	for i, c := range v.Chairs {
		bots[i], person = c.Bot, person || c.Person
	}
	was := s.expensive(v.Game, bots, person)
	if a.Chair >= 1 && a.Chair <= len(bots) {
		bots[a.Chair-1] = a.Level
	}
	if !was && s.expensive(v.Game, bots, person) && !s.limits.bots.Take(s.address(r), 1) {
		return s.tooManyBots()
	}
	return nil
}

var errNoToken = fail(wire.NoToken, "Ask for a token first: POST /api/v1/token.")

// tables answers GET /api/tables. The header Link names the next page.
func (s *Server) tables(w http.ResponseWriter, r *http.Request) error {
	status := table.Status(r.URL.Query().Get("status"))
	switch status {
	case "", table.Waiting, table.Playing, table.Over:
	default:
		return fail(wire.BadRequest, "A status is waiting, playing or over.")
	}
	after, err := hall.ParseCursor(r.URL.Query().Get("after"))
	if err != nil || after.Table != "" && !wellNamed(after.Table) {
		return fail(wire.BadRequest, "Take the parameter after from the link to the next page.")
	}
	p, err := kept(s, w, r, s.lists, listKey{status, after.At.UnixMilli(), after.Table}, func(ctx context.Context) (listPage, error) {
		return s.listTables(ctx, hall.Query{Status: status, Listed: !s.Alone, After: after, Limit: listedTables})
	})
	if err != nil {
		return err
	}
	h := w.Header()
	if p.next != "" {
		next := url.Values{"after": {p.next}}
		if status != "" {
			next.Set("status", string(status))
		}
		h.Set("Link", "</api/tables?"+next.Encode()+`>; rel="next"`)
	}
	h.Set("Cache-Control", "no-store")
	return write(w, http.StatusOK, jsonType, p.body)
}

// The limits of lists of tables.
const (
	listedTables = 100         // on one page
	listFresh    = time.Second // how old an answer may be; all requests in that time share one query
	mostLists    = 4 << 20     // bytes of cached answers
)

// A listKey names a page of the list of tables.
type listKey struct {
	status table.Status
	at     int64
	table  string
}

// A listPage is a page of the list of tables in JSON.
type listPage struct {
	body []byte
	next string // where the next page begins, "" for the last page
}

// listTables reads a page of the list of tables.
func (s *Server) listTables(ctx context.Context, q hall.Query) (p listPage, err error) {
	all, err := s.Hall.Store.List(ctx, q)
	if err != nil {
		return p, err
	}
	if len(all) == q.Limit {
		p.next = q.Next(all[len(all)-1]).After.String()
	}
	for i := range all {
		all[i].People = wire.List(all[i].People) // [] if nobody sits there
	}
	p.body, err = wire.Marshal(wire.List(all))
	p.body = append(p.body, '\n')
	return p, err
}

// viewFor returns the table of a request as the person who asks sees it.
func (s *Server) viewFor(w http.ResponseWriter, r *http.Request) (*wire.View, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	v, err := t.View(r.Context(), tokenOf(r))
	if err != nil {
		return nil, err
	}
	if err := s.turn(w, r); err != nil {
		return nil, err
	}
	return show.ViewOf(v), nil
}

// table answers GET /api/tables/{table}.
func (s *Server) table(w http.ResponseWriter, r *http.Request) error {
	v, err := s.viewFor(w, r)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, v)
	return nil
}

// act answers POST /api/tables/{table}/actions. The answer is short, as most
// follow the events; with view=1 it has the view.
func (s *Server) act(w http.ResponseWriter, r *http.Request) error {
	var a table.Action
	if err := decode(w, r, &a); err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		return errNoToken
	}
	if err := s.seats(r, &a); err != nil {
		return err
	}
	if a.Kind != table.Claim && (r.URL.RawQuery == "" || r.URL.Query().Get("view") != "1") {
		return s.actBriefly(w, r, token, a)
	}
	t, err := s.open(r)
	if err != nil {
		return err
	}
	reply, v, err := t.DoAndView(s.from(r), token, a)
	switch {
	case errors.Is(err, table.ErrLate):
		return s.late(w, r, t, token, v)
	case err != nil:
		return err
	}
	s.metrics.action(a.Kind)
	if a.Kind == table.Claim { // the device that held the chairs before only watches now
		if you, err := t.You(r.Context(), token); err == nil {
			s.reach.depart(t.ID(), you.Person)
		}
	}
	out := wire.Acted{Reply: reply}
	if v.Table != "" { // without a view the action is still done and durable
		out.View = show.ViewOf(v)
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// actBriefly performs an action, wherever its table is led, and answers without
// a view.
func (s *Server) actBriefly(w http.ResponseWriter, r *http.Request, token string, a table.Action) error {
	id := r.PathValue("table")
	if !wellNamed(id) {
		return hall.ErrNotFound
	}
	reply, err := s.Hall.Do(s.from(r), id, token, a)
	switch {
	case errors.Is(err, table.ErrLate):
		t, err := s.open(r)
		if err != nil {
			return err
		}
		return s.late(w, r, t, token, table.View{})
	case err != nil:
		return err
	}
	s.metrics.action(a.Kind)
	w.Header()["Cache-Control"] = noStore
	return write(w, http.StatusOK, jsonType, appendActed(make([]byte, 0, 64), reply))
}

var noStore = []string{"no-store"}

// appendActed appends what acted says of a reply, as JSON. Throws and secrets
// are digits.
func appendActed(dst []byte, r table.Reply) []byte {
	dst = strconv.AppendInt(append(dst, `{"seq":`...), r.Seq, 10)
	if r.Throw != "" {
		dst = append(append(append(dst, `,"throw":"`...), r.Throw...), '"')
	}
	if r.Once != "" {
		dst = append(append(append(dst, `,"once":"`...), r.Once...), '"')
	}
	return append(dst, "}\n"...)
}

// late answers an action that came too late with the present view.
func (s *Server) late(w http.ResponseWriter, r *http.Request, t *hall.Table, token string, v table.View) (err error) {
	if v.Table == "" {
		if v, err = t.View(r.Context(), token); err != nil {
			return err
		}
	}
	e := errorOf(table.ErrLate)
	s.metrics.failed(e.Code)
	writeError(w, e, show.ViewOf(v))
	return nil
}

// listBytes is how many bytes of events one answer may have.
const listBytes = 1 << 20

// events answers GET /api/tables/{table}/events: the events after since, and the
// number to continue from if there are more.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	since, err := number(r, "since")
	if err != nil {
		return err
	}
	if err := s.turn(w, r); err != nil {
		return err
	}
	t, err := s.open(r)
	if err != nil {
		return err
	}
	if err := t.Fresh(r.Context()); err != nil {
		return err
	}
	events, next, done, err := s.live.List(r.Context(), s.guest(r), t.ID(), since, listBytes)
	if err != nil {
		return err
	}
	defer done()
	list := eventList{events, next}
	return list.write(w)
}

// earlierPart is the answer of GET /api/tables/{table}/earlier.
type earlierPart struct {
	Pieces []parlour.Piece `json:"pieces"` // where they were before the first of them
	Events []wire.Event    `json:"events"` // throws and moves as if they had been made at the table, numbered 0
}

// earlier answers GET /api/tables/{table}/earlier: what an event of the kind
// earlier tells, for a replay.
func (s *Server) earlier(w http.ResponseWriter, r *http.Request) error {
	seq, err := number(r, "seq")
	if err != nil {
		return err
	}
	t, err := s.open(r)
	if err != nil {
		return err
	}
	if err := s.turn(w, r); err != nil {
		return err
	}
	pieces, events, err := s.live.Earlier(r.Context(), s.guest(r), t, seq)
	if err != nil {
		return err
	}
	w.Header().Set("Cache-Control", "no-cache")
	writeJSON(w, http.StatusOK, earlierPart{pieces, events})
	return nil
}

// eventList is the answer of GET /api/tables/{table}/events.
type eventList struct {
	Events []json.RawMessage `json:"events"`
	Next   int64             `json:"next,omitempty"` // there are more: use it as since
}

// write writes the list as JSON without copying the events.
func (l *eventList) write(w http.ResponseWriter) error {
	begin, end := `{"events":[`, "]}\n"
	if l.Next > 0 {
		end = fmt.Sprintf("],\"next\":%d}\n", l.Next)
	}
	size := len(begin) + len(end) + max(0, len(l.Events)-1)
	for _, page := range l.Events {
		size += len(page)
	}
	w.Header().Set("Cache-Control", "no-store")
	return writeParts(w, http.StatusOK, jsonType, size, func(w io.Writer) error {
		if _, err := io.WriteString(w, begin); err != nil {
			return err
		}
		if err := wire.Join(w, l.Events); err != nil {
			return err
		}
		_, err := io.WriteString(w, end)
		return err
	})
}

// rematch answers POST /api/tables/{table}/rematch.
func (s *Server) rematch(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	var a wire.Again
	if err := decode(w, r, &a); err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		return errNoToken
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return err
	}
	you, err := t.You(r.Context(), token)
	if err != nil {
		return err
	}
	// A rematch makes a table, unless there is one already or it is refused.
	makes := v.Status == table.Over && you.Person != 0 && v.Next == ""
	if makes && !s.limits.create.Take(s.address(r), 1) {
		return limited(s.limits.create)
	}
	next, err := s.Hall.Rematch(s.from(r), t, token, table.Action{Key: a.Key, Name: a.Name})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, s.created(r, next))
	return nil
}

// hosted returns the table of a request, whose host must be the one who asks.
func (s *Server) hosted(r *http.Request) (*hall.Table, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	you, err := t.You(r.Context(), tokenOf(r))
	if err == nil && !you.Host {
		err = table.ErrForbidden
	}
	return t, err
}

// remove answers DELETE /api/tables/{table}; only the host may.
func (s *Server) remove(w http.ResponseWriter, r *http.Request) error {
	t, err := s.hosted(r)
	if err != nil {
		return err
	}
	if err := s.Hall.Delete(r.Context(), t.ID()); err != nil {
		return err
	}
	s.live.Forget(t.ID())
	s.analyses.Forget(t.ID())
	w.WriteHeader(http.StatusNoContent)
	return nil
}

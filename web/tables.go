package web

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/table/proof"
	"parlour/web/address"
	"parlour/web/exchange"
	"parlour/web/live"
	"parlour/web/show"
	"parlour/web/wire"
)

// maxRecord is how many bytes the body of a request with a record may have.
const maxRecord = 256 << 10

// create answers POST /api/tables.
func (s *Server) create(r *request, c wire.Creation) (out wire.Created, err error) {
	if r.token == "" {
		return out, errNoToken
	}
	if !s.limits.create.Take(r.address, 1) {
		return out, limited(s.limits.create)
	}
	if c.Record != "" {
		if err := goOn(r.lang, &c); err != nil {
			return out, err
		}
	}
	if s.expensive(c.Terms.Game, c.Terms.Bots, c.Chair > 0) && !s.limits.bots.Take(r.address, 1) {
		return out, s.tooManyBots()
	}
	terms, err := json.Marshal(c.Terms)
	if err != nil {
		return out, err
	}
	if !s.limits.stored.Take(r.address, float64(len(terms))) {
		return out, &wire.Error{Code: wire.Limited, Reason: "error.stored", Retry: 60 * 60}
	}
	t, err := s.Hall.Create(r.acting(), r.token, c.Terms, table.Action{Key: c.Key, Chair: c.Chair, Name: c.Name, Dice: c.Dice})
	if err != nil {
		return out, err
	}
	s.metrics.created.Add(1)
	r.w.Header().Set("Location", "/api/tables/"+t.ID())
	return s.created(r, t.ID()), nil
}

// created tells where a new table is.
func (s *Server) created(r *request, id string) wire.Created {
	join := r.base() + "/t/" + id
	return wire.Created{Table: id, Join: join, Watch: join + "/watch", Loopback: address.IsLoopback(join)}
}

// goOn makes the table begin where the record stops. The terms are checked with
// it when the table is made.
func goOn(lang *phrase.Catalogue, c *wire.Creation) (err error) {
	if c.Terms.Position != "" || c.Terms.Before != nil {
		return fail(wire.BadRequest, "A table begins at a position or continues a record, not both.")
	}
	e := cabinet.ByID(c.Terms.Game)
	if e == nil {
		return tell(wire.Refused, "error.no-game")
	}
	if c.Terms.Position, c.Terms.Before, err = proof.Continue(strings.NewReader(c.Record), e.Game); err != nil {
		return recordFault(lang, err)
	}
	c.Record = ""
	return nil
}

// manyStrongest is how many bots of the strongest level make a table expensive.
const manyStrongest = 3

// expensive reports whether a table with these bots would use much processor time for
// few people: only bots play there, or many of the strongest level.
func (s *Server) expensive(game string, levelOf []string, person bool) bool {
	best := s.strongest(game)
	bots, strongest := 0, 0
	for _, level := range levelOf {
		if level == "" {
			continue
		}
		bots++
		if level == best {
			strongest++
		}
	}
	return bots > 0 && bots == len(levelOf) && !person || strongest >= manyStrongest
}

// strongest returns the strongest level of the bots of a game, "" if it has none.
func (s *Server) strongest(game string) string {
	levels := s.Hall.Shelf.Levels(game)
	if len(levels) == 0 {
		return ""
	}
	return levels[len(levels)-1]
}

func (s *Server) tooManyBots() *wire.Error {
	return &wire.Error{Code: wire.Limited, Reason: "error.bot-tables", Retry: s.limits.bots.Wait()}
}

// seats checks the limit of expensive tables for a bot that is put on a chair: a
// table may become expensive later, too. A bot that stands in counts as one of the
// strongest: often the table chooses its level.
func (s *Server) seats(r *request, a *table.Action) error {
	if a.Kind != table.StandIn && (a.Kind != table.SetChair || a.Level == "") {
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
	bots := make([]string, len(v.Chairs))
	for i, c := range v.Chairs {
		bots[i] = c.Bot // none where a person plays
	}
	was := s.expensive(v.Game, bots, false)
	if a.Chair >= 1 && a.Chair <= len(bots) {
		bots[a.Chair-1] = a.Level
		if a.Kind == table.StandIn {
			bots[a.Chair-1] = s.strongest(v.Game)
		}
	}
	if !was && s.expensive(v.Game, bots, false) && !s.limits.bots.Take(r.address, 1) {
		return s.tooManyBots()
	}
	return nil
}

var errNoToken = fail(wire.NoToken, "Ask for a token first: POST /api/v1/token.")

// tables answers GET /api/tables. The header Link names the next page.
func (s *Server) tables(r *request) (p listPage, err error) {
	status := table.Status(r.URL.Query().Get("status"))
	switch status {
	case "", table.Waiting, table.Playing, table.Over:
	default:
		return p, fail(wire.BadRequest, "A status is waiting, playing or over.")
	}
	after, err := hall.ParseCursor(r.URL.Query().Get("after"))
	if err != nil || after.Table != "" && !table.IsID(after.Table) {
		return p, fail(wire.BadRequest, "Take the parameter after from the link to the next page.")
	}
	p, err = cached(s, r, s.lists, listKey{status, after.At.UnixMilli(), after.Table}, func(ctx context.Context) (listPage, error) {
		return s.listTables(ctx, hall.Query{Status: status, Listed: !s.Alone, After: after, Limit: listedTables})
	})
	if err != nil {
		return p, err
	}
	if p.next != "" {
		next := url.Values{"after": {p.next}}
		if status != "" {
			next.Set("status", string(status))
		}
		r.w.Header().Set("Link", "</api/tables?"+next.Encode()+`>; rel="next"`)
	}
	return p, nil
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

func (listPage) holds() reflect.Type { return reflect.TypeFor[[]hall.Summary]() }

func (p listPage) send(r *request) error {
	r.w.Header().Set("Cache-Control", "no-store")
	return r.w.Send(http.StatusOK, exchange.JSON, p.body)
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

// table answers GET /api/tables/{table}, as the person who asks sees it.
func (s *Server) table(r *request, t *hall.Table) (*wire.View, error) {
	v, err := t.View(r.Context(), r.token)
	if err != nil {
		return nil, err
	}
	if err := s.turn(r); err != nil {
		return nil, err
	}
	return show.ViewOf(r.lang, v), nil
}

// act answers POST /api/tables/{table}/actions. The answer is short, as most
// follow the events; with view=1 it has the view.
func (s *Server) act(r *request, a table.Action) (out wire.Acted, err error) {
	if r.token == "" {
		return out, errNoToken
	}
	if len(a.Move) > longestMove {
		return out, errLongMove
	}
	if err := s.seats(r, &a); err != nil {
		return out, err
	}
	var v table.View
	id := r.PathValue("table")
	if long := a.Kind == table.Claim || r.URL.RawQuery != "" && r.URL.Query().Get("view") == "1"; !table.IsID(id) {
		err = hall.ErrNotFound
	} else if !long { // wherever the table is led
		out.Reply, err = s.Hall.Do(r.acting(), id, r.token, a)
	} else if t, failed := s.open(r); failed != nil {
		err = failed
	} else if out.Reply, v, err = t.DoAndView(r.acting(), r.token, a); err == nil && a.Kind == table.Claim {
		if you, err := t.You(r.Context(), r.token); err == nil {
			s.reach.depart(id, you.Person) // the device that held the chairs before only watches now
		}
	}
	if errors.Is(err, table.ErrLate) {
		return out, s.late(r, v)
	}
	if err != nil {
		return out, err
	}
	s.metrics.actions.Add(a.Kind)
	if v.Table != "" { // without a view the action is still done and durable
		out.View = show.ViewOf(r.lang, v)
	}
	return out, nil
}

// late returns the error of an action that came too late, with the present view. The
// view may be missing.
func (s *Server) late(r *request, v table.View) error {
	if v.Table == "" {
		t, err := s.open(r)
		if err != nil {
			return err
		}
		if v, err = t.View(r.Context(), r.token); err != nil {
			return err
		}
	}
	e := errorOf(r.lang, table.ErrLate)
	e.View = show.ViewOf(r.lang, v)
	return e
}

// listBytes is how many bytes of events one answer may have.
const listBytes = 1 << 20

// events answers GET /api/tables/{table}/events: the events after since, and the
// number to continue from if there are more.
func (s *Server) events(r *request, t *hall.Table) (list eventList, err error) {
	since, err := r.number("since")
	if err != nil {
		return list, err
	}
	if err := s.turn(r); err != nil {
		return list, err
	}
	if err := t.Fresh(r.Context()); err != nil {
		return list, err
	}
	list.EventList, err = s.live.List(r.Context(), r.reader(), t.ID(), since, listBytes)
	return list, err
}

// eventList is a list of events as an answer.
type eventList struct{ live.EventList }

func (eventList) holds() reflect.Type { return reflect.TypeFor[live.EventList]() }

func (l eventList) send(r *request) error {
	defer l.Done()
	r.w.Header().Set("Cache-Control", "no-store")
	return r.w.SendParts(http.StatusOK, exchange.JSON, l.Size(), l.WriteJSON)
}

// earlierPart is the answer of GET /api/tables/{table}/earlier.
type earlierPart struct {
	Pieces []parlour.Piece `json:"pieces"` // where they were before the first of them
	Events []wire.Event    `json:"events"` // throws and moves as if they had been made at the table, numbered 0
}

// earlier answers GET /api/tables/{table}/earlier: what an event of the kind
// earlier tells, for a replay.
func (s *Server) earlier(r *request, t *hall.Table) (out earlierPart, err error) {
	seq, err := r.number("seq")
	if err != nil {
		return out, err
	}
	if err := s.turn(r); err != nil {
		return out, err
	}
	out.Pieces, out.Events, err = s.live.Earlier(r.Context(), r.reader(), t, seq)
	return out, err
}

// threats answers GET /api/tables/{table}/threats.
func (s *Server) threats(r *request, p position) (out show.ThreatList, err error) {
	info := p.Match.Info()
	var seats []parlour.Seat
	for _, letter := range r.URL.Query()["seat"] {
		seat := info.SeatOf(letter)
		if seat == parlour.Nobody || len(seats) == len(info.Seats) {
			return out, fail(wire.BadRequest, "Name seats of the game by their letters, each once.")
		}
		seats = append(seats, seat)
	}
	return show.ThreatList{Seq: p.table.Seq, Threats: show.ThreatsTo(p.Match, seats)}, nil
}

// moves answers GET /api/tables/{table}/moves: the legal moves in words and
// piece by piece, for previews and for choosing without a board.
func (s *Server) moves(r *request, p position) (out show.MoveList, err error) {
	if err := s.turn(r); err != nil {
		return out, err
	}
	return show.MovesAt(r.lang, p.Entry, p.Match, &p.table), nil
}

// rematch answers POST /api/tables/{table}/rematch.
func (s *Server) rematch(r *request, t *hall.Table, a wire.Again) (out wire.Created, err error) {
	if r.token == "" {
		return out, errNoToken
	}
	v, err := t.Brief(r.Context())
	if err != nil {
		return out, err
	}
	you, err := t.You(r.Context(), r.token)
	if err != nil {
		return out, err
	}
	// A rematch makes a table, unless there is one already or it is refused.
	makes := v.Status == table.Over && you.Person != 0 && v.Next == ""
	if makes && !s.limits.create.Take(r.address, 1) {
		return out, limited(s.limits.create)
	}
	var bots []string // people sit down again themselves
	for _, c := range v.Chairs {
		if !c.Person {
			bots = append(bots, c.Bot)
		}
	}
	if makes && s.expensive(v.Game, bots, true) && !s.limits.bots.Take(r.address, 1) {
		return out, s.tooManyBots()
	}
	next, err := s.Hall.Rematch(r.acting(), t, r.token, table.Action{Key: a.Key, Name: a.Name})
	if err != nil {
		return out, err
	}
	return s.created(r, next), nil
}

// hosted finds the table of a request, whose host must be the one who asks.
func (s *Server) hosted(r *request) (*hall.Table, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, err
	}
	you, err := t.You(r.Context(), r.token)
	if err == nil && !you.Host {
		err = table.ErrForbidden
	}
	return t, err
}

// remove answers DELETE /api/tables/{table}; only the host may.
func (s *Server) remove(r *request, t *hall.Table) (nothing, error) {
	if err := s.Hall.Delete(r.Context(), t.ID()); err != nil {
		return nothing{}, err
	}
	s.live.Forget(t.ID())
	s.analyses.Forget(t.ID())
	return nothing{}, nil
}

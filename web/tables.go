package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/wire"
)

// open finds the table of a request.
func (s *Server) open(r *http.Request) (*hall.Table, error) {
	id := r.PathValue("table")
	if !wellNamed(id) {
		return nil, hall.ErrNotFound
	}
	return s.Hall.Open(r.Context(), id)
}

// wellNamed reports whether a text can be the name of a table, so that nothing
// else reaches the store.
func wellNamed(id string) bool {
	if len(id) < 8 || len(id) > 32 {
		return false
	}
	for i := range len(id) {
		if c := id[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// creation is the body of POST /api/tables.
type creation struct {
	Terms table.Terms `json:"terms"`
	Chair int         `json:"chair"` // where its maker sits, a number plus one; 0 only looks on
	Name  string      `json:"name"`
	Nonce string      `json:"nonce,omitempty"` // ignored: programs written for parlour-dice-1 send one
	Key   string      `json:"key"`
}

// created answers it.
type created struct {
	Table    string `json:"table"`
	Join     string `json:"join"`               // without a host if the server does not know the one it was asked by
	Watch    string `json:"watch"`              // offers no chair
	Loopback bool   `json:"loopback,omitempty"` // the links work on this machine only
}

// create answers POST /api/tables.
func (s *Server) create(w http.ResponseWriter, r *http.Request) error {
	var c creation
	if err := decode(w, r, &c); err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		return errNoToken
	}
	if !s.limits.create.take(addressKey(s.client(r))) {
		return limited(s.limits.create)
	}
	if s.thinksMuch(c) && !s.limits.bots.take(addressKey(s.client(r))) {
		return &Error{Code: Limited, Message: "Too many new tables where only bots play, or many of the strongest. Wait a moment, or take a chair yourself.", retry: s.limits.bots.wait()}
	}
	t, err := s.Hall.Create(r.Context(), token, c.Terms, table.Action{Key: c.Key, Chair: c.Chair, Name: c.Name})
	if err != nil {
		return err
	}
	s.metrics.created.Add(1)
	join := s.base(r) + "/t/" + t.ID()
	w.Header().Set("Location", "/api/tables/"+t.ID())
	writeJSON(w, http.StatusCreated, created{t.ID(), join, join + "/watch", isLoopback(join)})
	return nil
}

// manyStrongest is how many bots of the strongest level make a table one that
// thinks much.
const manyStrongest = 3

// thinksMuch reports whether a new table would take much time of the processor
// for few people: only bots play there, or many of the strongest level.
func (s *Server) thinksMuch(c creation) bool {
	levels := s.Hall.Shelf.Levels(c.Terms.Game)
	bots, strongest := 0, 0
	for _, level := range c.Terms.Bots {
		if level != "" {
			bots++
		}
		if len(levels) > 0 && level == levels[len(levels)-1] {
			strongest++
		}
	}
	return bots > 0 && bots == len(c.Terms.Bots) && c.Chair == 0 || strongest >= manyStrongest
}

var errNoToken = fail(Forbidden, "Ask for a token first: POST /api/token.")

// tables answers GET /api/tables. The header Link names the next page.
func (s *Server) tables(w http.ResponseWriter, r *http.Request) error {
	status := table.Status(r.URL.Query().Get("status"))
	switch status {
	case "", table.Waiting, table.Playing, table.Over:
	default:
		return fail(BadRequest, "A status is waiting, playing or over.")
	}
	after, err := hall.ParseCursor(r.URL.Query().Get("after"))
	if err != nil || after.Table != "" && !wellNamed(after.Table) {
		return fail(BadRequest, "The parameter after is taken from the link to the next page.")
	}
	p, err := s.lists.get(r.Context(), listKey{status, after.At.UnixMilli(), after.Table}, func(ctx context.Context) (listPage, error) {
		return s.listTables(ctx, hall.Query{Status: status, Listed: true, After: after, Limit: listedTables})
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
	listedTables = 100         // of one page
	listFresh    = time.Second // how old an answer may be: one query serves all who ask meanwhile
	mostLists    = 4 << 20     // bytes of answers that are kept
	listMakers   = 4           // queries at a time
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
	next string // where the next page begins, "" if this is the last
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
	p.body, err = wire.Marshal(wire.List(all))
	p.body = append(p.body, '\n')
	return p, err
}

// viewFor returns the table as the holder of a token sees it.
func (s *Server) viewFor(ctx context.Context, t *hall.Table, token string) (*live.View, error) {
	v, err := t.View(ctx, token)
	if err != nil {
		return nil, err
	}
	return live.ViewOf(v), nil
}

// table answers GET /api/tables/{table}.
func (s *Server) table(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	v, err := s.viewFor(r.Context(), t, tokenOf(r))
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, v)
	return nil
}

// acted answers an action.
type acted struct {
	Seq   int64      `json:"seq"`
	Throw string     `json:"throw,omitempty"` // throw: what fell, as digits
	Once  string     `json:"once,omitempty"`  // carry: the single-use secret, for the fragment of a link
	View  *live.View `json:"view,omitempty"`
}

// act answers POST /api/tables/{table}/actions. With view=0 the answer has no
// view, for programs that follow the events.
func (s *Server) act(w http.ResponseWriter, r *http.Request) error {
	var a table.Action
	if err := decode(w, r, &a); err != nil {
		return err
	}
	token := tokenOf(r)
	if token == "" {
		return errNoToken
	}
	if r.URL.Query().Get("view") == "0" && a.Kind != table.Claim {
		return s.actBriefly(w, r, token, a)
	}
	t, err := s.open(r)
	if err != nil {
		return err
	}
	reply, v, err := t.DoAndView(r.Context(), token, a)
	switch {
	case errors.Is(err, table.ErrLate):
		return s.late(w, r, t, token, v)
	case err != nil:
		return err
	}
	s.metrics.action(a.Kind)
	if a.Kind == table.Claim { // the device that held the chairs only watches from now on
		if you, err := t.You(r.Context(), token); err == nil {
			s.notices.Depart(t.ID(), you.Person)
		}
	}
	out := acted{Seq: reply.Seq, Throw: reply.Throw, Once: reply.Once}
	if v.Table != "" { // otherwise nobody can look just now, but the action is done and durable
		out.View = live.ViewOf(v)
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
	reply, err := s.Hall.Do(r.Context(), id, token, a)
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
	writeJSON(w, http.StatusOK, acted{Seq: reply.Seq, Throw: reply.Throw, Once: reply.Once})
	return nil
}

// late answers an action that came too late with the table as it stands.
func (s *Server) late(w http.ResponseWriter, r *http.Request, t *hall.Table, token string, v table.View) (err error) {
	if v.Table == "" {
		if v, err = t.View(r.Context(), token); err != nil {
			return err
		}
	}
	e := errorOf(table.ErrLate)
	s.metrics.failed(e.Code)
	writeError(w, e, live.ViewOf(v))
	return nil
}

// listBytes is how many bytes of events one answer has.
const listBytes = 1 << 20

// events answers GET /api/tables/{table}/events: those after since, and in next
// the number to ask since for the rest, if there is any.
func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	since, err := number(r, "since")
	if err != nil {
		return err
	}
	if err := t.Fresh(r.Context()); err != nil {
		return err
	}
	events, next, done, err := s.live.List(r.Context(), t.ID(), since, listBytes)
	if err != nil {
		return err
	}
	defer done()
	list := eventList{events, next}
	return list.write(w)
}

// eventList is the answer of GET /api/tables/{table}/events.
type eventList struct {
	Events []json.RawMessage `json:"events"`
	Next   int64             `json:"next,omitempty"` // there are more: ask since this event
}

// write writes the list as JSON without a copy of the events.
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

// number reads a parameter that is a number from 0, 0 if it is not given.
func number(r *http.Request, name string) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 {
		return 0, fail(BadRequest, phrase.Sentence("the parameter "+name+" is a whole number from 0"))
	}
	return n, nil
}

// again is the body of POST /api/tables/{table}/rematch.
type again struct {
	Key  string `json:"key"`
	Name string `json:"name"`
}

// rematch answers POST /api/tables/{table}/rematch.
func (s *Server) rematch(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	var a again
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
	// It makes a table, unless there is one already or it is refused.
	makes := v.Status == table.Over && you.Person != 0 && v.Next == ""
	if makes && !s.limits.create.take(addressKey(s.client(r))) {
		return limited(s.limits.create)
	}
	next, err := s.Hall.Rematch(r.Context(), t, token, table.Action{Key: a.Key, Name: a.Name})
	if err != nil {
		return err
	}
	join := s.base(r) + "/t/" + next
	writeJSON(w, http.StatusOK, created{next, join, join + "/watch", isLoopback(join)})
	return nil
}

// remove answers DELETE /api/tables/{table}, for the host alone.
func (s *Server) remove(w http.ResponseWriter, r *http.Request) error {
	t, err := s.open(r)
	if err != nil {
		return err
	}
	you, err := t.You(r.Context(), tokenOf(r))
	if err != nil {
		return err
	}
	if !you.Host {
		return table.ErrForbidden
	}
	if err := s.Hall.Delete(r.Context(), t.ID()); err != nil {
		return err
	}
	s.live.Forget(t.ID())
	s.analyses.Forget(t.ID())
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// base is where people reach this server: the address it was told, otherwise the
// one it was asked by, if that is one of its own. Anybody can ask by any name, so
// another one is never put into a link: base is "" then, and the link is one
// within the site that its reader is on.
func (s *Server) base(r *http.Request) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	u := url.URL{Scheme: "http", Host: r.Host}
	if s.secure(r) {
		u.Scheme = "https"
	}
	switch base := u.String(); {
	case isLoopback(base):
		return cmp.Or(s.LAN, base)
	case base == s.LAN, s.own(r):
		return base
	}
	return ""
}

// own reports whether the host that a request names is one of this server's: a
// name it was told, or the address that the connection came to.
func (s *Server) own(r *http.Request) bool {
	host := url.URL{Host: r.Host}
	if slices.Contains(s.Hosts, strings.ToLower(host.Hostname())) {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	here, there := local.AddrPort(), netip.AddrPortFrom(netip.Addr{}, 80)
	if r.TLS != nil {
		there = netip.AddrPortFrom(netip.Addr{}, 443)
	}
	if port, err := strconv.ParseUint(host.Port(), 10, 16); err == nil {
		there = netip.AddrPortFrom(netip.Addr{}, uint16(port))
	}
	a, err := netip.ParseAddr(host.Hostname())
	return err == nil && a.Unmap() == here.Addr().Unmap() && there.Port() == here.Port()
}

package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"parlour/push"
	"parlour/table"
)

// notices tell people who are away that it is their turn: by Web Push, and by
// feeds that they read themselves.
type notices struct {
	s    *Server
	file string // "" keeps them in memory only

	mu   sync.Mutex
	book noticeBook
	ends map[string]chan struct{} // tables that are watched
}

// A noticeBook is what is kept of notices.
type noticeBook struct {
	Tables map[string]*noticeTable   `json:"tables"` // by name
	Feeds  map[string]map[string]int `json:"feeds"`  // by hash of the secret: the person at each table
}

// A noticeTable is a table where somebody wants notices.
type noticeTable struct {
	Told    int64          `json:"told"` // last turn somebody was told of, or saw
	Changed time.Time      `json:"changed"`
	Subs    []noticeTarget `json:"subs"`
}

// A noticeTarget is a browser of a person at a table.
type noticeTarget struct {
	Person int `json:"person"`
	push.Subscription
}

// The limits of notices.
const (
	mostTargets    = 16    // browsers at one table
	mostNoticed    = 10000 // tables with notices
	mostFeeds      = 10000
	mostFeedTables = 64                   // tables of one feed
	noticeAge      = 180 * 24 * time.Hour // after which a silent table is forgotten
	noticeTTL      = 24 * time.Hour       // how long a push service keeps a notice
)

// newNotices opens the book and watches the tables in it.
func newNotices(s *Server, file string) *notices {
	n := &notices{s: s, file: file, ends: map[string]chan struct{}{}, book: noticeBook{map[string]*noticeTable{}, map[string]map[string]int{}}}
	if err := n.load(); err != nil {
		s.Log.Error("reading the notices", "err", err) // tables matter more
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for id, t := range n.book.Tables {
		if time.Since(t.Changed) > noticeAge {
			delete(n.book.Tables, id)
			continue
		}
		n.watch(id)
	}
	return n
}

// watch looks at a table whenever something happens there. The lock is held.
func (n *notices) watch(id string) {
	if n.s.Push == nil || n.ends[id] != nil {
		return
	}
	end := make(chan struct{})
	n.ends[id] = end
	news, done := n.s.Hall.Watch(id)
	go func() {
		defer done()
		for {
			select {
			case <-news:
				n.look(id)
			case <-end:
				return
			case <-n.s.closing:
				return
			}
		}
	}()
}

// unwatch ends it. The lock is held.
func (n *notices) unwatch(id string) {
	if end := n.ends[id]; end != nil {
		close(end)
		delete(n.ends, id)
	}
	delete(n.book.Tables, id)
}

// look tells whoever is awaited at a table, once for each turn.
func (n *notices) look(id string) {
	defer n.s.contain("a notice", "table", id)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	t, err := n.s.Hall.Open(ctx, id)
	var a table.Awaited
	if err == nil {
		a, err = t.Awaited(ctx)
	}
	if errors.Is(err, table.ErrNotFound) {
		a.Over = true
	} else if err != nil {
		n.s.Log.Warn("a notice", "table", id, "err", err)
		return
	}
	targets := n.due(id, a)
	if len(targets) == 0 {
		return
	}
	v, err := n.s.viewFor(ctx, t, "")
	if err != nil {
		n.s.Log.Warn("a notice", "table", id, "err", err)
		return
	}
	body, err := json.Marshal(noticeWords{"Your turn: " + v.GameTitle, v.Words, "/t/" + id, id})
	if err != nil {
		n.s.Log.Error("a notice", "table", id, "err", err)
		return
	}
	for _, to := range targets {
		ok := n.s.Push.Offer(to.Subscription, push.Message{Body: body, TTL: noticeTTL, Urgency: "normal", Topic: id}, func() { n.leave(id, to.Endpoint) })
		if !ok {
			n.s.Log.Warn("too many notices wait; one is lost", "table", id)
		}
	}
}

// noticeWords are what the page's worker shows.
type noticeWords struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
	Tag   string `json:"tag"` // a later notice of the same tag replaces it
}

// due returns whom to tell of a turn, and notes that they were told. Who is
// here sees it anyway.
func (n *notices) due(id string, a table.Awaited) (list []noticeTarget) {
	n.mu.Lock()
	defer n.mu.Unlock()
	t := n.book.Tables[id]
	switch {
	case t == nil:
		return nil
	case a.Over:
		n.unwatch(id)
		n.save()
		return nil
	case a.Person == 0 || a.Turn <= t.Told:
		return nil
	}
	t.Told = a.Turn
	if a.Here {
		return nil
	}
	for _, s := range t.Subs {
		if s.Person == a.Person {
			list = append(list, s)
		}
	}
	if list != nil {
		t.Changed = time.Now().UTC()
		n.save()
	}
	return list
}

// enter adds a browser to a table. It is not told of the turn that runs.
func (n *notices) enter(id string, to noticeTarget, a table.Awaited) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	t := n.book.Tables[id]
	if t == nil {
		if len(n.book.Tables) >= mostNoticed {
			return &Error{Code: Busy, Message: "Too many tables send notices.", retry: 3600}
		}
		t = &noticeTable{}
		n.book.Tables[id] = t
		n.watch(id)
	}
	t.Told = max(t.Told, a.Turn)
	t.without(to.Endpoint)
	if len(t.Subs) >= mostTargets {
		return fail(Refused, fmt.Sprintf("At most %d browsers get notices of one table.", mostTargets))
	}
	t.Subs, t.Changed = append(t.Subs, to), time.Now().UTC()
	return n.save()
}

func (t *noticeTable) without(endpoint string) {
	t.Subs = keep(t.Subs, func(s noticeTarget) bool { return s.Endpoint != endpoint })
}

// keep returns what passes, in memory of its own.
func keep(list []noticeTarget, pass func(noticeTarget) bool) (out []noticeTarget) {
	for _, s := range list {
		if pass(s) {
			out = append(out, s)
		}
	}
	return out
}

// leave takes a browser from a table.
func (n *notices) leave(id, endpoint string) {
	n.drop(id, func(s noticeTarget) bool { return s.Endpoint == endpoint })
}

// depart takes all browsers and feeds of a person from a table, whose chairs
// another device has taken over.
func (n *notices) depart(id string, person int) {
	n.drop(id, func(s noticeTarget) bool { return s.Person == person })
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, tables := range n.book.Feeds {
		if tables[id] == person {
			delete(tables, id)
		}
	}
	n.save()
}

func (n *notices) drop(id string, which func(noticeTarget) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	t := n.book.Tables[id]
	if t == nil {
		return
	}
	t.Subs = keep(t.Subs, func(s noticeTarget) bool { return !which(s) })
	if len(t.Subs) == 0 {
		n.unwatch(id)
	}
	n.save()
}

// seated returns the table of a request and the person who asks, who has to
// have a chair there.
func (s *Server) seated(r *http.Request) (*table.Table, int, error) {
	t, err := s.open(r)
	if err != nil {
		return nil, 0, err
	}
	v, err := t.View(r.Context(), tokenOf(r))
	if err != nil {
		return nil, 0, err
	}
	if len(v.You.Chairs) == 0 {
		return nil, 0, table.ErrForbidden
	}
	return t, v.You.Person, nil
}

// pushAnswer is the answer of GET /api/push/key.
type pushAnswer struct {
	Key string `json:"key"` // for applicationServerKey
}

var errNoPush = fail(NotFound, "This server sends no notices.")

// pushKey answers GET /api/push/key.
func (s *Server) pushKey(w http.ResponseWriter, _ *http.Request) error {
	if s.Push == nil {
		return errNoPush
	}
	writeJSON(w, http.StatusOK, pushAnswer{s.Push.Public()})
	return nil
}

// pushEnter answers POST /api/tables/{table}/push.
func (s *Server) pushEnter(w http.ResponseWriter, r *http.Request) error {
	if s.Push == nil {
		return errNoPush
	}
	var sub push.Subscription
	if err := decode(w, r, &sub); err != nil {
		return err
	}
	if err := sub.Check(); err != nil {
		return fail(Refused, sentence(err.Error()))
	}
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	a, err := t.Awaited(r.Context())
	if err != nil {
		return err
	}
	if a.Over {
		return fail(Refused, "The game is over.")
	}
	if err := s.notices.enter(t.ID(), noticeTarget{person, sub}, a); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// pushLeaving is the body of DELETE /api/tables/{table}/push.
type pushLeaving struct {
	Endpoint string `json:"endpoint"` // of the browser that wants no more notices
}

// pushLeave answers DELETE /api/tables/{table}/push.
func (s *Server) pushLeave(w http.ResponseWriter, r *http.Request) error {
	var l pushLeaving
	if err := decode(w, r, &l); err != nil {
		return err
	}
	t, person, err := s.seated(r)
	if err != nil {
		return err
	}
	s.notices.drop(t.ID(), func(x noticeTarget) bool { return x.Person == person && x.Endpoint == l.Endpoint })
	w.WriteHeader(http.StatusNoContent)
	return nil
}

package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/notice/push"
)

// notices tell people who are away that it is their turn: by Web Push, and by
// feeds that they read themselves. Whom they tell is kept in the vault of the
// store, so that it is the same at all nodes.
type notices struct {
	s     *Server
	vault hall.Vault
	queue chan string   // tables where a turn has begun
	delay time.Duration // before somebody is told, so that other nodes can say who listens there

	mu      sync.Mutex
	begun   map[string]turn      // by table in the queue: the newest turn
	delayed map[string]turn      // by table: the newest turn that waits for the delay
	busy    int                  // turns that are looked at
	none    map[string]time.Time // tables without notices, and until when that is believed
}

// A turn that has begun.
type turn struct {
	table string
	turn  int64
	over  bool // it is none: the game is over
}

// A noticeTable is what is kept of a table where somebody wants notices.
type noticeTable struct {
	Told    int64          `json:"told"` // last turn somebody was told of
	Changed time.Time      `json:"changed"`
	Subs    []noticeTarget `json:"subs"`
	Feeds   []noticeFeed   `json:"feeds,omitempty"`
}

// A noticeTarget is a browser of a person at a table.
type noticeTarget struct {
	Person int `json:"person"`
	push.Subscription
}

// A noticeFeed is a feed that follows a table for a person.
type noticeFeed struct {
	Person int    `json:"person"`
	Feed   string `json:"feed"` // hash of its secret
}

// A noticeBook is a feed: the person at each table.
type noticeBook map[string]int

// The limits of notices.
const (
	mostTargets    = 16             // browsers at one table
	mostOfPerson   = 4              // of them of one person; a new one replaces the oldest
	mostFeedTables = 64             // tables of one feed
	noticeTTL      = 24 * time.Hour // how long a push service keeps a notice
	noticeQueue    = 1024           // tables that wait to be looked at
	noticeWorkers  = 4              // tables looked at the same time, so that a slow one holds up nobody
	noticeTime     = 10 * time.Second
	noneLasts      = 10 * time.Second // how long a table without notices is not looked up again
	mostNone       = 1 << 14
)

// newNotices begins to tell people.
func newNotices(s *Server) *notices {
	vault, ok := s.Hall.Store.(hall.Vault)
	if !ok {
		vault = noVault{}
	}
	n := &notices{s: s, vault: vault, queue: make(chan string, noticeQueue), begun: map[string]turn{}, delayed: map[string]turn{}, none: map[string]time.Time{}}
	if _, shared := s.Hall.Store.(hall.Shared); shared {
		n.delay = hall.Heard
	}
	n.importFile(s.Config.Notices)
	if s.Push != nil {
		s.Hall.OnTurn(n.turned)
		for range noticeWorkers {
			go n.run()
		}
	}
	return n
}

// A noVault keeps nothing.
type noVault struct{}

func (noVault) Kept(context.Context, string) ([]byte, int64, error) { return nil, 0, nil }
func (noVault) Keep(context.Context, string, int64, []byte) error   { return errNoPush }

// change reads what is kept under a name, lets f change it and keeps it, again
// and again while others do the same. If f says errAsItWas nothing is kept.
func change[T any](ctx context.Context, n *notices, name string, f func(*T) error) error {
	const tries = 50
	for range tries {
		raw, version, err := n.vault.Kept(ctx, name)
		if err != nil {
			return err
		}
		var v T
		if len(raw) > 0 {
			if err := json.Unmarshal(raw, &v); err != nil {
				return err
			}
		}
		switch err := f(&v); {
		case errors.Is(err, errAsItWas):
			return nil
		case err != nil:
			return err
		}
		if raw, err = json.Marshal(v); err != nil {
			return err
		}
		if err := n.vault.Keep(ctx, name, version, raw); !errors.Is(err, hall.ErrConflict) {
			return err
		}
	}
	return hall.ErrBusy
}

var errAsItWas = errors.New("nothing has changed")

// Where it is kept.
func noticesOf(table string) string { return "notices/" + table }
func feedOf(key string) string      { return "feed/" + key }

// turned is called by a table when a turn begins. It does not wait. A table
// waits once, with its newest turn, so that quick ones leave room for others.
func (n *notices) turned(id string, a hall.Awaited) {
	if !a.Over && (a.Person == 0 || a.Here) || n.surelyNone(id) {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if _, waits := n.begun[id]; !waits {
		select {
		case n.queue <- id:
		default:
			n.s.Log.Warn("too many notices wait; one is lost", "table", id)
			return
		}
	}
	n.begun[id] = turn{id, a.Turn, a.Over}
}

// len returns how many turns wait or are looked at.
func (n *notices) len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.begun) + len(n.delayed) + n.busy
}

// surelyNone reports whether a table had no notices a moment ago.
func (n *notices) surelyNone(id string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return time.Now().Before(n.none[id])
}

func (n *notices) remember(id string, none bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	switch {
	case !none:
		delete(n.none, id)
	case len(n.none) >= mostNone:
		clear(n.none) // they are looked up again
		fallthrough
	default:
		n.none[id] = time.Now().Add(noneLasts)
	}
}

// run sees to one table after another.
func (n *notices) run() {
	for {
		select {
		case id := <-n.queue:
			n.mu.Lock()
			t := n.begun[id]
			delete(n.begun, id)
			n.busy++
			n.mu.Unlock()
			n.consider(t)
			n.finished()
		case <-n.s.closing:
			return
		}
	}
}

func (n *notices) finished() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.busy--
}

// consider finds out whether anybody wants to know of a turn.
func (n *notices) consider(t turn) {
	defer n.s.contain("a notice", "table", t.table)
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	raw, _, err := n.vault.Kept(ctx, noticesOf(t.table))
	var kept noticeTable
	if err == nil && len(raw) > 0 {
		err = json.Unmarshal(raw, &kept)
	}
	switch {
	case err != nil:
		n.s.Log.Warn("a notice", "table", t.table, "err", err)
	case len(kept.Subs) == 0:
		n.remember(t.table, true)
	case t.over:
		n.forget(t.table)
	case n.delay == 0:
		n.look(t)
	default:
		n.later(t)
	}
}

// later looks at a turn when other nodes have had the time to say who listens.
// If the next turn begins meanwhile the delay begins again.
func (n *notices) later(t turn) {
	n.mu.Lock()
	defer n.mu.Unlock()
	_, waits := n.delayed[t.table]
	if !waits && len(n.delayed) >= noticeQueue {
		n.s.Log.Warn("too many notices wait; one is lost", "table", t.table)
		return
	}
	n.delayed[t.table] = t
	if !waits {
		go func() {
			n.look(n.await(t))
			n.finished()
		}()
	}
}

// await waits for the delay and returns the newest turn of a table.
func (n *notices) await(t turn) turn {
	for {
		select {
		case <-time.After(n.delay):
		case <-n.s.closing: // better once too often than never
		}
		n.mu.Lock()
		newest := n.delayed[t.table]
		if newest == t {
			delete(n.delayed, t.table)
			n.busy++
		}
		n.mu.Unlock()
		if newest == t {
			return t
		}
		t = newest
	}
}

// look tells whoever is awaited at a table, once for each turn.
func (n *notices) look(t turn) {
	id := t.table
	defer n.s.contain("a notice", "table", id)
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	tb, err := n.s.Hall.Open(ctx, id)
	var a hall.Awaited
	if err == nil {
		a, err = tb.Awaited(ctx)
	}
	var targets []noticeTarget
	switch {
	case errors.Is(err, hall.ErrNotFound):
		n.forget(id)
		return
	case err == nil && (a.Turn != t.turn || a.Person == 0 || a.Here):
		return // who is here sees it anyway
	case err == nil:
		targets, err = n.due(ctx, id, a)
	}
	if err != nil {
		n.s.Log.Warn("a notice", "table", id, "err", err)
		return
	}
	if len(targets) == 0 {
		return
	}
	v, err := n.s.viewFor(ctx, tb, "")
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

// due returns whom to tell of a turn, and notes that they were told.
func (n *notices) due(ctx context.Context, id string, a hall.Awaited) (list []noticeTarget, err error) {
	err = change(ctx, n, noticesOf(id), func(t *noticeTable) error {
		list = nil
		if a.Turn <= t.Told {
			return errAsItWas
		}
		list = keep(t.Subs, func(s noticeTarget) bool { return s.Person == a.Person })
		if list == nil {
			return errAsItWas
		}
		t.Told, t.Changed = a.Turn, time.Now().UTC()
		return nil
	})
	return list, err
}

// enter adds a browser to a table. It is not told of the turn that runs. If a
// person has too many, the oldest goes: one player cannot keep out another.
func (n *notices) enter(ctx context.Context, id string, to noticeTarget, a hall.Awaited) error {
	defer n.remember(id, false)
	return change(ctx, n, noticesOf(id), func(t *noticeTable) error {
		t.Told = max(t.Told, a.Turn)
		t.Subs = keep(t.Subs, func(s noticeTarget) bool { return s.Endpoint != to.Endpoint })
		if own := keep(t.Subs, func(s noticeTarget) bool { return s.Person == to.Person }); len(own) >= mostOfPerson {
			old := own[:len(own)-mostOfPerson+1]
			t.Subs = keep(t.Subs, func(s noticeTarget) bool { return !slices.Contains(old, s) })
		}
		if len(t.Subs) >= mostTargets {
			return fail(Refused, fmt.Sprintf("At most %d browsers get notices of one table.", mostTargets))
		}
		t.Subs, t.Changed = append(t.Subs, to), time.Now().UTC()
		return nil
	})
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

// forget takes all browsers from a table.
func (n *notices) forget(id string) {
	n.drop(id, func(noticeTarget) bool { return true })
}

// depart takes all browsers and feeds of a person from a table, whose chairs
// another device has taken over.
func (n *notices) depart(id string, person int) {
	var feeds []string
	n.shrink(id, func(t *noticeTable) {
		t.Subs = keep(t.Subs, func(s noticeTarget) bool { return s.Person != person })
		feeds = nil
		t.Feeds = slices.DeleteFunc(t.Feeds, func(f noticeFeed) bool {
			if f.Person == person {
				feeds = append(feeds, f.Feed)
			}
			return f.Person == person
		})
	})
	for _, feed := range feeds {
		n.unfollow(feed, id)
	}
}

// drop takes browsers from a table.
func (n *notices) drop(id string, which func(noticeTarget) bool) {
	n.shrink(id, func(t *noticeTable) {
		t.Subs = keep(t.Subs, func(s noticeTarget) bool { return !which(s) })
	})
}

// shrink takes something from what is kept of a table.
func (n *notices) shrink(id string, f func(*noticeTable)) {
	ctx, cancel := context.WithTimeout(context.Background(), noticeTime)
	defer cancel()
	err := change(ctx, n, noticesOf(id), func(t *noticeTable) error {
		before := len(t.Subs) + len(t.Feeds)
		if f(t); len(t.Subs)+len(t.Feeds) == before {
			return errAsItWas
		}
		return nil
	})
	if err != nil {
		n.s.Log.Error("keeping the notices", "table", id, "err", err)
	}
}

// seated returns the table of a request and the person who asks, who has to
// have a chair there.
func (s *Server) seated(r *http.Request) (*hall.Table, int, error) {
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
		return fail(Refused, phrase.Sentence(err.Error()))
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
	if err := s.notices.enter(r.Context(), t.ID(), noticeTarget{person, sub}, a); err != nil {
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

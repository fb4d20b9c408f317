package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"parlour/hall"
	"parlour/table"
)

// A hub is one watched table. Its goroutine looks at the table once for
// everybody who watches, however many they are, and hands the same bytes to
// all strangers.
type hub struct {
	s  *Server
	id string

	wake chan struct{} // somebody has joined, or the table may be gone
	quit chan struct{}

	mu   sync.Mutex // no other lock is taken under it; taken under that of hubs
	subs map[*sub]struct{}

	// What follows belongs to the goroutine.

	t      *hall.Table
	away   []int
	behind bool // the last look failed: somebody may not know everything
}

// A sub is one table in one stream.
type sub struct {
	id    string
	token string
	wake  chan<- struct{} // tells the stream that there is something to send; holds one

	mu   sync.Mutex // no other lock is taken under it
	next unsent

	// What follows belongs to the hub's goroutine.

	told    int64 // the last event the stream was told of
	greeted bool  // the first view was sent
	you     table.You
}

// unsent is what a stream has to say about a table and has not said yet. Later
// news replaces earlier, so a slow reader holds up nothing and queues nothing:
// the events stay in the album until they are written.
type unsent struct {
	seq      int64 // how far the log goes
	view     *view // nil if there is nothing new about the table
	you      []byte
	presence []byte
	gone     bool
	end      bool // the stream ends: another node knows more
}

// A view is a table as all who watch it see it, in JSON but for the part that
// says who they are, which stands between the two.
type view struct{ before, after []byte }

// tell changes what a stream has to say, and wakes it.
func (x *sub) tell(change func(*unsent)) {
	x.mu.Lock()
	change(&x.next)
	x.mu.Unlock()
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// take returns what there is to say, which is said then.
func (x *sub) take() unsent {
	x.mu.Lock()
	defer x.mu.Unlock()
	next := x.next
	x.next = unsent{}
	return next
}

// hubs are the tables that are watched. Its lock is taken before that of a hub,
// never after it.
type hubs struct {
	mu sync.Mutex
	of map[string]*hub
}

// wake makes the hub of a table look, if there is one.
func (h *hubs) wake(id string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if hub := h.of[id]; hub != nil {
		hub.nudge()
	}
}

func (h *hub) nudge() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// watching returns how many streams watch a table.
func (h *hubs) watching(id string) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	if hub := h.of[id]; hub != nil {
		hub.mu.Lock()
		defer hub.mu.Unlock()
		return len(hub.subs)
	}
	return 0
}

// join adds a stream to the hub of its table. The function it returns takes it
// out again.
func (s *Server) join(x *sub) (leave func()) {
	s.hubs.mu.Lock()
	defer s.hubs.mu.Unlock()
	if s.hubs.of == nil {
		s.hubs.of = map[string]*hub{}
	}
	h := s.hubs.of[x.id]
	if h == nil {
		h = &hub{s: s, id: x.id, wake: make(chan struct{}, 1), quit: make(chan struct{}), subs: map[*sub]struct{}{}}
		s.hubs.of[x.id] = h
		go h.run()
	}
	h.mu.Lock()
	h.subs[x] = struct{}{}
	h.mu.Unlock()
	h.nudge()
	return func() {
		s.hubs.mu.Lock()
		defer s.hubs.mu.Unlock()
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs, x)
		if len(h.subs) == 0 && s.hubs.of[h.id] == h {
			delete(s.hubs.of, h.id)
			close(h.quit)
		}
		h.nudge() // its goroutine ends the presence
	}
}

// presenceEvery is how often a hub looks who is away.
const presenceEvery = 5 * time.Second

func (h *hub) run() {
	news, done := h.s.Hall.Watch(h.id)
	defer done()
	tick := time.NewTicker(h.s.presence)
	defer tick.Stop()
	here := map[*sub]func(){} // presence by stream
	defer func() {
		for _, gone := range here {
			gone()
		}
	}()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for {
		select {
		case <-h.quit:
			return
		case <-news:
			h.guard(func() { h.update(ctx, here) })
		case <-h.wake:
			h.guard(func() {
				if h.freshen(ctx) {
					h.update(ctx, here)
				}
			})
		case <-tick.C:
			h.guard(func() { h.presence(ctx, here) })
		}
	}
}

// guard contains a panic to one look at one table.
func (h *hub) guard(f func()) {
	defer h.s.contain("a watched table", "table", h.id)
	f()
}

// list returns who watches, and ends the presence of those who left.
func (h *hub) list(here map[*sub]func()) []*sub {
	h.mu.Lock()
	subs := make([]*sub, 0, len(h.subs))
	for x := range h.subs {
		subs = append(subs, x)
	}
	var left []func()
	for x, gone := range here {
		if _, ok := h.subs[x]; !ok {
			left = append(left, gone)
			delete(here, x)
		}
	}
	h.mu.Unlock()
	for _, gone := range left {
		gone()
	}
	return subs
}

// look opens the table, anew if it has left memory, and looks at it.
func (h *hub) look(ctx context.Context, subs []*sub, here map[*sub]func()) (v table.View, you []table.You, err error) {
	tokens := make([]string, len(subs))
	for i, x := range subs {
		tokens[i] = x.token
	}
	for range 50 {
		var t *hall.Table
		if t, err = h.s.Hall.Open(ctx, h.id); err == nil {
			if t != h.t { // whoever was here has to say so again
				h.t = t
				clear(here)
			}
			if v, you, err = t.Views(ctx, tokens); err == nil {
				return v, you, nil
			}
		}
		if !errors.Is(err, hall.ErrBusy) {
			return v, nil, err
		}
		select { // its mailbox is full
		case <-time.After(20 * time.Millisecond):
		case <-h.quit:
			return v, nil, err
		}
	}
	return v, nil, err
}

// freshen makes the table as new as anybody who joins may know it, from
// whatever node they come. Where that cannot be found out, it is tried again.
func (h *hub) freshen(ctx context.Context) bool {
	t, err := h.s.Hall.Open(ctx, h.id)
	if err == nil {
		err = t.Fresh(ctx)
	}
	if errors.Is(err, hall.ErrBusy) {
		h.behind = true
		return false
	}
	return true // update sees any other error, too
}

// update sends everybody what they do not know yet.
func (h *hub) update(ctx context.Context, here map[*sub]func()) {
	subs := h.list(here)
	if len(subs) == 0 {
		return
	}
	viewed, you, err := h.look(ctx, subs, here)
	h.behind = true
	if errors.Is(err, hall.ErrNotFound) {
		h.behind = false
		h.s.albums.forget(h.id)
		for _, x := range subs {
			x.tell(func(u *unsent) { u.gone = true })
		}
		return
	}
	if errors.Is(err, table.ErrNewer) { // another node may know more
		h.behind = false
		for _, x := range subs {
			x.tell(func(u *unsent) { u.end = true })
		}
		return
	}
	var shared *view
	if err == nil {
		shared, err = share(viewed)
	}
	if err == nil {
		_, err = h.s.album(ctx, h.id, viewed.Seq)
	}
	if err != nil {
		h.s.Log.Error("a watched table", "table", h.id, "err", err)
		return
	}
	for i, x := range subs {
		if x.greeted && x.told >= viewed.Seq && same(x.you, you[i]) {
			continue
		}
		if you[i].Person != 0 && here[x] == nil {
			if gone, err := h.t.Here(ctx, x.token); err == nil {
				here[x] = gone
			}
		}
		own, err := marshal(you[i])
		if err != nil {
			h.s.Log.Error("a watched table", "table", h.id, "err", err)
			return
		}
		x.told, x.greeted, x.you = viewed.Seq, true, you[i]
		x.tell(func(u *unsent) { u.seq, u.view, u.you = viewed.Seq, shared, own })
	}
	h.behind = false
}

// share writes a stranger's view so that each watcher can put in who they are.
func share(v table.View) (*view, error) {
	text, err := marshal(viewOf(v))
	if err != nil {
		return nil, err
	}
	// No text within can hold these bytes: its quotes are escaped.
	before, after, ok := bytes.Cut(text, []byte(`"you":{}`))
	if !ok {
		return nil, errors.New("a stranger's view says who they are")
	}
	return &view{append(before[:len(before):len(before)], `"you":`...), after}, nil
}

func same(a, b table.You) bool {
	return a.Person == b.Person && a.Host == b.Host && a.Name == b.Name && slices.Equal(a.Chairs, b.Chairs)
}

// presenceNews is the data of a message about who is away.
type presenceNews struct {
	Table string `json:"table"`
	Away  []int  `json:"away"` // chairs, numbers plus one
}

// presence tells everybody who is away, where that has changed.
func (h *hub) presence(ctx context.Context, here map[*sub]func()) {
	subs := h.list(here)
	if h.behind {
		h.nudge()
	}
	if h.t == nil || len(subs) == 0 {
		return
	}
	away, err := h.t.Away(ctx)
	if err != nil {
		h.nudge() // it may have left memory: look anew
		return
	}
	if slices.Equal(away, h.away) {
		return
	}
	h.away = away
	data, _ := json.Marshal(presenceNews{h.id, list(away)})
	for _, x := range subs {
		x.tell(func(u *unsent) { u.presence = data })
	}
}

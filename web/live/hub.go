package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/show"
	"parlour/web/wire"
)

// A hub is one watched table. Its goroutine looks at the table once for all
// who watch it and hands everybody the same bytes.
type hub struct {
	b  *Broadcaster
	id string

	wake chan struct{} // somebody has joined, or the table may have been deleted
	quit chan struct{}

	mu   sync.Mutex // taken under the lock of hubs; no other lock is taken while it is held
	subs map[*sub]struct{}

	// Only the hub's goroutine uses the fields below.

	t      *hall.Table
	behind bool // the last look failed, so somebody may have missed something
}

// A sub is one table in one stream.
type sub struct {
	id    string
	token string
	lang  *phrase.Catalogue
	name  string          // what a watcher wants to be called
	wake  chan<- struct{} // tells the stream that there is something to send; its buffer holds one

	mu   sync.Mutex // no other lock is taken while it is held
	next unsent

	// Only the hub's goroutine uses the fields below.

	lastPresence string // the last presence that was sent, "" if nobody is away and nobody watches
	lastEvent    int64  // the last event that the stream knows of
	viewSent     bool   // the first view was sent
	you          table.You
}

// unsent is what a stream still has to send about a table. Newer facts replace
// older ones; the events themselves wait in the album.
type unsent struct {
	seq      int64       // number of the last event
	view     *sharedView // nil if there is nothing new about the table
	you      []byte
	presence []byte
	gone     bool
	end      bool // end the stream: another node knows more
}

// A sharedView is a view in JSON, the same for all watchers. The part that says
// who the reader is belongs between before and after.
type sharedView struct{ before, after []byte }

// tell changes what a stream has to send, and wakes it.
func (x *sub) tell(change func(*unsent)) {
	x.mu.Lock()
	change(&x.next)
	x.mu.Unlock()
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

// take returns what there is to send and empties it.
func (x *sub) take() unsent {
	x.mu.Lock()
	defer x.mu.Unlock()
	next := x.next
	x.next = unsent{}
	return next
}

// hubs are the watched tables. Its lock is taken before that of a hub, never
// after it.
type hubs struct {
	mu sync.Mutex
	of map[string]*hub
}

// wake makes the hub of a table look at it, if there is a hub.
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

// join adds a stream to the hub of its table. Call leave to remove it.
func (b *Broadcaster) join(x *sub) (leave func()) {
	b.hubs.mu.Lock()
	defer b.hubs.mu.Unlock()
	if b.hubs.of == nil {
		b.hubs.of = map[string]*hub{}
	}
	h := b.hubs.of[x.id]
	if h == nil {
		h = &hub{b: b, id: x.id, wake: make(chan struct{}, 1), quit: make(chan struct{}), subs: map[*sub]struct{}{}}
		b.hubs.of[x.id] = h
		go h.run()
	}
	h.mu.Lock()
	h.subs[x] = struct{}{}
	h.mu.Unlock()
	h.nudge()
	return func() {
		b.hubs.mu.Lock()
		defer b.hubs.mu.Unlock()
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.subs, x)
		if len(h.subs) == 0 && b.hubs.of[h.id] == h {
			delete(b.hubs.of, h.id)
			close(h.quit)
		}
		h.nudge() // so that its goroutine ends the presence
	}
}

func (h *hub) run() {
	news, done := h.b.c.Hall.Watch(h.id)
	defer done()
	tick := time.NewTicker(h.b.c.Presence)
	defer tick.Stop()
	here := map[*sub]func(){} // presence by stream
	var soon <-chan time.Time // after somebody came or left: look more often for a while
	looks := 0
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
		case <-soon:
			h.guard(func() { h.presence(ctx, here) })
			if soon = nil; looks > 0 {
				looks, soon = looks-1, time.After(h.b.c.Presence/5)
			}
		case <-h.wake:
			if looks = 4; soon == nil {
				soon = time.After(h.b.c.Presence / 5)
			}
			h.guard(func() {
				if h.catchUp(ctx) {
					h.update(ctx, here)
				}
			})
		case <-tick.C:
			h.guard(func() { h.presence(ctx, here) })
		}
	}
}

// guard limits the damage of a panic to one look at one table.
func (h *hub) guard(f func()) {
	defer h.b.c.Contain("the hub of a table", "table", h.id)
	f()
}

// list returns the streams that watch, and ends the presence of those that left.
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

// look opens the table, again if it has left memory, and looks at it for all
// streams at once.
func (h *hub) look(ctx context.Context, subs []*sub, here map[*sub]func()) (v table.View, you []table.You, err error) {
	tokens := make([]string, len(subs))
	for i, x := range subs {
		tokens[i] = x.token
	}
	for range 50 {
		var t *hall.Table
		if t, err = h.b.c.Hall.Open(ctx, h.id); err == nil {
			if t != h.t { // a new table does not know who is here
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
		select { // it has just left memory, or the store does not answer
		case <-time.After(20 * time.Millisecond):
		case <-h.quit:
			return v, nil, err
		}
	}
	return v, nil, err
}

// catchUp reads what other nodes wrote, because a reader who joins may come from one
// of them. It reports false if that has to be tried again.
func (h *hub) catchUp(ctx context.Context) bool {
	t, err := h.b.c.Hall.Open(ctx, h.id)
	if err == nil {
		err = t.Fresh(ctx)
	}
	if errors.Is(err, hall.ErrBusy) {
		h.behind = true
		return false
	}
	return true // update meets any other error, too
}

// update tells every stream what it does not know yet.
func (h *hub) update(ctx context.Context, here map[*sub]func()) {
	subs := h.list(here)
	if len(subs) == 0 {
		return
	}
	viewed, you, err := h.look(ctx, subs, here)
	h.behind = true
	if errors.Is(err, hall.ErrNotFound) {
		h.behind, h.t = false, nil // or presence would look for it again and again
		h.b.drop(h.id)
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
	if err != nil {
		h.b.c.Log.Error("update the watchers of a table", "table", h.id, "err", err)
		return
	}
	views := map[*phrase.Catalogue]*sharedView{}
	for i, x := range subs {
		if x.viewSent && x.lastEvent >= viewed.Seq && same(x.you, you[i]) {
			continue
		}
		shared := views[x.lang]
		if shared == nil {
			if shared, err = share(x.lang, viewed); err != nil {
				h.b.c.Log.Error("update the watchers of a table", "table", h.id, "err", err)
				return
			}
			views[x.lang] = shared
		}
		if you[i].Person != 0 && here[x] == nil {
			if gone, err := h.t.Here(ctx, x.token); err == nil {
				here[x] = gone
			}
		}
		own, err := wire.Marshal(you[i])
		if err != nil {
			h.b.c.Log.Error("update the watchers of a table", "table", h.id, "err", err)
			return
		}
		x.lastEvent, x.viewSent, x.you = viewed.Seq, true, you[i]
		x.tell(func(u *unsent) { u.seq, u.view, u.you = viewed.Seq, shared, own })
	}
	h.behind = false
}

// share encodes a stranger's view with a gap where each reader puts who they are.
func share(lang *phrase.Catalogue, v table.View) (*sharedView, error) {
	text, err := wire.Marshal(show.ViewOf(lang, v))
	if err != nil {
		return nil, err
	}
	// No string inside can contain these bytes: its quotes are escaped.
	before, after, ok := bytes.Cut(text, []byte(`"you":{}`))
	if !ok {
		return nil, errors.New("a stranger's view has no empty field you")
	}
	return &sharedView{append(before[:len(before):len(before)], `"you":`...), after}, nil
}

func same(a, b table.You) bool {
	return a.Person == b.Person && a.Host == b.Host && a.Name == b.Name && slices.Equal(a.Chairs, b.Chairs)
}

// PresenceNews is the data of a message about who is away and who watches.
type PresenceNews struct {
	Table    string   `json:"table"`
	Away     []int    `json:"away"`     // chairs, numbers plus one
	Absent   []int    `json:"absent"`   // those of them for whom a bot may stand in
	Watchers int      `json:"watchers"` // streams of people without a chair, at this node
	Names    []string `json:"names"`    // of those who gave one, at most 8
}

// mostNames is how many watchers are named.
const mostNames = 8

// presence tells everybody who is away and who watches, if that has changed.
func (h *hub) presence(ctx context.Context, here map[*sub]func()) {
	subs := h.list(here)
	if h.behind {
		h.nudge()
	}
	if h.t == nil || len(subs) == 0 {
		return
	}
	missing, err := h.t.Away(ctx)
	if err != nil {
		h.nudge() // it may have left memory: look again
		return
	}
	news := PresenceNews{Table: h.id, Away: wire.List(missing.Away), Absent: wire.List(missing.Absent), Names: []string{}}
	known := map[string]bool{} // a device may watch in two windows
	for _, x := range subs {
		if !x.viewSent || len(x.you.Chairs) > 0 || x.token != "" && known[x.token] {
			continue
		}
		known[x.token] = true
		news.Watchers++
		if name := cmp.Or(x.you.Name, x.name); name != "" {
			news.Names = append(news.Names, name)
		}
	}
	slices.Sort(news.Names) // streams come in no order
	news.Names = news.Names[:min(len(news.Names), mostNames)]
	data, _ := json.Marshal(news)
	text := string(data)
	if len(news.Away) == 0 && news.Watchers == 0 {
		text = "" // what every stream begins with
	}
	for _, x := range subs {
		if x.lastPresence != text {
			x.lastPresence = text
			x.tell(func(u *unsent) { u.presence = data })
		}
	}
}

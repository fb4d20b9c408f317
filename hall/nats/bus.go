package nats

import (
	"context"
	"maps"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"parlour/hall"
)

const (
	mostTables = 1 << 16                // whose announcements are kept for a server that is away
	lately     = 30 * time.Second       // what was announced within it may have been lost with a connection
	unread     = 1 << 13                // messages that may wait to be handed on
	settle     = 250 * time.Millisecond // how long a subscriber waits for the server to know it
)

// A Bus announces events to all nodes of a house. One goroutine talks to the
// server, so that nobody else ever waits for it.
type Bus struct {
	link
	in   chan *nats.Msg // from the server
	wake chan struct{}  // there is something to send
	quit chan struct{}
	ends sync.WaitGroup
	once sync.Once

	mu      sync.Mutex        // taken before that of the link, which Healthy takes
	topics  map[string]*topic // by subject
	changed []*topic          // whose readers came or went
	out     map[string]int64  // what is to be announced, by subject
	cries   map[string][]byte
	said    map[string]int64 // what was announced lately,
	earlier map[string]int64 // and before that
	missed  bool             // everybody must look again
	slow    bool             // the server does not answer

	fresh []*topic // subscriptions the server has not confirmed; of the goroutine
}

var (
	_ hall.Bus   = (*Bus)(nil)
	_ hall.Crier = (*Bus)(nil)
)

// A topic is a subject that somebody at this node listens to.
type topic struct {
	subject string
	readers map[reader]struct{}
	joined  bool               // it was, or is about to be, subscribed to
	sub     *nats.Subscription // of the bus's goroutine
	ready   chan struct{}      // closed when the server knows of it
	late    bool               // somebody did not wait for that
}

// A reader is one who listens.
type reader interface {
	hear(data []byte)
	lookAgain()
}

// Open connects to the bus at an address. A server that cannot be reached is no
// error: it is looked for until it is there.
func Open(ctx context.Context, address string, o Options) (*Bus, error) {
	b := &Bus{
		in: make(chan *nats.Msg, unread), wake: make(chan struct{}, 1), quit: make(chan struct{}),
		topics: map[string]*topic{}, out: map[string]int64{}, cries: map[string][]byte{},
		said: map[string]int64{}, earlier: map[string]int64{},
	}
	b.up, b.lost = b.resume, b.lookAgain
	// Readers of this node hear its own announcements without the server.
	if err := dial(ctx, address, o, &b.link, nats.NoEcho()); err != nil {
		return nil, err
	}
	b.ends.Go(b.send)
	b.ends.Go(b.receive)
	return b, nil
}

// Close says what is still to be said, if the server is there, and ends the
// connection.
func (b *Bus) Close() error {
	b.once.Do(func() {
		close(b.quit)
		b.ends.Wait()
		b.close()
	})
	return nil
}

// Publish announces that a table's log has reached seq. It never waits.
func (b *Bus) Publish(id string, seq int64) {
	subject := b.prefix + "table." + token(id)
	b.mu.Lock()
	defer b.mu.Unlock()
	if t := b.topics[subject]; t != nil {
		for r := range t.readers {
			r.(news).put(seq)
		}
	}
	keep(b.out, subject, seq)
	b.nudge()
}

// keep notes the latest announcement of a table, unless there are too many.
func keep(m map[string]int64, subject string, seq int64) {
	if old, ok := m[subject]; ok && old < seq || !ok && len(m) < mostTables {
		m[subject] = seq
	}
}

// Subscribe returns the announcements of a table.
func (b *Bus) Subscribe(id string) (<-chan int64, func()) {
	c := make(news, 1)
	return c, b.listen(b.prefix+"table."+token(id), c)
}

// listen adds a reader to a subject and returns what removes it. It waits a
// moment, so that what is announced from now on is heard; a server that is too
// slow for that makes the reader look again later.
func (b *Bus) listen(subject string, r reader) func() {
	b.mu.Lock()
	t := b.topics[subject]
	if t == nil {
		t = &topic{subject: subject, readers: map[reader]struct{}{}, ready: make(chan struct{})}
		b.topics[subject] = t
	}
	t.readers[r] = struct{}{}
	b.changed = append(b.changed, t)
	b.nudge()
	wait := !b.slow && b.Healthy() == nil
	if !wait {
		t.late = true
	}
	b.mu.Unlock()
	if wait {
		timer := time.NewTimer(settle)
		defer timer.Stop()
		select {
		case <-t.ready:
		case <-b.quit:
		case <-timer.C:
			b.mu.Lock()
			t.late, b.slow = true, true
			b.mu.Unlock()
		}
	}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		if _, ok := t.readers[r]; ok {
			delete(t.readers, r)
			b.changed = append(b.changed, t)
			b.nudge()
		}
	}
}

// nudge wakes the goroutine that sends.
func (b *Bus) nudge() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// resume is called when the server is there, perhaps after a while in which
// things were missed here and there: what was said lately is said again, and
// everybody looks again.
func (b *Bus) resume() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, m := range []map[string]int64{b.earlier, b.said} {
		for subject, seq := range m {
			keep(b.out, subject, seq)
		}
	}
	b.missed = true
	b.nudge()
}

// lookAgain makes everybody look again.
func (b *Bus) lookAgain() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.missed = true
	b.nudge()
}

// send is the goroutine that talks to the server.
func (b *Bus) send() {
	tick := time.NewTicker(lately)
	defer tick.Stop()
	for {
		select {
		case <-b.wake:
		case <-tick.C:
			b.mu.Lock()
			if b.Healthy() == nil {
				b.said, b.earlier = map[string]int64{}, b.said
			}
			b.mu.Unlock()
			continue
		case <-b.quit:
			b.speak()
			if b.nc.IsConnected() {
				_ = b.nc.FlushTimeout(patience) // the log is the truth, whoever hears of it
			}
			return
		}
		b.attend()
		if b.nc.IsConnected() {
			b.speak()
			b.confirm()
		}
	}
}

// attend subscribes to what has readers and leaves what has none.
func (b *Bus) attend() {
	b.mu.Lock()
	changed := b.changed
	b.changed = nil
	var come, gone []*topic
	for _, t := range changed {
		switch read := len(t.readers) > 0; {
		case read && !t.joined:
			t.joined = true
			come = append(come, t)
		case !read && b.topics[t.subject] == t:
			delete(b.topics, t.subject)
			gone = append(gone, t)
		}
	}
	b.mu.Unlock()
	for _, t := range come {
		sub, err := b.nc.ChanSubscribe(t.subject, b.in)
		if err != nil { // only if the connection was closed for good
			b.failed(b.nc, nil, err)
			continue
		}
		t.sub = sub
		b.fresh = append(b.fresh, t)
	}
	for _, t := range gone {
		_ = t.sub.Unsubscribe() // of a closed connection there is nothing to end
	}
}

// speak sends what is to be announced. What cannot be sent is kept.
func (b *Bus) speak() {
	b.mu.Lock()
	out, cries := b.out, b.cries
	b.out, b.cries = map[string]int64{}, map[string][]byte{}
	b.mu.Unlock()
	var number [20]byte
	for subject, seq := range out {
		if b.nc.Publish(subject, strconv.AppendInt(number[:0], seq, 10)) != nil {
			break
		}
		delete(out, subject)
		b.mu.Lock()
		keep(b.said, subject, seq)
		b.mu.Unlock()
	}
	for subject, data := range cries {
		_ = b.nc.Publish(subject, data) // it will be said again anyway
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for subject, seq := range out {
		keep(b.out, subject, seq)
	}
}

// confirm waits until the server has read what was sent, if that matters to
// somebody, and tells those who may have missed something to look again.
func (b *Bus) confirm() {
	b.mu.Lock()
	missed := b.missed
	b.mu.Unlock()
	if !missed && len(b.fresh) == 0 {
		return
	}
	if b.nc.FlushTimeout(patience) != nil {
		b.nudge() // it waits and tries again, or the connection is mended
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slow = false
	for _, t := range b.fresh {
		close(t.ready)
		if t.late {
			t.lookAgain()
		}
	}
	b.fresh = nil
	if missed {
		b.missed = false
		for t := range maps.Values(b.topics) {
			t.lookAgain()
		}
	}
}

func (t *topic) lookAgain() {
	for r := range t.readers {
		r.lookAgain()
	}
}

// receive hands on what other nodes say.
func (b *Bus) receive() {
	for {
		select {
		case m := <-b.in:
			b.mu.Lock()
			if t := b.topics[m.Subject]; t != nil {
				for r := range t.readers {
					r.hear(m.Data)
				}
			}
			b.mu.Unlock()
		case <-b.quit:
			return
		}
	}
}

// news is the channel of a reader of announcements.
type news chan int64

func (c news) hear(data []byte) {
	if seq, err := strconv.ParseInt(string(data), 10, 64); err == nil && seq > 0 {
		c.put(seq)
	}
}

func (c news) lookAgain() { c.put(hall.LookAgain) }

// put leaves the highest number that was not read. It never waits: only one
// goroutine puts at a time.
func (c news) put(seq int64) {
	select {
	case old := <-c:
		seq = max(seq, old)
	default:
	}
	c <- seq
}

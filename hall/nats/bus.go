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
	mostTables = 1 << 16                // tables whose announcements are kept while the server is unreachable
	lately     = 30 * time.Second       // announcements this recent may have been lost with a connection
	unread     = 1 << 13                // incoming messages that may be queued
	settle     = 250 * time.Millisecond // how long a subscriber waits for the server to confirm the subscription
)

// A Bus announces events to all nodes of a house. One goroutine talks to the
// server, so no caller ever waits for the network.
type Bus struct {
	link
	in   chan *nats.Msg // from the server
	wake chan struct{}  // there is something to send
	quit chan struct{}
	ends sync.WaitGroup
	once sync.Once

	mu       sync.Mutex        // taken before that of the link, which Healthy takes
	topics   map[string]*topic // by subject
	changed  []*topic          // topics that gained their first reader or lost their last
	out      map[string]int64  // announcements to send, by subject
	presence map[string][]byte
	said     map[string]int64 // recent announcements
	earlier  map[string]int64 // and the ones before those
	missed   bool             // messages may have been lost: tell every reader to look again
	slow     bool             // the server does not answer

	fresh []*topic // subscriptions the server has not confirmed; owned by the send goroutine
}

var (
	_ hall.Bus         = (*Bus)(nil)
	_ hall.PresenceBus = (*Bus)(nil)
)

// A topic is a subject that somebody at this node listens to.
type topic struct {
	subject string
	readers map[reader]struct{}
	joined  bool               // subscribed, or about to be
	sub     *nats.Subscription // owned by the send goroutine
	ready   chan struct{}      // closed when the server has confirmed the subscription
	late    bool               // somebody stopped waiting for ready
}

// A reader is one subscriber.
type reader interface {
	hear(data []byte)
	lookAgain()
}

// Open connects to the bus at an address. An unreachable server is not an
// error: Open keeps trying in the background.
func Open(ctx context.Context, address string, o Options) (*Bus, error) {
	b := &Bus{
		in: make(chan *nats.Msg, unread), wake: make(chan struct{}, 1), quit: make(chan struct{}),
		topics: map[string]*topic{}, out: map[string]int64{}, presence: map[string][]byte{},
		said: map[string]int64{}, earlier: map[string]int64{},
	}
	b.up, b.lost = b.resume, b.lookAgain
	// Readers on this node hear its own announcements directly, not through
	// the server.
	if err := dial(ctx, address, o, &b.link, nats.NoEcho()); err != nil {
		return nil, err
	}
	b.ends.Go(b.send)
	b.ends.Go(b.receive)
	return b, nil
}

// Close sends what is still queued, if the server is reachable, and closes the
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

// keep records a table's latest announcement, unless too many tables are
// queued already.
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

// listen adds a reader to a subject and returns a function that removes it. It
// waits briefly for the subscription to be confirmed, so that no later
// announcement is missed. If the server is too slow for that, the reader is
// told to look again later.
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
		select {
		case <-t.ready:
		case <-b.quit:
		case <-time.After(settle):
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

// nudge wakes the send goroutine.
func (b *Bus) nudge() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// resume is called when the connection is up, perhaps after an outage in which
// messages were lost on either side. It repeats the recent announcements and
// tells every reader to look again.
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

// lookAgain tells every reader to look again.
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
				_ = b.nc.FlushTimeout(patience) // best effort: the log has the truth
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

// attend subscribes to topics with readers and unsubscribes from the rest.
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
		_ = t.sub.Unsubscribe() // fails only if the connection is closed
	}
}

// speak sends the queued announcements and keeps those it cannot send.
func (b *Bus) speak() {
	b.mu.Lock()
	out, presence := b.out, b.presence
	b.out, b.presence = map[string]int64{}, map[string][]byte{}
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
	for subject, data := range presence {
		_ = b.nc.Publish(subject, data) // repeated after a reconnect anyway
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for subject, seq := range out {
		keep(b.out, subject, seq)
	}
}

// confirm waits until the server has read what was sent, if a reader depends
// on it, and tells readers that may have missed something to look again.
func (b *Bus) confirm() {
	b.mu.Lock()
	missed := b.missed
	b.mu.Unlock()
	if !missed && len(b.fresh) == 0 {
		return
	}
	if b.nc.FlushTimeout(patience) != nil {
		b.nudge() // try again later, or after a reconnect
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

// receive delivers messages from other nodes.
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

// put leaves the highest unread number in the channel. It never blocks,
// because only one goroutine puts at a time.
func (c news) put(seq int64) {
	select {
	case old := <-c:
		seq = max(seq, old)
	default:
	}
	c <- seq
}

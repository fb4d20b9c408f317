package nats

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"syscall"
	"testing"

	"parlour/hall"
	"parlour/hall/bustest"
	"parlour/internal/servers"
	"parlour/internal/wait"
)

// open opens a bus and waits for its server, which may be slow.
func open(t *testing.T, address string, o Options) *Bus {
	t.Helper()
	b := openEarly(t, address, o)
	wait.For(t, "the connection", func() bool { return b.Healthy() == nil })
	return b
}

// openEarly opens a bus whose server may be down.
func openEarly(t *testing.T, address string, o Options) *Bus {
	t.Helper()
	b, err := Open(t.Context(), address, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

// refused returns the error with which a server refuses a bus. One that answers too
// late does not refuse it, so refused tries again.
func refused(t *testing.T, address string, o Options) (err error) {
	t.Helper()
	wait.For(t, "the refusal", func() bool {
		var b *Bus
		if b, err = Open(t.Context(), address, o); err != nil {
			return true
		}
		defer b.Close()
		if b.Healthy() == nil {
			t.Fatalf("connected with %+v", o)
		}
		return false
	})
	return err
}

// subscribe subscribes to a table and waits for the server to confirm it: Subscribe
// itself does not wait for a slow one.
func subscribe(t *testing.T, b *Bus, id string) (*topic, <-chan int64, func()) {
	t.Helper()
	c, end := b.Subscribe(id)
	b.mu.Lock()
	topic := b.topics[b.prefix+"table."+token(id)]
	b.mu.Unlock()
	wait.Receive(t, "the subscription", topic.ready)
	return topic, c, end
}

func TestBus(t *testing.T) {
	s := servers.NATS(t)
	bustest.Run(t, func(t *testing.T) (first, second hall.Bus) {
		address := s.URL() + "/" + strings.ReplaceAll(t.Name(), "/", "-")
		return open(t, address, Options{}), open(t, address, Options{})
	})
	t.Run("OneNode", func(t *testing.T) {
		bustest.Run(t, func(t *testing.T) (first, second hall.Bus) {
			b := open(t, s.URL()+"/"+strings.ReplaceAll(t.Name(), "/", "-"), Options{})
			return b, b
		})
	})
}

func TestCrier(t *testing.T) {
	s := servers.NATS(t)
	bustest.RunPresence(t, func(t *testing.T) (first, second hall.PresenceBus) {
		address := s.URL() + "/" + strings.ReplaceAll(t.Name(), "/", "-")
		return open(t, address, Options{}), open(t, address, Options{})
	})
}

// announced reads until an announcement is at least seq. It may be hall.LookAgain at
// any time, because a slow machine can lose its connection.
func announced(t *testing.T, c <-chan int64, seq int64) int64 {
	t.Helper()
	for {
		if got := wait.Receive(t, fmt.Sprint("the announcement of ", seq), c); got >= seq {
			return got
		}
	}
}

// While the server is down, readers on the same node hear announcements at
// once and nobody waits. Afterwards every reader hears the latest.
func TestOutage(t *testing.T) {
	s := servers.NATS(t)
	a, b := open(t, s.URL(), Options{}), open(t, s.URL(), Options{})
	here, end := a.Subscribe("t")
	defer end()
	there, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 1)
	announced(t, there, 1)
	announced(t, here, 1)

	s.Kill()
	wait.For(t, "both to notice", func() bool { return a.Healthy() != nil && b.Healthy() != nil })
	reconnects := b.Status().Reconnects
	for seq := int64(2); seq <= 20_000; seq++ {
		a.Publish("t", seq)
		a.Publish(fmt.Sprint("other", seq), seq)
	}
	if got := announced(t, here, 20_000); got != 20_000 && got != hall.LookAgain {
		t.Errorf("the publishing node heard %d", got)
	}
	late, end := b.Subscribe("u") // while the server is down
	defer end()
	select {
	case got := <-there:
		if got != 1 && got != hall.LookAgain { // these may have come before
			t.Errorf("%d came through a server that is down", got)
		}
	default:
	}

	s.Start()
	announced(t, there, 20_000)
	announced(t, here, hall.LookAgain)
	wait.For(t, "both to be back", func() bool { return a.Healthy() == nil && b.Healthy() == nil })
	a.Publish("u", 5)
	announced(t, late, 5)
	if n := b.Status().Reconnects; n <= reconnects {
		t.Errorf("%d reconnects are counted after %d", n, reconnects)
	}
}

// A server that hangs without closing its connections blocks nobody either,
// and what was announced meanwhile is heard when it resumes.
func TestPaused(t *testing.T) {
	s := servers.NATS(t)
	a, b := open(t, s.URL(), Options{}), open(t, s.URL(), Options{})
	there, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 1)
	announced(t, there, 1)

	s.Signal(syscall.SIGSTOP)
	// More than a connection's buffers hold.
	for n := range mostTables / 2 {
		a.Publish(fmt.Sprintf("%0200d", n), 1)
	}
	a.Publish("t", 2)
	var ends []func()
	for n := range 50 {
		_, end := b.Subscribe(fmt.Sprint("new", n))
		ends = append(ends, end)
	}
	s.Signal(syscall.SIGCONT)
	announced(t, there, 2)
	for _, end := range ends {
		end()
	}
	wait.For(t, "subscriptions without readers to end", func() bool { return b.nc.NumSubscriptions() == 1 })
}

// The queue for an unreachable server is bounded.
func TestBounded(t *testing.T) {
	b := openEarly(t, "nats://127.0.0.1:1", Options{})
	for n := range 2 * mostTables {
		b.Publish(fmt.Sprint(n), 1)
		b.AnnouncePresence(fmt.Sprint(n), []int{1})
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.out) != mostTables || len(b.presence) != mostTables {
		t.Errorf("%d announcements and %d presence messages are queued", len(b.out), len(b.presence))
	}
}

// A node may start before the server.
func TestEarly(t *testing.T) {
	s := servers.NATS(t)
	s.Stop()
	var said lines
	a := openEarly(t, s.URL(), Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	b := openEarly(t, s.URL(), Options{})
	there, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 3)
	if a.Healthy() == nil || a.Status().Connected {
		t.Error("a bus without a server reports that it is healthy")
	}
	s.Start()
	announced(t, there, 3)
	wait.For(t, "the log to say so", func() bool { return strings.Contains(said.String(), "the bus is back") })
}

// Watched tables share one subscription, which ends with the last reader.
func TestSubscriptions(t *testing.T) {
	s := servers.NATS(t)
	b := open(t, s.URL(), Options{})
	var ends []func()
	for range 10 {
		for _, id := range []string{"one", "two", "with space.and>dots*"} {
			_, _, end := subscribe(t, b, id)
			ends = append(ends, end)
		}
	}
	if n := b.nc.NumSubscriptions(); n != 3 {
		t.Errorf("%d subscriptions for three tables", n)
	}
	for _, end := range ends {
		end()
	}
	wait.For(t, "all to end", func() bool { return b.nc.NumSubscriptions() == 0 })
	c, end := b.Subscribe("one") // it can start again
	defer end()
	other := open(t, s.URL(), Options{})
	other.Publish("one", 4)
	announced(t, c, 4)
}

// Garbage from another program does no harm.
func TestStrange(t *testing.T) {
	s := servers.NATS(t)
	a, b := open(t, s.URL(), Options{}), open(t, s.URL(), Options{})
	c, end := b.Subscribe("t")
	defer end()
	people, end := b.SubscribePresence("t")
	defer end()
	for _, text := range []string{"", "-1", "x", "99999999999999999999", "{", "0"} {
		for _, kind := range []string{"table.", "cry."} {
			if err := a.nc.Publish(a.prefix+kind+"t", []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	a.Publish("t", 1)
	for got := int64(0); got != 1; {
		if got = announced(t, c, 0); got != 1 && got != hall.LookAgain {
			t.Fatalf("announced was %d", got)
		}
	}
	if len(people) != 0 {
		t.Errorf("heard %v", <-people)
	}
}

// Readers that fall too far behind are told to look again.
func TestFlood(t *testing.T) {
	s := servers.NATS(t)
	a, b := open(t, s.URL(), Options{}), open(t, s.URL(), Options{})
	topic, c, end := subscribe(t, b, "t")
	defer end()
	func() {
		b.mu.Lock() // nothing received can be delivered
		defer b.mu.Unlock()
		wait.For(t, "something to be dropped", func() bool {
			for range unread / 4 {
				_ = a.nc.Publish(topic.subject, []byte("1")) // one that fails is not needed
			}
			n, err := topic.sub.Dropped()
			return err == nil && n > 0
		})
	}()
	announced(t, c, hall.LookAgain)
}

func TestRefused(t *testing.T) {
	s := servers.NATS(t)
	for address, want := range map[string]string{
		"":                                 "empty",
		"http://host":                      "not http://",
		"nats://":                          "names no host",
		"nats://u:secret@ho st:4222":       "is malformed",
		"nats://u:secret@127.0.0.1:port":   "is malformed",
		"postgres://u:secret@127.0.0.1:99": "not postgres://",
	} {
		_, err := Open(t.Context(), address, Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v, expected %q", address, err, want)
		}
	}
	if _, err := Open(t.Context(), s.URL(), Options{Creds: "no/such/file"}); err == nil || !strings.Contains(err.Error(), "credentials") {
		t.Errorf("missing credentials gave %v", err)
	}
}

func TestAddress(t *testing.T) {
	for address, want := range map[string][2]string{
		"nats://host:4222":                    {"nats://host:4222", "main"},
		"host":                                {"nats://host", "main"},
		"nats://a:1,nats://u:p@b:2/club":      {"nats://a:1,nats://u:p@b:2", "club"},
		"tls://a:1/chess club/":               {"tls://a:1", "chess club"},
		" nats://a:1 , , nats://b:2/my.house": {"nats://a:1,nats://b:2", "my.house"},
	} {
		hosts, house, err := readAddress(address)
		if err != nil || hosts != want[0] || house != want[1] {
			t.Errorf("%q: %q, %q, %v", address, hosts, house, err)
		}
	}
	for name, want := range map[string]string{"abc-D_9": "abc-D_9", "": "=", "a.b": "=612e62", "*": "=2a", "=2a": "=3d3261"} {
		if got := token(name); got != want {
			t.Errorf("token of %q is %q, expected %q", name, got, want)
		}
	}
	if got := redacted("nats://u:secret@a:1,nats://token@b,nats://c"); got != "nats://u:xxxxx@a:1,nats://xxxxx@b,nats://c" {
		t.Errorf("without secrets: %s", got)
	}
}

// lines is a log that can be read while it is written.
type lines struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func TestForwarder(t *testing.T) {
	s := servers.NATS(t)
	bustest.RunForwarder(t, func(t *testing.T) (first, second hall.Forwarder) {
		address := s.URL() + "/" + strings.ReplaceAll(t.Name(), "/", "-")
		return open(t, address, Options{}), open(t, address, Options{})
	})
}

package push

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A world answers for every push service there is.
type world struct {
	t       *testing.T
	begun   time.Time
	mu      sync.Mutex
	open    map[string]int // requests under way, by host
	widest  map[string]int // the most at a time, by host; "" for all
	arrived map[string]time.Duration
	tried   map[string][]time.Duration // when each endpoint was asked
	answer  func(r *http.Request) int  // 0 for an answer that never comes
	after   time.Duration              // how long an answer takes
}

// inWorld runs a test with a clock of its own and a sender to a world.
func inWorld(t *testing.T, c Config, f func(t *testing.T, w *world, s *Sender)) {
	t.Helper()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, begun: time.Now(), open: map[string]int{}, widest: map[string]int{}, arrived: map[string]time.Duration{}, tried: map[string][]time.Duration{}}
		c.Key, c.Client, c.Log = key, &http.Client{Transport: w}, slog.New(slog.DiscardHandler)
		s := NewSender(c)
		defer s.Close()
		f(t, w, s)
	})
}

func (w *world) RoundTrip(r *http.Request) (*http.Response, error) {
	host := r.URL.Hostname()
	w.mu.Lock()
	w.tried[r.URL.Host+r.URL.Path] = append(w.tried[r.URL.Host+r.URL.Path], time.Since(w.begun))
	for _, name := range []string{host, ""} {
		w.open[name]++
		w.widest[name] = max(w.widest[name], w.open[name])
	}
	code := http.StatusCreated
	switch {
	case w.answer != nil:
		code = w.answer(r)
	case strings.Contains(host, "dead"):
		code = 0
	}
	after := w.after
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.open[host]--
		w.open[""]--
	}()
	if code == 0 {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	time.Sleep(after)
	w.mu.Lock()
	defer w.mu.Unlock()
	if code == http.StatusCreated {
		w.arrived[r.URL.Host+r.URL.Path] = time.Since(w.begun)
	}
	return &http.Response{StatusCode: code, Status: http.StatusText(code), Body: http.NoBody, Header: http.Header{}}, nil
}

// at returns when a notice arrived.
func (w *world) at(endpoint string) (time.Duration, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	d, ok := w.arrived[endpoint]
	return d, ok
}

// most returns how many requests to a host, or "" for all, were open at once.
func (w *world) most(host string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.widest[host]
}

// A push service that never answers does not delay notices to others.
func TestDeadHost(t *testing.T) {
	inWorld(t, Config{}, func(t *testing.T, w *world, s *Sender) {
		b := newBrowser(t)
		for n := range 100 {
			s.Offer(b.at(fmt.Sprintf("https://dead.example.org/%d", n)), Message{Topic: fmt.Sprint(n)}, nil)
		}
		synctest.Wait()
		if !s.Offer(b.at("https://push.example.net/ann"), Message{Topic: "ann"}, nil) {
			t.Error("a notice is lost because others wait")
		}
		synctest.Wait()
		if _, ok := w.at("push.example.net/ann"); !ok {
			time.Sleep(time.Hour)
			took, _ := w.at("push.example.net/ann")
			t.Errorf("the notice arrived after %v, not at once", took)
		}
		time.Sleep(time.Hour)
		if dead, all := w.most("dead.example.org"), w.most(""); dead > 1 || all > 2 {
			t.Errorf("%d requests at a time to the dead host, %d in all", dead, all)
		}
	})
}

// Any number of hosts that never answer, of one owner or of many, delay only each
// other: a host that has answered before finds a worker.
func TestDeadHosts(t *testing.T) {
	for name, endpoint := range map[string]string{
		"one owner":     "https://dead%d.example.org/",
		"many owners":   "https://www.dead%d.org/",
		"many numbers":  "https://192.0.2.%d/dead",
		"a good suffix": "https://dead%d.example.net/", // beside push.example.net
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, Config{}, func(t *testing.T, w *world, s *Sender) {
				w.answer = func(r *http.Request) int {
					if strings.Contains(r.URL.String(), "dead") {
						return 0
					}
					return http.StatusCreated
				}
				b := newBrowser(t)
				s.Offer(b.at("https://push.example.net/before"), Message{}, nil)
				synctest.Wait()
				for n := range 200 {
					s.Offer(b.at(fmt.Sprintf(endpoint, n)), Message{Topic: fmt.Sprint(n)}, nil)
				}
				synctest.Wait()
				s.Offer(b.at("https://push.example.net/ann"), Message{Topic: "ann"}, nil)
				synctest.Wait()
				if _, ok := w.at("push.example.net/ann"); !ok {
					t.Error("the notice did not arrive at once")
				}
				if n := w.most(""); n > strangers+1 || name == "one owner" && n > perSite+1 {
					t.Errorf("%d requests at a time", n)
				}
			})
		})
	}
}

// A host that answers slowly is treated like one that never answers.
func TestSlowHosts(t *testing.T) {
	inWorld(t, Config{}, func(t *testing.T, w *world, s *Sender) {
		b := newBrowser(t)
		s.Offer(b.at("https://push.example.net/before"), Message{}, nil)
		synctest.Wait()
		w.mu.Lock()
		w.after = sendTime - time.Second
		w.mu.Unlock()
		for n := range 200 {
			s.Offer(b.at(fmt.Sprintf("https://slow%d.org/%d", n%20, n)), Message{Topic: fmt.Sprint(n)}, nil)
		}
		time.Sleep(time.Minute)
		w.mu.Lock()
		w.after = 0 // for those who ask from now on
		w.mu.Unlock()
		s.Offer(b.at("https://push.example.net/ann"), Message{Topic: "ann"}, nil)
		synctest.Wait()
		if _, ok := w.at("push.example.net/ann"); !ok {
			t.Error("the notice did not arrive at once")
		}
		if n := w.most(""); n > strangers+1 {
			t.Errorf("%d requests at a time", n)
		}
	})
}

// The pauses of a host that fails get longer and longer, its notice is tried
// again, and the first answer ends the pause.
func TestPause(t *testing.T) {
	inWorld(t, Config{}, func(t *testing.T, w *world, s *Sender) {
		down := true
		w.answer = func(*http.Request) int {
			if down {
				return http.StatusServiceUnavailable
			}
			return http.StatusCreated
		}
		b := newBrowser(t)
		for n := range 10 {
			s.Offer(b.at(fmt.Sprintf("https://push.example.org/%d", n)), Message{Topic: fmt.Sprint(n)}, nil)
		}
		time.Sleep(time.Minute)
		var all []time.Duration
		w.mu.Lock()
		for _, at := range w.tried {
			all = append(all, at...)
		}
		down = false
		w.mu.Unlock()
		slices.Sort(all)
		if want := []time.Duration{0, 2 * time.Second, 6 * time.Second, 14 * time.Second, 30 * time.Second}; !slices.Equal(all, want) {
			t.Errorf("asked after %v, want %v", all, want)
		}
		time.Sleep(3 * time.Second) // 2 + 4 + 8 + 16 + 32 seconds are over
		for n := range 10 {
			// The first failed three times and is dropped.
			if at, ok := w.at(fmt.Sprintf("push.example.org/%d", n)); ok != (n > 0) {
				t.Errorf("notice %d arrived: %v after %v", n, ok, at)
			}
		}
	})
}

// Nobody is told of a turn that is over: a newer notice of the same topic replaces
// the older one.
func TestNewestWins(t *testing.T) {
	inWorld(t, Config{}, func(t *testing.T, w *world, s *Sender) {
		b := newBrowser(t)
		s.Offer(b.at("https://dead.example.org/first"), Message{}, nil)
		synctest.Wait()
		for n := range 50 {
			s.Offer(b.at("https://dead.example.org/ann"), Message{Topic: "table", Body: fmt.Append(nil, n)}, nil)
		}
		s.Offer(b.at("https://dead.example.org/ann"), Message{Topic: "other"}, nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		queue := s.hosts["dead.example.org"].queue
		if len(queue) != 2 || string(queue[0].m.Body) != "49" || s.waiting != 2 {
			t.Errorf("%d notices wait", len(queue))
		}
	})
}

// Waiting messages are limited by topic, by host and in all, and so are the known
// hosts. If a host takes none, the newest messages stay.
func TestBounds(t *testing.T) {
	inWorld(t, Config{Queue: 400}, func(t *testing.T, w *world, s *Sender) {
		b := newBrowser(t)
		offer := func(endpoint, topic string) bool { return s.Offer(b.at(endpoint), Message{Topic: topic}, nil) }
		wait := func(n int, what string) {
			t.Helper()
			synctest.Wait()
			s.mu.Lock()
			defer s.mu.Unlock()
			if s.waiting != n {
				t.Errorf("%s: %d wait, want %d", what, s.waiting, n)
			}
		}
		for n := range 300 {
			offer(fmt.Sprintf("https://dead.example.org/%d", n), "table")
		}
		wait(perTopic, "one topic")
		for n := range 300 {
			offer(fmt.Sprintf("https://dead.example.org/%d", n), fmt.Sprint(n))
		}
		wait(400/hostShare, "one host")
		for n := range 3 * knownHosts {
			if !offer(fmt.Sprintf("https://dead%d.org/", n), fmt.Sprint(n)) {
				t.Fatal("a notice is refused though older ones could make room")
			}
		}
		wait(400, "many hosts")
		s.mu.Lock()
		if len(s.hosts) > knownHosts || len(s.topics) > 400 {
			t.Errorf("%d hosts and %d topics are remembered", len(s.hosts), len(s.topics))
		}
		s.mu.Unlock()
		time.Sleep(3 * time.Hour) // in the end all are dropped
		wait(0, "in the end")
		s.mu.Lock()
		defer s.mu.Unlock()
		if len(s.topics)+len(s.sites)+s.working+s.strange != 0 {
			t.Errorf("left over: topics %v, sites %v, %d working", s.topics, s.sites, s.working)
		}
	})
}

func TestHostOf(t *testing.T) {
	for endpoint, want := range map[string][2]string{
		"https://fcm.googleapis.com/fcm/send/x": {"fcm.googleapis.com", "googleapis.com"},
		"https://FCM.googleapis.com.:443/x":     {"fcm.googleapis.com", "googleapis.com"},
		"https://localhost:8080/x":              {"localhost:8080", "localhost"},
		"https://192.0.2.7/x":                   {"192.0.2.7", ""},
		"https://[2001:db8::7]:443/x":           {"2001:db8::7", ""},
		"%":                                     {"", ""},
	} {
		if name, site := hostOf(endpoint); name != want[0] || site != want[1] {
			t.Errorf("%s: %s of %s, want %v", endpoint, name, site, want)
		}
	}
}

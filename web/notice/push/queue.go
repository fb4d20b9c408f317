package push

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
)

// Config is what a Sender needs. Key is required.
type Config struct {
	Key     *Key
	Subject string       // contact for push services: an https address or mailto:; "" for none
	Log     *slog.Logger // the default logger if nil
	Client  *http.Client // nil for one that reaches public addresses only; tests use their own
	Queue   int          // messages that wait; 1024 if zero
}

// The limits of a Sender. Strangers choose the hosts it connects to, so no host
// and no group of unknown hosts may use up its workers.
const (
	workers   = 16 // messages under way at the same time
	perHost   = 2  // of them to one host; one to a host that is not trusted
	perSite   = 4  // of them to hosts of one site
	strangers = 8  // of them to hosts that are not trusted
	perTopic  = 32 // messages of one topic that wait

	hostShare  = 4    // a host has at most 1/hostShare of the queue
	knownHosts = 1024 // hosts that are remembered

	prompt     = time.Second      // a host that answers within this time is trusted
	firstPause = 2 * time.Second  // after the first failure of a host; it doubles with each
	mostPause  = 10 * time.Minute // the longest pause
	tries      = 3                // of one message, if its host fails
	mostAge    = time.Hour        // a message that has waited longer is dropped
)

// A Sender sends notices. It is safe for use by many goroutines.
//
// Every host has its own queue, and the hosts take turns. A host is trusted while
// it answers quickly. All other hosts share some of the workers, so that there
// is always a worker for the trusted ones. After a failure a host gets a pause.
type Sender struct {
	c    Config
	ctx  context.Context
	stop context.CancelFunc
	done sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	hosts   map[string]*host
	turns   []*host        // hosts with messages, in the order they take turns
	topics  map[string]int // messages that wait, by topic
	waiting int            // messages that wait
	working int            // messages under way
	strange int            // of them to hosts that are not trusted
	sites   map[lane]int   // of them by site
	seq     int64          // of the last message
}

// A host is a push service, or whatever a stranger named as one.
type host struct {
	name, site string
	queue      []*job // the oldest first
	working    int
	trusted    bool      // the last answer came quickly
	fails      int       // failures in a row
	until      time.Time // when the pause after a failure ends
	used       time.Time
}

// A lane is the share of the workers for a site. The trusted hosts of a site and
// the others have separate lanes.
type lane struct {
	site    string
	trusted bool
}

// A job is a message on its way.
type job struct {
	to    Target
	m     Message
	gone  func()
	seq   int64
	since time.Time
	tried int
}

func (j *job) same(o *job) bool { return j.to.address() == o.to.address() && j.m.Topic == o.m.Topic }

// NewSender starts a sender.
func NewSender(c Config) *Sender {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Client == nil {
		c.Client = publicClient()
	}
	if c.Queue == 0 {
		c.Queue = 1024
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Sender{c: c, ctx: ctx, stop: stop, hosts: map[string]*host{}, topics: map[string]int{}, sites: map[lane]int{}}
}

// Public returns the key that browsers subscribe with.
func (s *Sender) Public() string { return s.c.Key.Public() }

// Close stops the sender. Messages that still wait are not sent.
func (s *Sender) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.stop()
	s.done.Wait()
}

// Offer queues a message and returns at once. The message replaces one that waits
// for the same target and topic. If too many messages wait, Offer drops an
// older one of the same topic or host, or of a host that is not trusted. If there
// is none it drops the new message and reports false. If nobody wants messages
// there any more, another goroutine calls gone, unless it is nil.
func (s *Sender) Offer(to Target, m Message, gone func()) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	h := s.host(to.address())
	s.seq++
	j := &job{to: to, m: m, gone: gone, seq: s.seq, since: time.Now()}
	if i := slices.IndexFunc(h.queue, j.same); i >= 0 {
		h.queue[i] = j // in the same place of the queue
		return true
	}
	if !s.makeRoom(h, m.Topic) {
		return false
	}
	s.put(h, j, len(h.queue))
	s.dispatch()
	return true
}

// makeRoom drops older messages until there is room for one of a host and a
// topic, and reports whether there is.
func (s *Sender) makeRoom(h *host, topic string) bool {
	if s.topics[topic] >= perTopic {
		s.dropOldest(func(_ *host, j *job) bool { return j.m.Topic == topic })
	}
	if len(h.queue) >= max(1, s.c.Queue/hostShare) {
		s.dropOldest(func(o *host, _ *job) bool { return o == h })
	}
	return s.waiting < s.c.Queue || s.dropOldest(func(o *host, _ *job) bool { return !o.trusted })
}

// dropOldest drops the matching message that has waited longest, and reports
// whether there was one.
func (s *Sender) dropOldest(match func(*host, *job) bool) bool {
	var from *host
	at := 0
	for _, h := range s.turns {
		for i, j := range h.queue {
			if match(h, j) && (from == nil || j.seq < from.queue[at].seq) {
				from, at = h, i
			}
		}
	}
	if from == nil {
		return false
	}
	s.take(from, at)
	return true
}

// put puts a message into the queue of a host.
func (s *Sender) put(h *host, j *job, at int) {
	if len(h.queue) == 0 {
		s.turns = append(s.turns, h)
	}
	h.queue = slices.Insert(h.queue, at, j)
	s.topics[j.m.Topic]++
	s.waiting++
}

// take takes a message out of the queue of a host.
func (s *Sender) take(h *host, at int) *job {
	j := h.queue[at]
	h.queue = slices.Delete(h.queue, at, at+1)
	if len(h.queue) == 0 {
		s.turns = slices.DeleteFunc(s.turns, func(o *host) bool { return o == h })
	}
	if s.topics[j.m.Topic]--; s.topics[j.m.Topic] == 0 {
		delete(s.topics, j.m.Topic)
	}
	s.waiting--
	return j
}

// host returns the host of an endpoint. If there are too many hosts it forgets
// the one used longest ago.
func (s *Sender) host(endpoint string) *host {
	name, site := hostOf(endpoint)
	h := s.hosts[name]
	if h == nil {
		if len(s.hosts) >= knownHosts {
			s.forgetHost()
		}
		h = &host{name: name, site: site}
		s.hosts[name] = h
	}
	h.used = time.Now()
	return h
}

func (s *Sender) forgetHost() {
	var oldest *host
	for _, h := range s.hosts {
		if len(h.queue) == 0 && h.working == 0 && (oldest == nil || h.used.Before(oldest.used)) {
			oldest = h
		}
	}
	if oldest != nil {
		delete(s.hosts, oldest.name)
	}
}

// hostOf returns the host of an endpoint and its site. The site is the last two
// labels of the name, because the owner of a name can make any number of names
// below it. All hosts given by IP address are one site.
func hostOf(endpoint string) (name, site string) {
	u, err := url.Parse(endpoint)
	if err != nil {
		return "", "" // deliver says what is wrong with it
	}
	bare := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	name = bare
	if port := u.Port(); port != "" && port != "443" {
		name += ":" + port
	}
	if _, err := netip.ParseAddr(bare); err == nil {
		return name, ""
	}
	labels := strings.Split(bare, ".")
	return name, strings.Join(labels[max(0, len(labels)-2):], ".")
}

// dispatch gives free workers to the hosts whose turn it is.
func (s *Sender) dispatch() {
	for !s.closed && s.working < workers {
		i := slices.IndexFunc(s.turns, s.mayWork)
		if i < 0 {
			return
		}
		h := s.turns[i]
		j := s.take(h, 0)
		if len(h.queue) > 0 { // it goes to the end of the line
			s.turns = append(slices.Delete(s.turns, i, i+1), h)
		}
		if time.Since(j.since) > mostAge {
			continue
		}
		trusted := h.trusted
		s.count(h, trusted, 1)
		s.done.Go(func() { s.work(h, trusted, j) })
	}
}

// mayWork reports whether a host may have another worker.
func (s *Sender) mayWork(h *host) bool {
	if time.Now().Before(h.until) || s.sites[lane{h.site, h.trusted}] >= perSite {
		return false
	}
	if h.trusted {
		return h.working < perHost
	}
	return h.working < 1 && s.strange < strangers
}

// count counts a worker that starts (1) or ends (-1).
func (s *Sender) count(h *host, trusted bool, by int) {
	h.working += by
	s.working += by
	if !trusted {
		s.strange += by
	}
	l := lane{h.site, trusted}
	if s.sites[l] += by; s.sites[l] == 0 {
		delete(s.sites, l)
	}
}

// work delivers a message and notes how its host did.
func (s *Sender) work(h *host, trusted bool, j *job) {
	begun := time.Now()
	err := s.deliver(s.ctx, j.to, j.m)
	took := time.Since(begun)
	switch {
	case errors.Is(err, errGone):
		if j.gone != nil {
			j.gone()
		}
	case err != nil && s.ctx.Err() == nil:
		s.c.Log.Warn("deliver a notice", "err", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count(h, trusted, -1)
	var down *hostError
	switch {
	case errors.As(err, &down):
		s.failed(h, j)
	case err == nil, errors.Is(err, errGone):
		h.trusted, h.fails = took <= prompt, 0
	}
	s.dispatch()
}

// failed gives a host a pause and keeps its message for another try, unless there
// is a newer one.
func (s *Sender) failed(h *host, j *job) {
	now := time.Now()
	h.trusted = false
	if !now.Before(h.until) { // messages that fail together are one failure
		pause := min(firstPause<<min(h.fails, 16), mostPause)
		h.fails++
		h.until = now.Add(pause)
		time.AfterFunc(pause, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.dispatch()
		})
	}
	if j.tried++; j.tried < tries && !slices.ContainsFunc(h.queue, j.same) {
		s.put(h, j, 0)
	}
}

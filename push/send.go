package push

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A Message is a notice.
type Message struct {
	Body    []byte        // at most MostBody bytes
	TTL     time.Duration // how long the service keeps it for a browser that is not there
	Urgency string        // very-low, low, normal or high; "" for normal
	Topic   string        // a later message of the same topic replaces one not yet delivered
}

// ErrGone says that a subscription has ended: it is never to be used again.
var ErrGone = errors.New("the subscription has ended")

// Config is what a Sender needs. Key is required.
type Config struct {
	Key     *Key
	Subject string       // whom a push service may turn to: an https address or mailto:; "" for nobody
	Log     *slog.Logger // the default logger if nil
	Client  *http.Client // nil for one that reaches public addresses alone; tests give their own
	Queue   int          // messages that wait; 256 if zero
}

// A Sender sends notices, a few at a time. It is safe for use by many
// goroutines.
type Sender struct {
	c      Config
	queue  chan job
	cancel context.CancelFunc
	done   sync.WaitGroup
}

type job struct {
	to   Subscription
	m    Message
	gone func()
}

const (
	workers  = 4
	sendTime = 15 * time.Second // for one message, with everything
	signed   = 12 * time.Hour   // how long a signature is good; services allow a day
)

// NewSender starts a sender.
func NewSender(c Config) *Sender {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Client == nil {
		c.Client = publicClient()
	}
	if c.Queue == 0 {
		c.Queue = 256
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &Sender{c: c, queue: make(chan job, c.Queue), cancel: cancel}
	for range workers {
		s.done.Go(func() { s.work(ctx) })
	}
	return s
}

// Public returns the key that browsers subscribe with.
func (s *Sender) Public() string { return s.c.Key.Public() }

// Close stops the sender. What still waits is not sent.
func (s *Sender) Close() {
	s.cancel()
	s.done.Wait()
}

// Offer queues a message and returns at once. It reports false, and the
// message is lost, if too many wait. Gone is called, from another goroutine,
// if the subscription turns out to have ended.
func (s *Sender) Offer(to Subscription, m Message, gone func()) bool {
	select {
	case s.queue <- job{to, m, gone}:
		return true
	default:
		return false
	}
}

func (s *Sender) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-s.queue:
			err := s.Send(ctx, j.to, j.m)
			switch {
			case errors.Is(err, ErrGone):
				j.gone()
			case err != nil && ctx.Err() == nil:
				s.c.Log.Warn("a notice was not sent", "err", err)
			}
		}
	}
}

// Send sends a message and waits until the push service has it. Errors do not
// name the endpoint, which is a secret of the browser.
func (s *Sender) Send(ctx context.Context, to Subscription, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	if err := to.Check(); err != nil {
		return err
	}
	body, err := to.Keys.encrypt(m.Body)
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return errors.New("the endpoint is no address")
	}
	auth, err := s.c.Key.authorization("https://"+r.URL.Host, s.c.Subject, time.Now().Add(signed))
	if err != nil {
		return err
	}
	h := r.Header
	h.Set("Authorization", auth)
	h.Set("Content-Encoding", "aes128gcm")
	h.Set("Content-Type", "application/octet-stream")
	h.Set("TTL", strconv.Itoa(int(m.TTL.Seconds())))
	if m.Urgency != "" {
		h.Set("Urgency", m.Urgency)
	}
	if m.Topic != "" {
		h.Set("Topic", m.Topic)
	}
	res, err := s.c.Client.Do(r)
	if err != nil {
		if u := (*url.Error)(nil); errors.As(err, &u) {
			err = u.Err
		}
		return fmt.Errorf("the push service %s: %w", r.URL.Hostname(), err)
	}
	defer res.Body.Close()
	io.Copy(io.Discard, io.LimitReader(res.Body, 4<<10)) // so that the connection can be used again
	switch {
	case res.StatusCode == http.StatusNotFound, res.StatusCode == http.StatusGone:
		return ErrGone
	case res.StatusCode/100 != 2:
		return fmt.Errorf("the push service %s answers %s", r.URL.Hostname(), res.Status)
	}
	return nil
}

// publicClient returns a client that reaches only what everybody can reach, by
// the port of https, and follows no one further. Otherwise a stranger could
// make the server knock on doors inside its own network.
func publicClient() *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second, Control: func(_, address string, _ syscall.RawConn) error {
		// This is the address in the end, after all names are resolved.
		ap, err := netip.ParseAddrPort(address)
		if err != nil || ap.Port() != 443 || !public(ap.Addr()) {
			return errors.New("its address is not a public one")
		}
		return nil
	}}
	return &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: 10 * time.Second,
			MaxIdleConns: 16, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		},
	}
}

// special are networks that look public and are not, or that lead to others.
var special = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fec0::/10")

func prefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// public reports whether an address can be reached from anywhere.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

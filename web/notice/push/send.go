package push

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"
	"time"
)

// A Target is where a message goes: a [Subscription] or a [Hook].
type Target interface {
	address() string
	// request makes the request that delivers a message. Its errors do not contain
	// the address, which is often a secret.
	request(ctx context.Context, s *Sender, m Message) (*http.Request, error)
}

// A Message is a notice.
type Message struct {
	Body    []byte        // at most 3000 bytes
	TTL     time.Duration // how long the service keeps it for a browser that is not there
	Urgency string        // very-low, low, normal or high; "" for normal
	Topic   string        // a later message of the same topic replaces one not yet delivered
}

// errGone says that a subscription has ended and must not be used again.
var errGone = errors.New("the subscription has ended")

// A hostError is a failure of a push service, not of one message or subscription.
// The status 429 is not a hostError: it may concern one subscription, which must
// not pause the service for all.
type hostError struct{ err error }

func (e *hostError) Error() string { return e.err.Error() }
func (e *hostError) Unwrap() error { return e.err }

const (
	connectTime = 3 * time.Second // to reach a push service, and again for its TLS handshake
	sendTime    = 5 * time.Second // for one message, including the connection
	signed      = 12 * time.Hour  // how long a signature is valid; services allow a day
)

func (to Subscription) address() string { return to.Endpoint }

func (to Subscription) request(ctx context.Context, s *Sender, m Message) (*http.Request, error) {
	if err := to.Check(); err != nil {
		return nil, err
	}
	body, err := to.Keys.encrypt(m.Body)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to.Endpoint, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the endpoint is not an address")
	}
	auth, err := s.c.Key.authorization("https://"+r.URL.Host, s.c.Subject, time.Now().Add(signed))
	if err != nil {
		return nil, err
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
	return r, nil
}

// deliver sends a message and waits until the target has it. Errors do not contain
// the target's address.
func (s *Sender) deliver(ctx context.Context, to Target, m Message) error {
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	r, err := to.request(ctx, s, m)
	if err != nil {
		return err
	}
	res, err := s.c.Client.Do(r)
	if err != nil {
		if u := (*url.Error)(nil); errors.As(err, &u) {
			err = u.Err
		}
		return &hostError{fmt.Errorf("%s: %w", r.URL.Hostname(), err)}
	}
	defer res.Body.Close()
	io.Copy(io.Discard, io.LimitReader(res.Body, 4<<10)) // so that the connection can be used again
	switch {
	case res.StatusCode == http.StatusNotFound, res.StatusCode == http.StatusGone:
		return errGone
	case res.StatusCode >= 500:
		return &hostError{fmt.Errorf("%s answers %s", r.URL.Hostname(), res.Status)}
	case res.StatusCode/100 != 2:
		return fmt.Errorf("%s answers %s", r.URL.Hostname(), res.Status)
	}
	return nil
}

// publicClient returns a client that connects to public addresses only, at the
// port of https, and follows no redirects. Otherwise a stranger could make the
// server send requests into its own network.
func publicClient() *http.Client {
	dialer := &net.Dialer{Timeout: connectTime, Control: func(_, address string, _ syscall.RawConn) error {
		// All names are resolved by now.
		ap, err := netip.ParseAddrPort(address)
		if err != nil || ap.Port() != 443 || !public(ap.Addr()) {
			return errors.New("its address is not public")
		}
		return nil
	}}
	return &http.Client{
		Timeout:       sendTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: connectTime,
			ResponseHeaderTimeout: sendTime, MaxConnsPerHost: perHost, MaxIdleConns: workers, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		},
	}
}

// special are networks that look public but are not, or that lead to others.
var special = prefixes("0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24",
	"203.0.113.0/24", "240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

// worldwide is where all public addresses of IPv6 are. What lies outside may lead
// elsewhere, such as to an address of IPv4 behind a translator.
var worldwide = netip.MustParsePrefix("2000::/3")

func prefixes(list ...string) (out []netip.Prefix) {
	for _, p := range list {
		out = append(out, netip.MustParsePrefix(p))
	}
	return out
}

// public reports whether everybody can reach an address.
func public(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !worldwide.Contains(a) {
		return false
	}
	for _, p := range special {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

package nats

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// Options configure a connection.
type Options struct {
	Name  string       // this node's name, as the server lists it
	Creds string       // file with the credentials of an account; "" for none
	CA    string       // file with the certificate authorities to trust; "" for the machine's
	Log   *slog.Logger // nil logs nothing

	// Release names the program: a Crew and a Worker work together only if
	// theirs is the same. "" means work.Release.
	Release string
}

// Status describes the state of a connection.
type Status struct {
	Connected  bool      `json:"connected"`
	Server     string    `json:"server,omitempty"` // its address, without a password
	Since      time.Time `json:"since"`            // when this state began
	Reconnects int       `json:"reconnects"`       // number of reconnects
	Error      string    `json:"error,omitempty"`  // the last error; kept after recovery
}

const (
	slowest  = 2 * time.Second // longest pause between two attempts to connect
	patience = 2 * time.Second // how long to wait for a server that does not answer
)

// A link is a connection that reconnects forever.
type link struct {
	nc     *nats.Conn
	prefix string // of all subjects, with its dot
	log    *slog.Logger
	up     func() // called on every connect and reconnect
	lost   func() // called when messages were dropped

	mu     sync.Mutex // no other lock is taken while it is held; the bus takes it while holding its own
	status Status
	closed bool
}

// dial connects. An unreachable server is not an error: the link keeps trying.
// A server that refuses the connection is one.
func dial(ctx context.Context, address string, o Options, l *link, more ...nats.Option) error {
	hosts, house, err := readAddress(address)
	if err != nil {
		return err
	}
	l.prefix = "parlour." + token(house) + "."
	if l.log = o.Log; l.log == nil {
		l.log = slog.New(slog.DiscardHandler)
	}
	l.status.Since = time.Now()
	options := append([]nats.Option{
		nats.Name("parlour " + o.Name),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(), // the credentials may be corrected
		nats.CustomReconnectDelay(pause),
		nats.ReconnectBufSize(-1), // the bus keeps unsent messages, not the connection
		nats.Timeout(patience),
		nats.FlusherTimeout(patience),
		nats.ReconnectOnFlusherError(),
		nats.PingInterval(5 * time.Second),
		nats.MaxPingsOutstanding(2),
		nats.ReconnectHandler(l.connected),
		nats.DisconnectErrHandler(l.disconnected),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { l.note(err) }),
		nats.ErrorHandler(l.failed),
	}, more...)
	if o.Creds != "" {
		if _, err := os.Stat(o.Creds); err != nil {
			return fmt.Errorf("cannot use the credentials for the bus: %w", err)
		}
		options = append(options, nats.UserCredentials(o.Creds))
	}
	if o.CA != "" {
		if _, err := os.Stat(o.CA); err != nil {
			return fmt.Errorf("cannot use the certificate authority for the bus: %w", err)
		}
		options = append(options, nats.RootCAs(o.CA))
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	l.nc, err = nats.Connect(hosts, options...)
	if err == nil {
		l.arrived(l.nc)
		return nil
	}
	if refuses(err) {
		return fmt.Errorf("cannot connect to the bus at %s: %w", redacted(hosts), err)
	}
	l.note(err)
	l.log.Warn("the bus cannot be reached; retrying", "bus", redacted(hosts), "error", err)
	l.nc, err = nats.Connect(hosts, append(options, nats.RetryOnFailedConnect(true), nats.ConnectHandler(l.connected))...)
	if err != nil {
		return fmt.Errorf("cannot connect to the bus at %s: %w", redacted(hosts), err)
	}
	return nil
}

// refuses reports whether trying again is pointless.
func refuses(err error) bool {
	var untrusted *tls.CertificateVerificationError
	if errors.As(err, &untrusted) {
		return true
	}
	for _, e := range []error{nats.ErrAuthorization, nats.ErrAuthExpired, nats.ErrAuthRevoked, nats.ErrAccountAuthExpired,
		nats.ErrSecureConnRequired, nats.ErrSecureConnWanted, nats.ErrNkeysNotSupported} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// pause returns how long to wait before the next attempt. It is random, so
// that the nodes of a house do not all come back at the same instant.
func pause(attempts int) time.Duration {
	d := min(50*time.Millisecond<<min(attempts, 10), slowest)
	return d/2 + rand.N(d)
}

// readAddress parses an address.
func readAddress(address string) (hosts, house string, err error) {
	var list []string
	for part := range strings.SplitSeq(address, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if !strings.Contains(part, "://") {
			part = "nats://" + part
		}
		u, err := url.Parse(part)
		if err != nil {
			// Leave the address out of the error: it may contain a password.
			var bad *url.Error
			if errors.As(err, &bad) {
				err = bad.Err
			}
			return "", "", fmt.Errorf("the address of the bus is malformed: %w", err)
		}
		switch u.Scheme {
		case "nats", "tls", "ws", "wss":
		default:
			return "", "", fmt.Errorf("the address of the bus must start with nats:// or tls://, not %s://", u.Scheme)
		}
		if u.Host == "" {
			return "", "", fmt.Errorf("the address of the bus names no host; expected nats://host:4222")
		}
		if name := strings.Trim(u.Path, "/"); name != "" {
			house = name
		}
		u.Path, u.RawPath = "", ""
		list = append(list, u.String())
	}
	if len(list) == 0 {
		return "", "", errors.New("the address of the bus is empty; expected nats://host:4222")
	}
	if house == "" {
		house = "main"
	}
	return strings.Join(list, ","), house, nil
}

// redacted returns addresses without their passwords.
func redacted(hosts string) string {
	var list []string
	for part := range strings.SplitSeq(hosts, ",") {
		if u, err := url.Parse(part); err == nil {
			part = u.Redacted()
			if u.User != nil {
				if _, ok := u.User.Password(); !ok { // a token, which is just as secret
					u.User = url.User("xxxxx")
					part = u.String()
				}
			}
		}
		list = append(list, part)
	}
	return strings.Join(list, ",")
}

// token encodes a name as one token of a subject. Names of letters, digits,
// dashes and underscores stay as they are; others are written as "=" and
// hexadecimal.
func token(name string) string {
	plain := name != ""
	for _, c := range []byte(name) {
		plain = plain && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')
	}
	if plain {
		return name
	}
	return fmt.Sprintf("=%x", name)
}

// arrived records that the connection is up.
func (l *link) arrived(nc *nats.Conn) (server string) {
	server = redacted(nc.ConnectedUrl())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Connected, l.status.Server, l.status.Since = true, server, time.Now()
	l.status.Reconnects = int(nc.Stats().Reconnects)
	return server
}

func (l *link) connected(nc *nats.Conn) {
	l.log.Info("the bus is back", "bus", l.arrived(nc))
	if l.up != nil {
		l.up()
	}
}

func (l *link) disconnected(_ *nats.Conn, err error) {
	l.mu.Lock()
	l.status.Connected, l.status.Since = false, time.Now()
	if l.status.Error = "the connection was closed"; err != nil {
		l.status.Error = err.Error()
	}
	server, closed := l.status.Server, l.closed
	l.mu.Unlock()
	if closed {
		return
	}
	l.log.Warn("lost the connection to the bus; retrying", "bus", server, "error", err)
}

func (l *link) failed(_ *nats.Conn, _ *nats.Subscription, err error) {
	if errors.Is(err, nats.ErrSlowConsumer) {
		if l.lost != nil {
			l.lost()
		}
	} else {
		l.log.Warn("the bus reported an error", "error", err)
	}
	l.note(err)
}

// close ends the connection.
func (l *link) close() {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.nc.Close()
}

// note records an error for Status.
func (l *link) note(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.status.Error = err.Error()
}

// Status returns the state of the connection.
func (l *link) Status() Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.status
}

// Healthy returns nil while connected, and otherwise an error that says what
// is wrong.
func (l *link) Healthy() error {
	s := l.Status()
	switch {
	case s.Connected:
		return nil
	case s.Error == "":
		return errors.New("the bus is not connected")
	}
	return fmt.Errorf("the bus is not connected: %s", s.Error)
}

package server

import (
	"bytes"
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parlour/web"
	"parlour/web/address"
)

// A visit is a connection that has only an address.
type visit struct {
	net.Conn
	from   string
	closed bool
}

func (v *visit) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.MustParseAddrPort(v.from))
}
func (v *visit) Close() error { v.closed = true; return nil }

// ofMost returns the connections of a server that takes only so many, and its log.
func ofMost(most int) (*connections, *bytes.Buffer) {
	var book bytes.Buffer
	at := address.Settings{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}}
	cs := newConnections(&web.Server{Config: web.Config{Settings: at, Log: slog.New(slog.NewTextHandler(&book, nil))}})
	cs.room.Limits.All = most
	return cs, &book
}

// The address with most connections makes room for others, and gets no more itself.
func TestConnections(t *testing.T) {
	cs, book := ofMost(4)
	come := func(from string) *visit {
		v := &visit{from: from}
		cs.note(v, http.StateNew)
		return v
	}
	bare := &visit{from: "192.0.2.1:1"} // with TLS around it
	oldest := tls.Server(bare, &tls.Config{})
	cs.note(oldest, http.StateNew)
	second, third, fourth := come("192.0.2.1:2"), come("192.0.2.1:3"), come("[::ffff:192.0.2.1]:4")
	if bare.closed || second.closed || third.closed || fourth.closed {
		t.Error("a connection was closed before there were too many")
	}
	if fifth := come("192.0.2.1:5"); !fifth.closed || !strings.Contains(book.String(), "level=WARN") || bare.closed {
		t.Errorf("the fifth connection of four is open; logged: %s", book)
	}
	if other := come("198.51.100.7:1"); other.closed || !bare.closed || second.closed {
		t.Error("the address with most makes no room")
	}
	for range 10 {
		if proxy := come("[::ffff:10.1.2.3]:1"); proxy.closed {
			t.Error("a connection of a trusted proxy was closed")
		}
	}
	cs.note(oldest, http.StateClosed)
	cs.note(second, http.StateActive)
	cs.note(second, http.StateIdle)
	if n := cs.room.Len(); n != 4 {
		t.Errorf("%d connections count, want 4", n)
	}
	cs.note(second, http.StateClosed)
	cs.note(third, http.StateHijacked)
	if n := cs.room.Len(); n != 2 || len(cs.leave) != 2 {
		t.Errorf("%d connections count, %d are known, want 2", n, len(cs.leave))
	}
}

func TestMostConnections(t *testing.T) {
	for open, want := range map[uint64]int{100: 50, 400: 272, 20_000: 19_872, 1 << 20: 1 << 16, 1<<64 - 1: 1 << 16} {
		if got := mostConnections(open, true); got != want {
			t.Errorf("of %d files %d may be connections, want %d", open, got, want)
		}
	}
	if got := mostConnections(0, false); got != 1<<16 {
		t.Errorf("%d connections, if nobody knows how many files may be open", got)
	}
	cs := newConnections(&web.Server{Config: web.Config{Limits: web.NoLimits}})
	if n := cs.room.Limits.All; n != 0 {
		t.Errorf("%d connections without limits", n)
	}
}

// failing is a listener that cannot accept.
type failing struct {
	net.Listener
	err error
}

func (f failing) Accept() (net.Conn, error) { return nil, f.err }

// The log says once a minute that connections cannot be accepted.
func TestAcceptErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cs, book := ofMost(1)
		l := watched{failing{err: errors.New("too many open files")}, cs}
		for _, want := range []int{1, 2} {
			for range 3 {
				if _, err := l.Accept(); err == nil {
					t.Fatal("accepted")
				}
			}
			if n := strings.Count(book.String(), `level=WARN msg="a connection cannot be accepted" err="too many open files"`); n != want {
				t.Errorf("%d warnings, want %d: %s", n, want, book)
			}
			time.Sleep(time.Minute)
		}
		book.Reset()
		if _, err := (watched{failing{err: net.ErrClosed}, cs}).Accept(); err == nil || book.Len() > 0 {
			t.Errorf("closing is logged: %s", book)
		}
	})
}

package server

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"slices"
	"strings"
	"testing"
)

// The address on the local network is one that other machines can open.
func TestLANAddress(t *testing.T) {
	address := lanAddress("http", &net.TCPAddr{Port: 8080})
	if address != "" && (!strings.HasPrefix(address, "http://") || !strings.HasSuffix(address, ":8080") || strings.Contains(address, "127.")) {
		t.Errorf("the address on the network is %q", address)
	}
	if address := lanAddress("http", &net.UnixAddr{}); address != "" {
		t.Errorf("a socket of the machine is at %q", address)
	}
}

func TestOpenable(t *testing.T) {
	for want, addr := range map[string]net.Addr{
		"localhost:80": &net.TCPAddr{IP: net.IPv4zero, Port: 80},
		"127.0.0.1:80": &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80},
		"[::1]:80":     &net.TCPAddr{IP: net.IPv6loopback, Port: 80},
		"/a/socket":    &net.UnixAddr{Name: "/a/socket"},
	} {
		if got := openable(addr); got != want {
			t.Errorf("%v opens as %q, want %q", addr, got, want)
		}
	}
}

// Hosts come from the domains of ACME and from the certificates, in lower case.
func TestHosts(t *testing.T) {
	got := hosts([]string{"One.Example"}, []tls.Certificate{{}, {Leaf: &x509.Certificate{DNSNames: []string{"Two.Example"}}}})
	if !slices.Equal(got, []string{"one.example", "two.example"}) {
		t.Errorf("the hosts are %v", got)
	}
}

// The output depends on who can reach the server.
func TestAnnounce(t *testing.T) {
	here := &door{Listener: listener{&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80}}, scheme: "http"}
	lan := &door{Listener: listener{&net.TCPAddr{Port: 80}}, scheme: "http", onLAN: true, lan: "http://10.0.0.7:80"}
	cut := &door{Listener: listener{&net.TCPAddr{Port: 80}}, scheme: "http", onLAN: true}
	for _, c := range []struct {
		d         *door
		public    string
		want, not string
	}{
		{here, "", "this machine only", "\u2588"},
		{here, "https://a.example", "open at https://a.example\n", "this machine only"},
		{lan, "", "On this network: http://10.0.0.7:80\n", "nobody else"},
		{lan, "https://a.example", "\u2588", "10.0.0.7"},
		{cut, "", "nobody else", "\u2588"},
	} {
		var b strings.Builder
		if c.d.announce(&b, c.public); !strings.Contains(b.String(), c.want) || strings.Contains(b.String(), c.not) {
			t.Errorf("%+v, public %q: %s", c.d, c.public, b.String())
		}
	}
}

// listener is a listener that has only an address.
type listener struct{ addr net.Addr }

func (l listener) Accept() (net.Conn, error) { return nil, net.ErrClosed }
func (l listener) Close() error              { return nil }
func (l listener) Addr() net.Addr            { return l.addr }

package address

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// TestClient finds the address of a client behind proxies.
func TestClient(t *testing.T) {
	s := &Settings{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}}
	for _, c := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:1000", "", "192.0.2.1"},
		{"192.0.2.1:1000", "198.51.100.7", "192.0.2.1"}, // nobody we trust says so
		{"10.1.1.1:1000", "198.51.100.7", "198.51.100.7"},
		{"10.1.1.1:1000", "203.0.113.9, 198.51.100.7", "198.51.100.7"}, // the first may be invented
		{"10.1.1.1:1000", "198.51.100.7, 10.2.2.2", "198.51.100.7"},
		{"10.1.1.1:1000", "nonsense", "10.1.1.1"},
		{"10.1.1.1:1000", "", "10.1.1.1"},
		{"[::1]:1000", "2001:db8::1", "2001:db8::1"},
		{"[::ffff:10.1.1.1]:1000", "198.51.100.7", "198.51.100.7"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := s.Client(r).String(); got != c.want {
			t.Errorf("%s forwarded for %q is %s, want %s", c.remote, c.forwarded, got, c.want)
		}
	}
}

func TestLoopback(t *testing.T) {
	for link, want := range map[string]bool{
		"http://127.0.0.1:8080": true, "http://localhost:8080/t/x": true, "http://[::1]:80": true, "http://a.localhost": true,
		"http://192.168.1.4:8080": false, "https://parlour.example": false, "nonsense": false,
		"http://localhost:80x": false, "http://127.0.0.1:evil.example": false,
	} {
		if IsLoopback(link) != want {
			t.Errorf("%s is loopback: %v", link, !want)
		}
	}
}

// ExampleSettings_Base shows that a link never names a foreign host.
func ExampleSettings_Base() {
	at := Settings{Hosts: []string{"parlour.example"}}
	for _, host := range []string{"parlour.example", "evil.example"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Host = host
		fmt.Println(at.Base(r) + "/t/abc")
	}
	// Output:
	// http://parlour.example/t/abc
	// /t/abc
}

// Package address tells where requests come from and where people reach the server.
//
//	at := address.Settings{PublicURL: "https://parlour.example"}
//	link := at.Base(r) + "/t/" + id
//
// A request can claim anything about both. Only what the host of the server has set,
// or a trusted proxy says, is believed.
package address

import (
	"cmp"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Settings are what the host of a server says about addresses.
type Settings struct {
	PublicURL      string         // where people reach the server, without a slash at the end; "" for the address in the request, if it is the server's own
	Hosts          []string       // names of the server in lower case, such as those in its certificate
	Machine        string         // name of this machine in lower case, by which people on it may reach the server
	LAN            string         // like PublicURL, for the local network; used in links made on this machine
	TrustedProxies []netip.Prefix // whose X-Forwarded headers to believe
}

// Base returns the beginning of every link to this server: the configured
// address, or the one in the request if it is the server's own. A request can
// name any host, so a foreign one never gets into a link: then Base is "" and
// the link is relative.
func (s *Settings) Base(r *http.Request) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	u := url.URL{Scheme: "http", Host: r.Host}
	if s.Secure(r) {
		u.Scheme = "https"
	}
	switch base := u.String(); {
	case IsLoopback(base):
		return cmp.Or(s.LAN, base)
	case base == s.LAN, s.own(r):
		return base
	}
	return ""
}

// Printed is Base for a link on paper or in a QR code, which cannot be relative. It is
// "" if nobody knows where people will find this server.
func (s *Settings) Printed(r *http.Request) string { return cmp.Or(s.Base(r), s.LAN) }

// own reports whether the host in a request is this server: a configured name,
// or the address at which the connection arrived.
func (s *Settings) own(r *http.Request) bool {
	host := url.URL{Host: r.Host}
	if slices.Contains(s.Hosts, strings.ToLower(host.Hostname())) {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if !ok {
		return false
	}
	here, there := local.AddrPort(), netip.AddrPortFrom(netip.Addr{}, 80)
	if r.TLS != nil {
		there = netip.AddrPortFrom(netip.Addr{}, 443)
	}
	if port, err := strconv.ParseUint(host.Port(), 10, 16); err == nil {
		there = netip.AddrPortFrom(netip.Addr{}, uint16(port))
	}
	a, err := netip.ParseAddr(host.Hostname())
	return err == nil && a.Unmap() == here.Addr().Unmap() && there.Port() == here.Port()
}

// Foreign reports whether a request comes from this machine and names a host that the
// server does not know. A page of another site sends such requests if the name of its
// site leads here (DNS rebinding): a browser then takes the server for that site. An
// address leads nowhere else, nobody outside can own a name of the local network, and
// with TLS the browser has checked the name. Who comes over the network may use any name.
func (s *Settings) Foreign(r *http.Request) bool {
	if r.Host == "" || r.TLS != nil || !fromHere(r) {
		return false
	}
	host := strings.ToLower(strings.TrimSuffix((&url.URL{Host: r.Host}).Hostname(), "."))
	if _, err := netip.ParseAddr(host); err == nil || isOfNetwork(host) || host == s.Machine || slices.Contains(s.Hosts, host) {
		return false
	}
	public, err := url.Parse(s.PublicURL)
	return err != nil || !strings.EqualFold(host, public.Hostname())
}

// fromHere reports whether a request comes from this machine: over the loopback, or from
// the address at which it arrived.
func fromHere(r *http.Request) bool {
	a := remote(r)
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	return a.IsLoopback() || ok && a == local.AddrPort().Addr().Unmap()
}

// isOfNetwork reports whether a name means something only in a local network: it has no
// dot, or an ending that nobody can register.
func isOfNetwork(name string) bool {
	return !strings.Contains(name, ".") || slices.ContainsFunc([]string{".localhost", ".local", ".localdomain", ".internal", ".home.arpa", ".lan"},
		func(end string) bool { return strings.HasSuffix(name, end) })
}

// isLocalhost reports whether a name means the machine that asks.
func isLocalhost(name string) bool {
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}

// IsLoopback reports whether a link works on this machine only.
func IsLoopback(link string) bool {
	u, err := url.Parse(link) // which refuses a port that is no number
	if err != nil {
		return false
	}
	if isLocalhost(u.Hostname()) {
		return true
	}
	a, err := netip.ParseAddr(u.Hostname())
	return err == nil && a.Unmap().IsLoopback()
}

// Secure reports whether the browser uses TLS.
func (s *Settings) Secure(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(s.PublicURL, "https:") {
		return true
	}
	return s.Proxied(r) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// Proxied reports whether a request comes from a trusted proxy.
func (s *Settings) Proxied(r *http.Request) bool { return s.Trusts(remote(r)) }

// Client returns the address of the client. Behind trusted proxies it is the last
// forwarded address that is not one of theirs.
func (s *Settings) Client(r *http.Request) netip.Addr {
	a := remote(r)
	if !s.Trusts(a) {
		return a
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if a = hop.Unmap(); !s.Trusts(a) {
			break
		}
	}
	return a
}

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

// Trusts reports whether an address is a trusted proxy.
func (s *Settings) Trusts(a netip.Addr) bool {
	return slices.ContainsFunc(s.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(a) })
}

package web

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

// base returns the beginning of every link to this server: the configured
// address, or the one in the request if it is the server's own. A request can
// name any host, so a foreign one never gets into a link: then base is "" and
// the link is relative.
func (s *Server) base(r *http.Request) string {
	if s.PublicURL != "" {
		return s.PublicURL
	}
	u := url.URL{Scheme: "http", Host: r.Host}
	if s.secure(r) {
		u.Scheme = "https"
	}
	switch base := u.String(); {
	case isLoopback(base):
		return cmp.Or(s.LAN, base)
	case base == s.LAN, s.own(r):
		return base
	}
	return ""
}

// own reports whether the host in a request is this server: a configured name,
// or the address at which the connection arrived.
func (s *Server) own(r *http.Request) bool {
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

// isLoopback reports whether a link works on this machine only.
func isLoopback(address string) bool {
	_, host, ok := strings.Cut(address, "://")
	if !ok {
		return false
	}
	host, _, _ = strings.Cut(host, "/")
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}

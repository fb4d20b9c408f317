package web

import (
	"net/http"
	"net/netip"
	"strings"
	"time"

	"parlour/hall"
	"parlour/web/wire"
)

// cookieName is the cookie that holds a browser's token.
const cookieName = "parlour_token"

// tokenLen is the length of a token: 128 bits in hex.
const tokenLen = 32

// wellFormed reports whether a text can be a token.
func wellFormed(token string) bool {
	if len(token) != tokenLen {
		return false
	}
	for i := range len(token) {
		if c := token[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// tokenOf returns the token of a request, or "" if it has no well-formed one. A
// bearer token takes precedence over the cookie.
func tokenOf(r *http.Request) string {
	if auth := r.Header.Get("Authorization"); auth != "" {
		scheme, token, _ := strings.Cut(auth, " ")
		if strings.EqualFold(scheme, "Bearer") && wellFormed(token) {
			return token
		}
		return ""
	}
	if c, err := r.Cookie(cookieName); err == nil && wellFormed(c.Value) {
		return c.Value
	}
	return ""
}

// token gives a browser its cookie, or a bot its bearer token.
func (s *Server) token(r *request) error {
	var ask wire.BearerAsk
	if r.ContentLength != 0 {
		if err := r.decode(&ask); err != nil {
			return err
		}
	}
	if ask.Bearer {
		return r.sendJSON(wire.BearerAnswer{Token: hall.NewToken()})
	}
	if c, err := r.Cookie(cookieName); err != nil || !wellFormed(c.Value) {
		http.SetCookie(r.w, &http.Cookie{
			Name: cookieName, Value: hall.NewToken(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: s.secure(r.Request), MaxAge: int((365 * 24 * time.Hour).Seconds()),
		})
	}
	r.w.Header().Set("Cache-Control", "no-store")
	return nothing{}.send(r)
}

// secure reports whether the browser uses TLS.
func (s *Server) secure(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(s.PublicURL, "https:") {
		return true
	}
	return s.trusted(remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// remote returns the address at the other end of the connection.
func remote(r *http.Request) netip.Addr {
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	return ap.Addr().Unmap()
}

// trusted reports whether an address is a trusted proxy.
func (s *Server) trusted(a netip.Addr) bool {
	for _, p := range s.TrustedProxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// client returns the address of the client. Behind trusted proxies it is the last
// forwarded address that is not one of theirs.
func (s *Server) client(r *http.Request) netip.Addr {
	a := remote(r)
	if !s.trusted(a) {
		return a
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		if a = hop.Unmap(); !s.trusted(a) {
			break
		}
	}
	return a
}

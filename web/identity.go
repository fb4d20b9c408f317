package web

import (
	"net/http"
	"strings"
	"time"

	"parlour/hall"
	"parlour/web/wire"
)

// cookieName is the cookie that holds a browser's token.
const cookieName = "parlour_token"

// tokenOf returns the token of a request, or "" if it has no well-formed one. A
// bearer token takes precedence over the cookie.
func tokenOf(r *http.Request) string {
	if auth := r.Header.Get("Authorization"); auth != "" {
		scheme, token, _ := strings.Cut(auth, " ")
		if strings.EqualFold(scheme, "Bearer") && hall.IsToken(token) {
			return token
		}
		return ""
	}
	if c, err := r.Cookie(cookieName); err == nil && hall.IsToken(c.Value) {
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
	if c, err := r.Cookie(cookieName); err != nil || !hall.IsToken(c.Value) {
		http.SetCookie(r.w, &http.Cookie{
			Name: cookieName, Value: hall.NewToken(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: s.Secure(r.Request), MaxAge: int((365 * 24 * time.Hour).Seconds()),
		})
	}
	r.w.Header().Set("Cache-Control", "no-store")
	return nothing{}.send(r)
}

package web

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"parlour/hall"
	"parlour/phrase"
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

// tokenOf returns the token of a request, "" if it has none that is well
// formed. A bearer token goes before the cookie.
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
func (s *Server) token(w http.ResponseWriter, r *http.Request) error {
	var ask struct {
		Bearer bool `json:"bearer"`
	}
	if r.ContentLength != 0 {
		if err := decode(w, r, &ask); err != nil {
			return err
		}
	}
	if ask.Bearer {
		writeJSON(w, http.StatusOK, map[string]string{"token": hall.NewToken()})
		return nil
	}
	if c, err := r.Cookie(cookieName); err != nil || !wellFormed(c.Value) {
		http.SetCookie(w, &http.Cookie{
			Name: cookieName, Value: hall.NewToken(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode,
			Secure: s.secure(r), MaxAge: int((365 * 24 * time.Hour).Seconds()),
		})
	}
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// secure reports whether the browser talks to us by TLS.
func (s *Server) secure(r *http.Request) bool {
	if r.TLS != nil || strings.HasPrefix(s.PublicURL, "https:") {
		return true
	}
	return s.trusted(remote(r)) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// maxBody is how much a request may carry.
const maxBody = 64 << 10

// decode reads the body of a request, which is one JSON value with known
// fields.
func decode(w http.ResponseWriter, r *http.Request, into any) error {
	if ct := r.Header.Get("Content-Type"); ct != "" {
		if kind, _, _ := strings.Cut(ct, ";"); strings.TrimSpace(kind) != "application/json" {
			return fail(BadRequest, "The body has to be JSON, with the type application/json.")
		}
	}
	dec := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	dec.DisallowUnknownFields()
	err := dec.Decode(into)
	if err == nil {
		// Not More, which takes a stray bracket for the end.
		if _, err = dec.Token(); errors.Is(err, io.EOF) {
			return nil
		}
		if errorOf(err).Code != TooLarge {
			return fail(BadRequest, "The body has to be one JSON value, but something follows it.")
		}
	}
	if e := errorOf(err); e.Code == TooLarge {
		return e
	}
	return fail(BadRequest, phrase.Sentence("the body cannot be read: "+err.Error()))
}

package exchange

import (
	"maps"
	"net/http"
	"strings"
)

// Policy is the content security policy of every answer.
// Scripts come from files of the page only, and so does WebAssembly. Pictures
// that the program of a device draws are blobs.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// FramePolicy is the policy of the pages that other sites may show in a frame.
// Nobody can act on them.
var FramePolicy = strings.Replace(Policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// securityHeaders are part of every answer. All answers share the lists.
var securityHeaders = http.Header{
	"Content-Security-Policy":      {Policy},
	"Referrer-Policy":              {"no-referrer"},
	"X-Content-Type-Options":       {"nosniff"},
	"Cross-Origin-Opener-Policy":   {"same-origin"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), microphone=(), geolocation=()"},
}

// Secured adds the security headers to every answer.
func Secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		maps.Copy(h, securityHeaders)
		if r.TLS != nil {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// NoDocument removes the security headers that browsers obey for documents and
// workers only. Scripts and styles go without: the first page has a dozen of them.
func (w *Writer) NoDocument() {
	for _, name := range []string{"Content-Security-Policy", "Cross-Origin-Opener-Policy", "Permissions-Policy"} {
		w.Header().Del(name)
	}
}

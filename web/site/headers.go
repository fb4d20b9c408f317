package site

import (
	"fmt"
	"strings"

	"parlour/web"
)

// headers returns the file with headers that some hosts read: what may be cached
// for ever, and the security policy. docs/SITE.md says the same for others.
func (w *writer) headers() string {
	var b strings.Builder
	rule := func(path string, headers ...string) {
		fmt.Fprintf(&b, "%s%s\n", w.config.Base, path)
		for _, h := range headers {
			fmt.Fprintf(&b, "  %s\n", h)
		}
	}
	rule("/*", "Cache-Control: no-cache", "Content-Security-Policy: "+web.Policy, "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff")
	rule("/assets/*", "! Cache-Control", "Cache-Control: public, max-age=31536000, immutable")
	rule("/manifest.webmanifest", "Content-Type: application/manifest+json")
	return b.String()
}

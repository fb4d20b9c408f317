package site

import (
	"fmt"
	"strings"

	"parlour/web/exchange"
	"parlour/web/page"
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
	// Hosts join what several rules say of one header, so no file has two rules for
	// how to cache it. Two policies hold together. What has no rule is asked for
	// again each time, by the hosts' own rules.
	rule("/*", "Content-Security-Policy: "+exchange.Policy, "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff")
	rule("/assets/*", "Cache-Control: public, max-age=31536000, immutable")
	rule("/lang/*", "Cache-Control: public, max-age=31536000, immutable")
	rule("/assets/"+page.Hash()+"/worker.js", "Content-Security-Policy: "+page.WorkerPolicy)
	rule("/sw.js", "Cache-Control: no-cache")
	rule("/manifest.webmanifest", "Content-Type: application/manifest+json")
	return b.String()
}

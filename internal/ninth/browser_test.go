package ninth

import (
	"testing"

	"parlour/internal/e2e"
)

// TestBrowser plays the game in a real browser.
func TestBrowser(t *testing.T) {
	e2e.Modules(t)
	e2e.Serve(t, program(t)).Drive(t, "ninth.test.mjs")
}

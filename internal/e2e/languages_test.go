package e2e

import (
	"net/http/httptest"
	"path/filepath"
	"testing"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/language"
	"parlour/language/pseudo"
	"parlour/web"
)

// TestLanguages drives the page in every language, ready or not, and in two that
// nobody speaks: one with longer texts, and one from right to left.
func TestLanguages(t *testing.T) {
	t.Parallel()
	Modules(t)
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := hall.New(t.Context(), hall.Config{Store: store, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	all := append([]*language.Language{}, language.All...)
	s := web.New(web.Config{Hall: h, Limits: web.NoLimits, Languages: append(all, pseudo.All()[1:]...)})
	t.Cleanup(s.Close)
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	(&Server{URL: server.URL}).Drive(t, "languages.test.mjs")
}

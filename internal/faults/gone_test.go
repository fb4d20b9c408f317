package faults

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/internal/wait"
	"parlour/table"
)

// A server whose folder is moved away acknowledges nothing, says so and says what to do.
// It goes on once the folder is back.
func TestFolderGone(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "data")
	p := server(t, dir)
	ctx := context.Background()
	var at address
	at.set(p.base)
	ann := newClient(&at)
	id, err := ann.create(ctx, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Chat: true})
	if err != nil {
		t.Fatal(err)
	}
	say := func() int {
		t.Helper()
		a, err := ann.ask(ctx, "POST", "/api/tables/"+id+"/actions", table.Action{Kind: table.Chat, Key: hall.NewToken(), Text: "word"})
		if err != nil {
			t.Fatal(err)
		}
		return a.status
	}
	if status := say(); status != http.StatusOK {
		t.Fatalf("before: %d", status)
	}
	if err := os.Rename(dir, dir+".away"); err != nil {
		t.Fatal(err)
	}
	if status := say(); status != http.StatusServiceUnavailable {
		t.Errorf("without its folder: %d", status)
	}
	wait.For(t, "the server to call itself unready", func() bool {
		a, err := ann.ask(ctx, "GET", "/healthz", nil)
		return err == nil && a.status == http.StatusServiceUnavailable
	})
	wait.For(t, "the log to say what to do", func() bool {
		return strings.Contains(p.said(), "parlour.db was deleted, moved or replaced; put it back")
	})
	if err := os.Rename(dir+".away", dir); err != nil {
		t.Fatal(err)
	}
	wait.For(t, "the server to go on", func() bool { return say() == http.StatusOK })
}

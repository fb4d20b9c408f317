package hall_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/wait"
	"parlour/phrase"
	"parlour/table"
)

// advisable asks for the position that somebody may get advice on.
func (p *person) advisable() (string, error) {
	m, _, err := p.table().Advisable(context.Background(), p.token, table.Tutor)
	if err != nil {
		return "", err
	}
	return m.String(), nil
}

// Only the player to move may ask, and only if the table allows it.
func TestAdvisable(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Help: "none"}, 1)
	b, stranger := a.other(), a.other()
	refused := func(who *person, why string) {
		t.Helper()
		if _, err := who.advisable(); err == nil || !strings.Contains(phrase.English.Error(err), why) {
			t.Errorf("%v, want %q", err, why)
		}
	}
	refused(a, "no help at this table")
	a.do(table.Action{Kind: table.SetHelp, Text: table.Hints})
	refused(a, "no tutor at this table")
	a.do(table.Action{Kind: table.SetHelp, Text: table.Tutor})
	refused(a, "a chair is open")
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	for _, who := range []*person{b, stranger} {
		if v := who.view(); v.Help != table.Tutor {
			t.Errorf("everybody has to see the help, got %q", v.Help)
		}
	}
	if line, err := a.advisable(); err != nil || line != a.view().Position {
		t.Errorf("%q, %v", line, err)
	}
	refused(b, "not your turn")
	if _, err := stranger.advisable(); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("a stranger got %v", err)
	}
	a.do(table.Action{Kind: table.Pause})
	refused(a, "paused")
	a.do(table.Action{Kind: table.Resume})
	a.do(table.Action{Kind: table.StandIn, Chair: 1, Level: "first"})
	refused(a, "") // a bot plays for her, or has played
	r.restart()
	if v := b.view(); v.Help != table.Tutor {
		t.Errorf("after a restart the help is %q", v.Help)
	}
	wait.For(t, "the bot to play", func() bool { return b.view().Turn == "W" })
	b.do(table.Action{Kind: table.Resign, Chair: 2})
	refused(a, "the game is over")
}

func TestTermsOfHelpAndPace(t *testing.T) {
	r := newRoom(t)
	for _, terms := range []table.Terms{{Game: "checkers", Help: "oracle"}, {Game: "checkers", Pace: "slowly"}} {
		if _, err := r.hall.Create(context.Background(), hall.NewToken(), terms, table.Action{Key: key()}); err == nil || !strings.Contains(err.Error(), " is ") {
			t.Errorf("%+v: %v", terms, err)
		}
	}
	a := r.create(table.Terms{Game: "checkers", Help: table.Hints, Pace: table.Brisk}, 1)
	if v := a.view(); v.Help != table.Hints || v.Terms.Pace != table.Brisk {
		t.Errorf("help %q, pace %q", v.Help, v.Terms.Pace)
	}
	if e := a.events()[0]; e.Body.Terms.Help != table.Hints {
		t.Error("the log does not record the help")
	}
}

// thoughtful reports when it is asked for a move.
type thoughtful struct {
	shelf
	asked chan struct{}
}

func (s thoughtful) Player(_, _ string) (hall.Player, error) { return s, nil }

func (s thoughtful) Choose(_ context.Context, m parlour.Match) (parlour.Move, error) {
	select {
	case s.asked <- struct{}{}:
	default:
	}
	return m.Moves()[0], nil
}

// A bot thinks during its pause, not after it, and a table whose pace is "at
// once" has no pauses.
func TestBotsPace(t *testing.T) {
	store, err := sqlite.Open(t.TempDir() + "/t.db")
	if err != nil {
		t.Fatal(err)
	}
	asked := make(chan struct{}, 1)
	h, err := hall.New(context.Background(), hall.Config{
		Store: store, Bus: &hall.Local{}, Shelf: thoughtful{newShelf(), asked}, BotDelay: time.Hour, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		h.Close()
		store.Close()
	})
	seat := func(pace, second string, chair int) *hall.Table {
		tb, err := h.Create(context.Background(), hall.NewToken(), table.Terms{Game: "checkers", Bots: []string{"first", second}, Pace: pace}, table.Action{Key: key(), Name: "Ann", Chair: chair})
		if err != nil {
			t.Fatal(err)
		}
		return tb
	}
	calm := seat(table.Calm, "", 2)
	<-asked // although its pause lasts an hour
	if v, err := calm.View(context.Background(), ""); err != nil || v.Seq > 2 {
		t.Errorf("the bot played at event %d: %v", v.Seq, err)
	}
	quick := seat(table.AtOnce, "first", 0)
	wait.For(t, "the bots to play", func() bool {
		v, err := quick.View(context.Background(), "")
		return err == nil && v.Seq > 5
	})
}

package hall_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"parlour/bot"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/wait"
	"parlour/referee"
	"parlour/table"
)

// A school is a shelf with one bot, which the test supplies.
type school struct {
	shelf
	player func() hall.Player
}

func (s school) Player(_, _ string) (hall.Player, error) { return s.player(), nil }

// strong is a checkers player of the level that knows no endgames.
func strong() bot.Player {
	return bot.NewPlayer("strong", checkersbot.Levels(nil)[2].Maker, 1)
}

// roomOf is a room with a school.
func roomOf(t *testing.T, player func() hall.Player) *room {
	t.Helper()
	r := &room{t: t, path: filepath.Join(t.TempDir(), "t.db")}
	r.clock.t = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	r.begin = func() {
		store, err := sqlite.Open(r.path)
		if err != nil {
			t.Fatal(err)
		}
		r.store, r.bus = store, &hall.Local{}
		if r.hall, err = hall.New(context.Background(), hall.Config{
			Store: store, Bus: r.bus, Shelf: school{newShelf(), player}, Now: r.clock.now, Elapsed: r.clock.elapsed, House: table.House{Links: 64}, Beat: time.Hour, Log: slog.New(slog.DiscardHandler),
		}); err != nil {
			t.Fatal(err)
		}
	}
	r.open()
	t.Cleanup(r.close)
	return r
}

// shuffle moves the white king back and forth between two squares if possible.
func shuffle(moves []string) string {
	for _, m := range []string{"32-27", "27-32", "28-32", "32-28"} {
		if slices.Contains(moves, m) {
			return m
		}
	}
	return moves[len(moves)-1]
}

// TestBotRemembers has a bot that is ahead play against a king that moves back
// and forth, with a restart in between. It must not repeat the position until
// the game is drawn, and must choose like the same player in a contest, which
// is told every move.
func TestBotRemembers(t *testing.T) {
	r := roomOf(t, func() hall.Player { return strong() })
	a := r.create(table.Terms{Game: "checkers", Position: "checkers B:WK32:BK1,K5,12 q=0", Bots: []string{"first", ""}}, 2)
	m, err := checkers.Game().Parse("checkers B:WK32:BK1,K5,12 q=0")
	if err != nil {
		t.Fatal(err)
	}
	ref := referee.New(m)
	other := strong()
	follow := func(text string) {
		t.Helper()
		mv, err := ref.Match().Parse(text)
		if err == nil {
			err = ref.Play(mv)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for n := range 60 {
		v := a.await("my turn", func(v table.View) bool { return v.Turn == "W" || v.Status == table.Over })
		events := a.events()
		played := events[len(events)-1].Body.Move
		other.(bot.Rememberer).Recall(ref.Before())
		mv, err := other.Choose(context.Background(), ref.Match())
		if err != nil {
			t.Fatal(err)
		}
		if want := ref.Match().Text(mv); played != want {
			t.Fatalf("move %d: the bot at the table plays %s, the same bot in a contest %s", n, played, want)
		}
		follow(played)
		if v.Status == table.Over {
			if v.Result.Reason == referee.Repetition || v.Result.Shares["B"] != 1 {
				t.Errorf("two kings and a man against a king end by %s: %v", v.Result.Reason, v.Result.Shares)
			}
			return
		}
		mine := shuffle(v.Moves)
		follow(mine)
		a.do(table.Action{Kind: table.Move, Move: mine})
		if n == 7 { // the player is created again and told the game so far
			a.await("the answer", func(v table.View) bool { return v.Turn == "W" || v.Status == table.Over })
			r.restart()
			other = strong()
			v := a.view()
			played := a.events()[len(a.events())-1].Body.Move
			follow(played)
			if v.Status == table.Over {
				return
			}
			mine := shuffle(v.Moves)
			follow(mine)
			a.do(table.Action{Kind: table.Move, Move: mine})
		}
	}
	t.Error("the bot does not win")
}

// TestOnePlayerForEachChair counts the players created: one for each chair,
// and another when the chair's bot changes.
func TestOnePlayerForEachChair(t *testing.T) {
	var made atomic.Int32
	r := roomOf(t, func() hall.Player { made.Add(1); return first{} })
	a := r.create(table.Terms{Game: "auto-race", Bots: []string{"", "first", "first", "first"}}, 1)
	for range 10 {
		a.await("my turn", func(v table.View) bool { return v.Turn == "G" })
		play(a)
	}
	if n := made.Load(); n > 3 {
		t.Errorf("%d players were created for three chairs", n)
	}
}

// TestOnlyBotsRest checks that a table of bots does nothing while nobody
// watches, even after a restart, and resumes when somebody does. A person with
// a stand-in does not count as playing.
func TestOnlyBotsRest(t *testing.T) {
	var asked atomic.Int32
	r := roomOf(t, func() hall.Player { asked.Add(1); return first{} })
	a := r.create(table.Terms{Game: "checkers", Bots: []string{"first", "first"}}, 0)
	b := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	b.do(table.Action{Kind: table.StandIn, Chair: 1})
	b.do(table.Action{Kind: table.Pause})
	r.clock.add(time.Hour) // nobody has watched for long
	r.restart()
	b.table().Do(context.Background(), b.token, table.Action{Kind: table.Resume, Key: key()})
	asked.Store(0)
	for _, p := range []*person{a, b} {
		before := len(p.events())
		for range 300 { // each is answered after whatever the table had to do
			if _, err := p.table().Away(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(p.events()) - before; n != 0 || asked.Load() != 0 {
			t.Errorf("nobody watches, but %d moves were made and %d players asked", n, asked.Load())
		}
		if list, err := r.store.List(context.Background(), hall.Query{Due: r.clock.now().Add(time.Hour)}); err != nil || len(list) != 0 {
			t.Errorf("the store says that %d tables have something to do, %v", len(list), err)
		}
		_, leave := r.hall.Watch(p.id)
		wait.For(t, "the bots to resume", func() bool { return len(p.events()) > before+4 })
		leave()
		asked.Store(0)
		p.await("the end", func(v table.View) bool { return v.Status == table.Over }) // asking counts as watching
		asked.Store(0)
	}
}

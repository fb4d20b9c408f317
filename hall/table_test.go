package hall_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/table/fair"
)

// shelf offers all games with one bot, which plays the first legal move.
type shelf struct{ games map[string]parlour.Game }

func newShelf() shelf {
	s := shelf{map[string]parlour.Game{}}
	for _, g := range []parlour.Game{race.KleefeldGame(), race.BritishGame(), race.ParkerGame(), race.MenschGame(), race.AutoRaceGame(), contact.Game(), checkers.Game(), backgammon.Game()} {
		s.games[g.Info().ID] = g
	}
	return s
}

func (s shelf) Game(id string) parlour.Game             { return s.games[id] }
func (s shelf) Levels(string) []string                  { return []string{"second", "first"} }
func (s shelf) Player(_, _ string) (hall.Player, error) { return first{}, nil }
func (s shelf) Revision() string                        { return "test" }

type first struct{}

func (first) Choose(_ context.Context, m parlour.Match) (parlour.Move, error) {
	return m.Moves()[0], nil
}

// A clock that tests set by hand.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

// elapsed stands in for a monotonic clock.
func (c *clock) elapsed() time.Duration { return time.Duration(c.now().UnixNano()) }

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// A room is a hall on a database file, which can be closed and opened again.
type room struct {
	t        *testing.T
	path     string
	delay    time.Duration // of bots
	patience table.Patience
	clock    clock
	hall     *hall.Hall
	store    hall.Store
	bus      *hall.Local
	begin    func() // opens the hall in another way, if not nil
}

func newRoom(t *testing.T) *room {
	r := &room{t: t, path: filepath.Join(t.TempDir(), "t.db")}
	r.clock.t = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	r.open()
	t.Cleanup(r.close)
	return r
}

func (r *room) open() {
	if r.begin != nil {
		r.begin()
		return
	}
	store, err := sqlite.Open(r.path)
	if err != nil {
		r.t.Fatal(err)
	}
	r.store, r.bus = store, &hall.Local{}
	r.hall, err = hall.New(context.Background(), hall.Config{
		Store: store, Bus: r.bus, Shelf: newShelf(), Now: r.clock.now, Elapsed: r.clock.elapsed, House: table.House{Links: fair.MinLinks, Patience: r.patience}, BotDelay: r.delay, Beat: time.Hour,
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) close() {
	r.hall.Close()
	r.store.Close()
}

func (r *room) restart() {
	r.close()
	r.open()
}

var keys atomic.Int64

func key() string { return fmt.Sprintf("key-%06d", keys.Add(1)) }

// person is somebody with a token.
type person struct {
	r     *room
	token string
	id    string // table
}

func (r *room) create(terms table.Terms, chair int) *person {
	r.t.Helper()
	p := &person{r: r, token: hall.NewToken()}
	tb, err := r.hall.Create(context.Background(), p.token, terms, table.Action{Key: key(), Chair: chair, Name: "Ann"})
	if err != nil {
		r.t.Fatal(err)
	}
	p.id = tb.ID()
	return p
}

func (p *person) other() *person { return &person{p.r, hall.NewToken(), p.id} }

func (p *person) table() *hall.Table {
	p.r.t.Helper()
	tb, err := p.r.hall.Open(context.Background(), p.id)
	if err != nil {
		p.r.t.Fatal(err)
	}
	return tb
}

func (p *person) try(a table.Action) (table.Reply, error) {
	p.r.t.Helper()
	if a.Key == "" {
		a.Key = key()
	}
	if a.Seq == 0 {
		a.Seq = p.view().Seq
	}
	return p.table().Do(context.Background(), p.token, a)
}

func (p *person) do(a table.Action) table.Reply {
	p.r.t.Helper()
	reply, err := p.try(a)
	if err != nil {
		p.r.t.Fatalf("%+v: %v", a, err)
	}
	return reply
}

func (p *person) view() table.View {
	p.r.t.Helper()
	v, err := p.table().View(context.Background(), p.token)
	if err != nil {
		p.r.t.Fatal(err)
	}
	return v
}

func (p *person) events() []table.Event {
	p.r.t.Helper()
	events, err := p.r.store.Load(context.Background(), p.id, 0)
	if err != nil {
		p.r.t.Fatal(err)
	}
	return events
}

// await waits until cond holds for the table; bots act by themselves.
func (p *person) await(what string, cond func(table.View) bool) (v table.View) {
	p.r.t.Helper()
	wait.For(p.r.t, what, func() bool {
		v = p.view()
		return cond(v)
	})
	return v
}

// play throws or makes the first legal move for the person to move.
func play(people ...*person) bool {
	v := people[0].view()
	if v.Needs == parlour.NeedOver {
		return false
	}
	for _, p := range people {
		v := p.view()
		for _, c := range v.You.Chairs {
			for _, s := range v.Chairs[c-1].Seats {
				if s != v.Turn {
					continue
				}
				if v.Needs == parlour.NeedThrow {
					p.do(table.Action{Kind: table.Throw})
				} else {
					p.do(table.Action{Kind: table.Move, Move: v.Moves[len(v.Moves)-1]})
				}
				return true
			}
		}
	}
	people[0].r.t.Fatalf("none of the people is to move: %+v", v)
	return false
}

// TestWholeGames plays every game to its end with two people and with restarts
// in between; then folding the log must give the same view.
func TestWholeGames(t *testing.T) {
	for id := range newShelf().games {
		t.Run(id, func(t *testing.T) {
			r := newRoom(t)
			setup := parlour.Setup{Players: 2}
			if id == "contact" {
				setup = parlour.Setup{Mode: "duel6", Options: map[string]string{"quiet": "8"}}
			}
			a := r.create(table.Terms{Game: id, Setup: setup}, 1)
			b := a.other()
			b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
			n := 0
			for ; play(a, b); n++ {
				if n%150 == 149 {
					r.restart()
				}
			}
			before := a.view()
			if before.Status != table.Over || before.Result == nil || before.Drift != 0 {
				t.Errorf("after %d actions: %+v", n, before)
			}
			r.restart()
			after := a.view()
			after.Now = before.Now
			if before.Match.Key() == after.Match.Key() { // each has rules of its own
				after.Match = before.Match
			}
			if !reflect.DeepEqual(before, after) {
				t.Errorf("before the restart\n%+v\nafter\n%+v", before, after)
			}
			checkDice(t, a.events())
		})
	}
}

func TestBots(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "auto-race", Bots: []string{"", "first", "first", "first"}}, 1)
	for range 2000 {
		v := a.await("my turn", func(v table.View) bool { return v.Turn == "G" || v.Status == table.Over })
		if v.Status == table.Over {
			return
		}
		play(a)
	}
	t.Error("the game does not end")
}

func TestIdempotent(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	sit := table.Action{Kind: table.Sit, Chair: 2, Name: "Bob", Key: key()}
	one := b.do(sit)
	move := table.Action{Kind: table.Move, Move: "11-15", Key: key(), Seq: a.view().Seq}
	first := a.do(move)
	for _, restart := range []bool{false, true} {
		if restart {
			r.restart()
		}
		if again := a.do(move); again != first {
			t.Errorf("resent move: %+v, at first %+v", again, first)
		}
		if again := b.do(sit); again != one {
			t.Errorf("resent sit: %+v, at first %+v", again, one)
		}
	}
	if n := len(a.events()); n != 4 {
		t.Errorf("%d events, want created, two sits and a move", n)
	}
	// The same move with another key, sent before the answer to the first
	// arrived.
	late := move
	late.Key = key()
	if _, err := a.try(late); !errors.Is(err, table.ErrLate) {
		t.Errorf("a late move: %v", err)
	}
}

// TestCreateTwice checks that a key creates only one table, even for
// simultaneous requests and after a restart.
func TestCreateTwice(t *testing.T) {
	r := newRoom(t)
	token := hall.NewToken()
	make := func(token, key string) string {
		tb, err := r.hall.Create(context.Background(), token, table.Terms{Game: "checkers"}, table.Action{Key: key, Chair: 1, Name: "Ann"})
		if err != nil {
			t.Error(err)
			return ""
		}
		return tb.ID()
	}
	id := make(token, "one-table")
	if make(token, "two-table") == id || make(hall.NewToken(), "one-table") == id {
		t.Error("another key or another person got the same table")
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if again := make(token, "one-table"); again != id {
				t.Errorf("asked again: %s, want %s", again, id)
			}
			if again := make(token, "six-table"); again != make(token, "six-table") {
				t.Errorf("asked at once: %s", again)
			}
		})
	}
	wg.Wait()
	r.restart()
	if again := make(token, "one-table"); again != id {
		t.Errorf("asked after a restart: %s, want %s", again, id)
	}
	if list, err := r.store.List(context.Background(), hall.Query{}); err != nil || len(list) != 4 {
		t.Errorf("there are %d tables, %v; want 4", len(list), err)
	}
	if v := (&person{r, token, id}).view(); v.Seq != 2 || !v.You.Host {
		t.Errorf("after several requests the table has %d events", v.Seq)
	}
}

func TestForbidden(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	stranger := a.other()
	for _, c := range []struct {
		who *person
		a   table.Action
	}{
		{stranger, table.Action{Kind: table.Move, Move: "11-15"}},
		{stranger, table.Action{Kind: table.Chat, Text: "hi"}},
		{stranger, table.Action{Kind: table.Emote, Text: "hello"}},
		{stranger, table.Action{Kind: table.Resign}},
		{stranger, table.Action{Kind: table.Stand, Chair: 1}},
		{stranger, table.Action{Kind: table.Carry}},
		{stranger, table.Action{Kind: table.Claim, Text: "guess"}},
		{stranger, table.Action{Kind: table.Lock, On: true}},
		{b, table.Action{Kind: table.Lock, On: true}},
		{b, table.Action{Kind: table.SetChair, Chair: 1}},
		{b, table.Action{Kind: table.HandOver, Chair: 2}},
		{b, table.Action{Kind: table.Stand, Chair: 1}},
		{b, table.Action{Kind: table.SetChat, On: true}},
		{b, table.Action{Kind: table.SetHelp, Text: table.Hints}},
	} {
		if _, err := c.who.try(c.a); !errors.Is(err, table.ErrForbidden) {
			t.Errorf("%+v: %v, want forbidden", c.a, err)
		}
	}
	for _, c := range []struct {
		who *person
		a   table.Action
	}{
		{b, table.Action{Kind: table.Move, Move: "22-18"}},                  // not his turn
		{a, table.Action{Kind: table.Throw}},                                // nothing to throw
		{a, table.Action{Kind: table.Move, Move: "11-14"}},                  // illegal move
		{a, table.Action{Kind: table.Chat, Text: "hi"}},                     // chat is off
		{a, table.Action{Kind: table.SetHelp, Text: "oracle"}},              // unknown kind of help
		{a, table.Action{Kind: table.Emote, Text: "<b>"}},                   // unknown emote
		{a, table.Action{Kind: "nonsense"}},                                 //
		{a, table.Action{Kind: table.Move, Move: "11-15", Key: "short"}},    // key too short
		{a, table.Action{Kind: table.Sit, Chair: 9}},                        // no such chair
		{a, table.Action{Kind: table.SetChair, Chair: 2, Level: "godlike"}}, // no such level
		{stranger, table.Action{Kind: table.Sit, Chair: 2, Name: "Eve"}},    // taken
	} {
		if _, err := c.who.try(c.a); err == nil {
			t.Errorf("%+v was accepted", c.a)
		}
	}
	if n := len(a.events()); n != 3 {
		t.Errorf("%d events after refusals, want 3", n)
	}
}

func TestCarry(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	once := a.do(table.Action{Kind: table.Carry}).Once
	phone := a.other()
	claim := table.Action{Kind: table.Claim, Text: once}
	phone.do(claim)
	phone.do(table.Action{Kind: table.Move, Move: "11-15"})
	if _, err := a.try(table.Action{Kind: table.Move, Move: "12-16"}); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("the old device can still play: %v", err)
	}
	thief := a.other()
	if _, err := thief.try(claim); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("the link worked twice: %v", err)
	}
}

func TestTakeBack(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	start := a.view().Position
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	b.do(table.Action{Kind: table.Move, Move: "22-18"})
	a.do(table.Action{Kind: table.AskBack})
	if _, err := a.try(table.Action{Kind: table.GiveBack}); err == nil {
		t.Error("a player can accept their own offer")
	}
	b.do(table.Action{Kind: table.GiveBack})
	if v := a.view(); v.Position != start || v.Turn != "B" {
		t.Errorf("after taking back: %s", v.Position)
	}
	r.restart()
	if v := a.view(); v.Position != start || v.Drift != 0 {
		t.Errorf("after a restart: %s, drift %d", v.Position, v.Drift)
	}
	// One device with both chairs takes back move by move.
	e := r.create(table.Terms{Game: "checkers"}, 1)
	e.do(table.Action{Kind: table.Sit, Chair: 2})
	e.do(table.Action{Kind: table.Move, Move: "11-15"})
	between := e.view().Position
	e.do(table.Action{Kind: table.Move, Move: "22-18"})
	for _, want := range []string{between, start} {
		if e.do(table.Action{Kind: table.GiveBack}); e.view().Position != want {
			t.Errorf("after taking back: %s, want %s", e.view().Position, want)
		}
	}
	// A throw is never taken back.
	c := r.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}}, 1)
	d := c.other()
	d.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Dan"})
	play(c, d)
	play(c, d)
	play(c, d) // the next throw
	if _, err := c.try(table.Action{Kind: table.AskBack}); err == nil {
		t.Error("a move before the last throw can be taken back")
	}
}

func TestDraw(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	a.do(table.Action{Kind: table.Offer})
	if v := b.view(); v.Offer != "B" {
		t.Errorf("offer %q", v.Offer)
	}
	b.do(table.Action{Kind: table.Decline})
	a.do(table.Action{Kind: table.Offer})
	r.restart()
	b.do(table.Action{Kind: table.Accept})
	if v := b.view(); v.Status != table.Over || v.Result.Reason != "agreed" || v.Result.Shares["B"] != 0.5 {
		t.Errorf("after the agreement: %+v", v.Result)
	}
	c := r.create(table.Terms{Game: "backgammon", Bots: []string{"", "first"}}, 1)
	if _, err := c.try(table.Action{Kind: table.Offer}); err == nil {
		t.Error("a tie can be offered in backgammon")
	}
	c.do(table.Action{Kind: table.Resign})
	if v := c.view(); v.Result == nil || v.Result.Reason != "resigned" || v.Result.Places["O"] != 1 {
		t.Errorf("after resigning: %+v", v.Result)
	}
}

func TestClocks(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Clock: table.Clock{Kind: table.FischerClock, Seconds: 60, Increment: 5}}, 1)
	b := a.other()
	r.clock.add(time.Hour) // no clock runs before the game
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	left := func(chair int) float64 { return a.view().Chairs[chair].Left }
	r.clock.add(20 * time.Second)
	a.do(table.Action{Kind: table.Move, Move: "11-15"})
	if got := left(0); got != 45 {
		t.Errorf("after 20 seconds of thought %v are left, want 60 - 20 + 5", got)
	}
	r.clock.add(30 * time.Second)
	// The server is down from here on: nobody is charged.
	r.close()
	r.clock.add(time.Hour)
	r.open()
	b.view()
	b.await("the held clock", func(v table.View) bool { return v.Deadline.Sub(r.clock.now()) == 30*time.Second })
	r.clock.add(40 * time.Second)
	r.restart()
	v := a.await("time-up", func(v table.View) bool { return v.TimeUp == 2 })
	if v.Status != table.Playing {
		t.Errorf("status %s", v.Status)
	}
	if _, err := b.try(table.Action{Kind: table.Rule, Text: table.RuleWait}); err == nil {
		t.Error("the player who is out of time can choose")
	}
	a.do(table.Action{Kind: table.Rule, Text: table.RuleEnd})
	if v := a.view(); v.Result == nil || v.Result.Reason != "time" || v.Result.Places["B"] != 1 {
		t.Errorf("after the end by time: %+v", v.Result)
	}
}

func TestHosts(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 4}}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	b.do(table.Action{Kind: table.Sit, Chair: 3}) // one device, several chairs
	if got := b.view().You.Chairs; !reflect.DeepEqual(got, []int{2, 3}) {
		t.Errorf("chairs %v", got)
	}
	a.do(table.Action{Kind: table.SetChair, Chair: 4, Level: "first"})
	a.do(table.Action{Kind: table.Lock, On: true})
	if _, err := b.other().try(table.Action{Kind: table.Sit, Chair: 4}); err == nil {
		t.Error("a locked table let somebody in")
	}
	if _, err := b.try(table.Action{Kind: table.HandOver}); !errors.Is(err, table.ErrForbidden) {
		t.Errorf("a host who is present was succeeded: %v", err)
	}
	b.view()
	r.clock.add(3 * time.Minute)
	b.do(table.Action{Kind: table.HandOver})
	if !b.view().You.Host {
		t.Error("a vanished host was not succeeded")
	}
	b.do(table.Action{Kind: table.StandIn, Chair: 1})
	if v := b.view(); v.Chairs[0].Bot != "first" || !v.Chairs[0].Person {
		t.Errorf("stand-in: %+v", v.Chairs[0])
	}
	a.do(table.Action{Kind: table.Return, Chair: 1})
	if v := a.view(); v.Chairs[0].Bot != "" {
		t.Errorf("returned: %+v", v.Chairs[0])
	}
}

func TestRematch(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers"}, 1)
	b := a.other()
	b.do(table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	ctx := context.Background()
	if _, err := r.hall.Rematch(ctx, a.table(), a.token, table.Action{Key: key()}); err == nil {
		t.Error("a rematch before the end")
	}
	a.do(table.Action{Kind: table.SetHelp, Text: table.Hints})
	a.do(table.Action{Kind: table.SetChat, On: true})
	a.do(table.Action{Kind: table.Resign})
	id, err := r.hall.Rematch(ctx, a.table(), a.token, table.Action{Key: key()})
	if err != nil {
		t.Fatal(err)
	}
	if again, err := r.hall.Rematch(ctx, b.table(), b.token, table.Action{Key: key()}); err != nil || again != id {
		t.Errorf("asked again: %s, %v; want %s", again, err, id)
	}
	a.id, b.id = id, id
	if v := a.view(); v.Help != table.Hints || !v.Chat {
		t.Errorf("the rematch does not keep what the host allowed: help %q, chat %v", v.Help, v.Chat)
	}
	if you := a.view().You; !you.Host || you.Chairs != nil {
		t.Errorf("the person who asked for the rematch: %+v", you)
	}
	a.do(table.Action{Kind: table.Sit, Chair: 2})
	b.do(table.Action{Kind: table.Sit, Chair: 1, Name: "Bob"})
	b.do(table.Action{Kind: table.Move, Move: "11-15"})
}

// TestRematchWithBots checks that a bot keeps its name from game to game.
func TestRematchWithBots(t *testing.T) {
	r := newRoom(t)
	a := r.create(table.Terms{Game: "checkers", Bots: []string{"", "first"}}, 1)
	name := a.view().Chairs[1].Name
	for game := range 3 {
		wait.For(t, "the bot to have moved, if it begins", func() bool {
			v := a.view()
			return slices.Contains(v.Chairs[v.You.Chairs[0]-1].Seats, v.Turn)
		})
		a.do(table.Action{Kind: table.Resign})
		id, err := r.hall.Rematch(context.Background(), a.table(), a.token, table.Action{Key: key()})
		if err != nil {
			t.Fatal(err)
		}
		a.id = id
		bot := (game + 2) % 2
		if c := a.view().Chairs[bot]; name == "" || c.Name != name || c.Bot == "" {
			t.Errorf("rematch %d: %s is now %+v", game+1, name, c)
		}
		a.do(table.Action{Kind: table.Sit, Chair: 2 - bot})
	}
}

// parse reads a position of any game.
func (s shelf) parse(line string) (parlour.Match, error) {
	for id, g := range s.games {
		if rest, ok := strings.CutPrefix(line, id); ok && strings.IndexAny(rest, " [") == 0 {
			return g.Parse(line)
		}
	}
	return nil, fmt.Errorf("there is no game of %q", line)
}

// A bot pauses so that people can follow and undo, until a player hurries it. Then
// no bot pauses before a person has to act.
func TestHurry(t *testing.T) {
	r := newRoom(t)
	r.delay = time.Hour
	r.restart()
	p := r.create(table.Terms{Game: "contact", Setup: parlour.Setup{Mode: "three"}, Bots: []string{"", "first", "first"}}, 1)
	for range 2 {
		moves := p.view().Moves
		before := p.do(table.Action{Kind: table.Move, Move: moves[0]}).Seq
		if seq := p.view().Seq; seq != before {
			t.Fatalf("a bot has acted: event %d", seq)
		}
		p.do(table.Action{Kind: table.Hurry})
		wait.For(t, "the bots to move", func() bool { return p.view().Seq == before+2 })
	}
}

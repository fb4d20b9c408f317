package terminal

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
)

// Streams are the input and the outputs of a game.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lang     *phrase.Catalogue // what the game says; English if nil
}

func (s *Streams) lang() *phrase.Catalogue { return cmp.Or(s.Lang, phrase.English) }

func (s *Streams) print(args ...any) { fmt.Fprintln(s.Out, args...) }

func (s *Streams) printf(format string, args ...any) { fmt.Fprintf(s.Out, format, args...) }

// say prints a sentence of the catalogue.
func (s *Streams) say(code string, args ...any) { s.print(s.lang().Say(code, parlour.ArgsOf(args...))) }

// prompt asks for a line with a sentence of the catalogue.
func (s *Streams) prompt(code string, args ...any) string {
	return s.lang().Say(code, parlour.ArgsOf(args...)) + " "
}

// Options say who plays and how.
type Options struct {
	// Seats names who plays a seat: Human, or a bot of the game. Greedy
	// bots play all other seats. If Seats is empty, the players of a saved
	// game continue; in a new game a human plays the first seat.
	Seats    map[parlour.Seat]string
	Manual   bool   // people throw real dice and type the result
	Plain    bool   // line by line without colours, only ASCII
	Seed     uint64 // of the dice and of the bots
	Autosave string // file to save to before each turn of a human and at the end; "" for none
}

// Human is the name of a player who types.
const Human = "human"

// A Game is a game to play, new or read by Open.
type Game struct {
	Entry *cabinet.Entry
	Start parlour.Match
	saved *record.Record // nil for a new game
	file  string         // of the saved game
}

// Open reads a saved game.
func Open(file string) (*Game, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	rec, err := record.ReadOne(f)
	f.Close()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	e, m, err := cabinet.Parse(rec.Start())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &Game{e, m, rec, file}, nil
}

// Play plays until the game is over, the player quits, the input ends or ctx is
// cancelled. An unfinished game is saved to a file. A *SeatError says that the
// game does not have a player.
func (g *Game) Play(ctx context.Context, s Streams, o Options) error {
	t, err := newSession(s, g, o)
	if err != nil {
		return err
	}
	if g.saved != nil {
		if err := t.load(g.saved); err != nil {
			return fmt.Errorf("%s: %w", g.file, err)
		}
	}
	if fullScreen(&s, o.Plain) {
		return t.full(ctx)
	}
	return t.run(ctx)
}

// A SeatError names a seat and a player that the game does not have.
type SeatError struct {
	Letter, Name string // of the seat, and of the player
	Err          error
}

func (e *SeatError) Error() string {
	return fmt.Sprintf("%s=%s: %v, or by a human", e.Letter, e.Name, e.Err)
}

func (e *SeatError) Unwrap() error { return e.Err }

// newSession seats the players. Without seats in the options the tags of a saved
// game name the players, and without those a human plays first, against
// bots of the usual level.
func newSession(s Streams, game *Game, o Options) (*session, error) {
	e, m := game.Entry, game.Start
	by := o.Seats
	if len(by) == 0 {
		by = map[parlour.Seat]string{}
		if game.saved != nil {
			for seat, i := range e.Info.Seats {
				who := game.saved.Player(i)
				if _, err := e.Player(who, 0); err != nil && who != "" {
					who = Human // somebody's name
				}
				if who != "" {
					by[parlour.Seat(seat)] = who
				}
			}
		}
		if len(by) == 0 && !m.Turn().Over() {
			by[m.Role(m.Turn().Seat).Owner] = Human
		}
	}
	g := &session{s: s, e: e, opt: o, rand: bot.NewRand(o.Seed), file: game.file, before: game.saved}
	for seat := range e.Info.Seats {
		name, ok := by[parlour.Seat(seat)]
		if !ok {
			name = e.UsualBot()
		}
		g.names[seat] = name
		if name == Human {
			continue
		}
		var err error
		if g.bots[seat], err = e.Player(name, bot.Mix(o.Seed, uint64(seat))); err != nil {
			return nil, &SeatError{e.Info.Seats[seat].Letter, name, err}
		}
	}
	g.begin(m)
	return g, nil
}

// PlayAny lists the games, asks for one and plays it.
func PlayAny(ctx context.Context, s Streams) error {
	for i, e := range cabinet.Games() {
		s.printf("%d  %s\n", i+1, e.Title(s.lang()))
	}
	in := bufio.NewReader(s.In)
	for {
		s.printf("%s", s.prompt("terminal.which"))
		line, err := in.ReadString('\n')
		if err != nil {
			s.print()
			return nil
		}
		line = strings.TrimSpace(line)
		e := cabinet.ByID(line)
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(cabinet.Games()) {
			e = cabinet.Games()[n-1]
		}
		if e == nil {
			s.say("terminal.which-one", "games", strings.Join(cabinet.IDs(), ", "))
			continue
		}
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			return err
		}
		g := &Game{Entry: e, Start: m}
		if !fullScreen(&s, false) {
			s.In = in // what it has read ahead counts
		}
		return g.Play(ctx, s, Options{Seed: rand.Uint64()})
	}
}

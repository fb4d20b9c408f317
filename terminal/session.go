package terminal

import (
	"bufio"
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/referee"
	"parlour/table"
)

// A session is a game in progress in the terminal.
type session struct {
	s      Streams
	e      *cabinet.Entry
	opt    Options
	names  [parlour.MaxSeats]string
	bots   [parlour.MaxSeats]bot.Player // nil for a human
	rand   bot.Rand
	start  parlour.Match
	ref    *referee.Referee
	acts   []act          // everything since the start
	rec    *record.Record // the same as text
	last   []parlour.Effect
	said   []saying       // the log in words
	dice   string         // the last throw as it is played, as digits
	lines  chan string    // typed lines; closed at the end of the input
	drawn  int            // number of throws and moves when the board was last shown; -1 if never
	told   bool           // the result has been told, and saved if the options ask for it
	saved  int            // number of acts in the file
	file   string         // where the game is saved
	before *record.Record // the saved game that continues, nil for a new one

	abandoned bool // the player does not want it saved
}

// An act is a throw, a move, or an announcement such as a resignation.
type act struct {
	move   parlour.Move // NoMove for an announcement
	said   string       // the announcement: "resign", "draw offered" ...
	seat   parlour.Seat // who made it
	choice bool         // a human chose it: undo goes back to here
}

// errLeft ends a session because the player quits, errEnd because the input ends.
var (
	errLeft = errors.New("left")
	errEnd  = errors.New("end of input")
)

func (g *session) begin(m parlour.Match) {
	g.start, g.ref, g.rec, g.acts, g.last, g.said, g.dice, g.drawn, g.told = m, referee.New(m), record.Begin(m), nil, nil, nil, "", -1, false
}

// do performs an act and records it.
func (g *session) do(a act) error {
	switch {
	case a.move != parlour.NoMove:
		before := g.ref.Match()
		if err := g.ref.Play(a.move); err != nil {
			return err
		}
		g.note(before, a.move)
		g.rec.Add(before, a.move, g.e.Style)
	default:
		if err := g.say(&a); err != nil {
			return err
		}
		if code := saidCodes[a.said]; code != "" {
			g.said = append(g.said, saying{told: g.s.lang().Parts(g.s.lang().AtTable(g.e.Family, code), parlour.Args{"seat": g.e.Info.Seats[a.seat].Name}, nil)})
		}
		g.rec.Entries = append(g.rec.Entries, record.Entry{Kind: record.Event, Seat: g.e.Info.Letter(a.seat), Text: a.said})
	}
	g.acts = append(g.acts, a)
	return nil
}

// saidCodes are the codes of announcements in the catalogue.
var saidCodes = map[string]string{
	"resign": "table.resign", "retire": "table.resign", "draw offered": "table.offer", "draw agreed": "table.accept", "draw declined": "table.decline",
}

// drawWord returns what the game's book calls a draw.
func drawWord(lang *phrase.Catalogue, e *cabinet.Entry) string {
	return lang.Say(lang.AtTable(e.Family, "table.draw"), nil)
}

// note keeps what a throw or a move does, for the board and the log.
func (g *session) note(before parlour.Match, mv parlour.Move) {
	turn, effects := before.Turn(), before.Effects(mv)
	letter := g.e.Info.Letter(turn.Seat)
	g.last = effects
	g.said = append(g.said, saying{
		throw: turn.Dice != 0, move: turn.Dice == 0, seat: letter, brief: g.e.Line(g.s.lang(), letter, effects), told: g.e.Told(g.s.lang(), effects), effects: effects,
	})
	if turn.Dice != 0 {
		g.dice = played(before.Text(mv), effects)
	}
}

// played returns the dice of a throw as they are played: a double may count more
// than twice.
func played(thrown string, effects []parlour.Effect) string {
	for _, e := range effects {
		if e.Means == parlour.Throws && e.Args["plays"] != "" {
			return e.Args["plays"]
		}
	}
	return thrown
}

// say passes an announcement to the referee.
func (g *session) say(a *act) error {
	switch a.said {
	case "resign", "retire":
		plies := g.ref.Plies()
		err := g.ref.Resign(a.seat, referee.Resigned)
		if a.said = "resign"; g.ref.Plies() > plies {
			a.said = "retire" // the others play on
		}
		return err
	case "draw offered":
		return g.ref.Offer(a.seat)
	case "draw agreed":
		return g.ref.Accept(a.seat)
	case "draw declined":
		return g.ref.Decline(a.seat)
	}
	return nil // other events of a record change nothing
}

// run plays until the game is over or the player quits. It saves an unfinished game.
func (g *session) run(ctx context.Context) error {
	g.lines = make(chan string)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go read(ctx, g.s.In, g.lines)
	g.s.say("terminal.begins", "game", g.e.Title(g.s.lang()), "players", g.players())
	for {
		err := g.step(ctx)
		if err == nil {
			continue
		}
		if errors.Is(err, errLeft) {
			return nil
		}
		g.s.print()
		if kept := g.keep(); kept != nil {
			return kept
		}
		if errors.Is(err, errEnd) || errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	}
}

// read sends the lines of the input until it ends.
func read(ctx context.Context, in io.Reader, lines chan<- string) {
	defer close(lines)
	for sc := bufio.NewScanner(in); sc.Scan(); {
		select {
		case lines <- strings.TrimSpace(sc.Text()):
		case <-ctx.Done():
			return
		}
	}
}

// players lists the seats with their players.
func (g *session) players() string {
	var list []string
	for seat, i := range g.e.Info.Seats {
		if r := g.start.Role(parlour.Seat(seat)); r.InPlay && r.Owner == parlour.Seat(seat) {
			list = append(list, g.s.lang().Word(i.Name)+" "+g.playerName(parlour.Seat(seat)))
		}
	}
	return strings.Join(list, ", ")
}

// playerName returns who plays a seat.
func (g *session) playerName(seat parlour.Seat) string {
	if g.names[seat] == Human {
		return g.s.lang().Say("terminal.human", nil)
	}
	return g.s.lang().Word(g.names[seat])
}

// step makes the next throw or move.
func (g *session) step(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m, turn := g.ref.Match(), g.ref.Turn()
	if turn.Over() {
		return g.over(ctx, m)
	}
	seat := g.s.lang().Word(g.e.Info.Seats[turn.Seat].Name)
	if turn.Dice != 0 {
		if g.opt.Manual {
			return g.ask(ctx, g.s.prompt("terminal.ask-throw", "who", seat, "form", turn.Dice.Form()))
		}
		mv := turn.Dice.Nth(g.rand.Intn(turn.Dice.Weight()))
		g.s.say(throwCode(turn), "who", seat, "throw", m.Text(mv))
		return g.do(act{move: mv})
	}
	if p := g.bots[max(0, m.Role(turn.Seat).Owner)]; p != nil {
		if r, ok := p.(bot.Rememberer); ok {
			r.Recall(g.ref.Before())
		}
		mv, err := p.Choose(ctx, m)
		if err != nil {
			return err
		}
		g.s.print(g.s.lang().Say("terminal.plays", parlour.Args{"who": seat, "move": m.Text(mv), "does": Spoken(g.s.lang(), g.e, m, mv)}))
		return g.do(act{move: mv})
	}
	moves := m.Moves()
	if len(moves) == 1 && m.Text(moves[0]) == "pass" {
		g.s.say("terminal.passes", "who", seat)
		return g.do(act{move: moves[0]})
	}
	if err := g.redraw(m); err != nil {
		return err
	}
	return g.ask(ctx, g.s.prompt("terminal.to-move", "who", seat, "moves", g.count(len(moves))))
}

// redraw shows the board if it has changed.
func (g *session) redraw(m parlour.Match) error {
	if g.drawn == g.ref.Plies() {
		return nil
	}
	g.drawn = g.ref.Plies()
	return Show(g.s.Out, g.s.lang(), g.e, m, g.last, g.opt.Plain)
}

// throwCode returns the sentence for a throw.
func throwCode(turn parlour.Turn) string {
	switch {
	case turn.Dice == parlour.OneEach:
		return "terminal.each-throws"
	case turn.Dice.Ballots() > 0:
		return "terminal.ballot"
	}
	return "terminal.throws"
}

func (g *session) count(n int) string {
	if n == 1 {
		return g.s.lang().Say("terminal.one-move", nil)
	}
	return g.s.lang().Count("moves", strconv.Itoa(n))
}

// overWords says how the game ended.
func (g *session) overWords() string {
	res := g.ref.Result()
	v := table.ResultOf(&g.e.Info, &res)
	return g.s.lang().Say("terminal.over", parlour.Args{"result": g.e.Ended(g.s.lang(), v.Reason, v.Places, v.Shares)})
}

// over prints the result and lets a human undo or save.
func (g *session) over(ctx context.Context, m parlour.Match) error {
	if err := g.redraw(m); err != nil {
		return err
	}
	if !g.told {
		g.told = true
		g.autosave()
		g.s.print(g.overWords())
	}
	for seat := range g.e.Info.Seats {
		if g.bots[seat] == nil {
			return g.ask(ctx, g.s.prompt("terminal.after"))
		}
	}
	return errLeft
}

// ask prints a prompt, reads a line and executes it.
func (g *session) ask(ctx context.Context, prompt string) error {
	g.autosave() // so that nothing is lost while somebody thinks
	g.s.printf("%s", prompt)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case line, ok := <-g.lines:
		if !ok {
			return errEnd
		}
		err := g.typed(ctx, line)
		if err == nil || errors.Is(err, errLeft) || errors.Is(err, errEnd) || ctx.Err() != nil {
			return err
		}
		g.s.print(g.s.lang().Error(err)) // the next prompt follows
		return nil
	}
}

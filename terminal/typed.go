package terminal

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
)

// helpText says what can be typed.
func helpText(lang *phrase.Catalogue, code string, e *cabinet.Entry) string {
	text := lang.Say(code, nil) + "\n" + lang.Say("terminal.form", parlour.Args{"form": e.Info.Form})
	return "  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// refuse is an error in the words of the reader.
func refuse(code string, args ...any) error {
	return &parlour.Refusal{Code: code, Args: parlour.ArgsOf(args...)}
}

// typed executes a line. Moves come first, because the moves of a game can look
// like commands.
func (g *session) typed(ctx context.Context, line string) error {
	mv, refused := g.move(line)
	if mv != parlour.NoMove {
		return g.do(act{move: mv, choice: true})
	}
	word, rest, _ := strings.Cut(line, " ")
	return g.command(ctx, word, strings.TrimSpace(rest), refused)
}

// move reads a line as a move or a throw, if one is due. If it is neither, the error
// says why.
func (g *session) move(line string) (parlour.Move, error) {
	m := g.ref.Match()
	switch g.ref.Turn().Needs() {
	case parlour.NeedMove:
		return readMove(m, line)
	case parlour.NeedThrow:
		mv, err := m.Parse(strings.TrimSpace(strings.TrimPrefix(line, "throw ")))
		if err != nil {
			return parlour.NoMove, err
		}
		return mv, nil
	}
	return parlour.NoMove, nil
}

// readMove reads a move, its number in the list, or nothing for the only one.
func readMove(m parlour.Match, line string) (parlour.Move, error) {
	mv, err := m.Parse(line)
	if n, nerr := strconv.Atoi(line); err != nil && (nerr == nil || line == "") {
		mv, err = nth(m, n, line == "")
	}
	if err != nil {
		return parlour.NoMove, err
	}
	return mv, nil
}

// command executes a command. Refused says why the line is not a move, if one is
// due.
func (g *session) command(ctx context.Context, word, rest string, refused error) error {
	m := g.ref.Match()
	switch word {
	case "?", "help":
		g.s.print(helpText(g.s.lang(), "terminal.help", g.e))
	case "moves":
		g.list(m)
	case "why":
		return g.why(m, rest)
	case "hint":
		return g.hint(ctx, m)
	case "board":
		return Show(g.s.Out, g.s.lang(), g.e, m, g.last, g.opt.Plain)
	case "position":
		g.s.print(m)
	case "undo":
		return g.undo()
	case "save", "save!":
		return g.save(rest, word == "save!")
	case "offer":
		return g.offer(m)
	case "accept":
		return g.do(act{said: "draw agreed", seat: g.answerer(m)})
	case "decline":
		return g.do(act{said: "draw declined", seat: g.answerer(m)})
	case "resign":
		return g.do(act{said: "resign", seat: g.speaker(m)})
	case "quit":
		if err := g.keep(); err != nil {
			return err
		}
		return errLeft
	case "abandon":
		g.abandoned = true
		return errLeft
	case "":
	case "throw":
		if g.ref.Turn().Needs() != parlour.NeedThrow {
			return refuse("refused.no-throw-due")
		}
		return refused
	default:
		if refused != nil {
			return refused
		}
		return refuse("terminal.no-such", "text", strings.TrimSpace(word+" "+rest))
	}
	return nil
}

// nth returns the n-th legal move, or the only one.
func nth(m parlour.Match, n int, only bool) (parlour.Move, error) {
	moves := m.Moves()
	switch {
	case only && len(moves) == 1:
		return moves[0], nil
	case only:
		return parlour.NoMove, refuse("terminal.several", "n", len(moves))
	case n < 1 || n > len(moves):
		return parlour.NoMove, refuse("terminal.no-move", "at", n, "n", len(moves))
	}
	return moves[n-1], nil
}

// list prints the legal moves with their numbers.
func (g *session) list(m parlour.Match) {
	if m.Turn().Needs() != parlour.NeedMove {
		g.s.print(cabinet.Stands(g.s.lang(), m))
		return
	}
	for i, mv := range m.Moves() {
		g.s.printf("%4d  %s\n", i+1, m.Text(mv))
	}
}

func (g *session) why(m parlour.Match, text string) error {
	switch {
	case text == "":
		return refuse("terminal.why-what", "move", "12>18")
	case m.Turn().Needs() != parlour.NeedMove:
		return errors.New(cabinet.Stands(g.s.lang(), m))
	}
	mv, err := m.Parse(text)
	if err != nil {
		return err
	}
	g.s.print(g.s.lang().Say("terminal.legal", parlour.Args{"move": m.Text(mv), "does": Spoken(g.s.lang(), g.e, m, mv)}) + ".")
	return nil
}

func (g *session) hint(ctx context.Context, m parlour.Match) error {
	switch {
	case m.Turn().Needs() != parlour.NeedMove:
		return errors.New(cabinet.Stands(g.s.lang(), m))
	case len(m.Moves()) == 1:
		return refuse("terminal.only", "move", m.Text(m.Moves()[0]))
	}
	a := g.e.Analyst()
	if a == nil {
		return errors.New(cmp.Or(g.e.WhyNoLevels(g.s.lang()), g.s.lang().Say("study.no-judge", nil)))
	}
	r, err := a.Assess(ctx, m)
	if err != nil {
		return err
	}
	best, next := r.Choices[0], r.Choices[1]
	lang := g.s.lang()
	worth := func(values []string) string { return lang.Worth(r.Unit.Named(values[m.Turn().Seat])) }
	g.s.say("terminal.hint", "move", best.Text, "does", Spoken(lang, g.e, m, best.Move), "who", lang.Word(g.e.Info.Seats[m.Turn().Seat].Name),
		"worth", worth(best.Values), "next", next.Text, "less", worth(next.Values))
	return nil
}

// undo goes back to the last choice of a human.
func (g *session) undo() error {
	n := len(g.acts) - 1
	for n >= 0 && !g.acts[n].choice {
		n--
	}
	if n < 0 {
		return refuse("terminal.no-undo")
	}
	acts := g.acts[:n]
	g.begin(g.start)
	for _, a := range acts {
		if err := g.do(a); err != nil {
			return err
		}
	}
	g.saved = -1 // the file is ahead of the game now
	return nil
}

// speaker returns the human who made an announcement: the one in turn, or the
// first one if a bot is in turn.
func (g *session) speaker(m parlour.Match) parlour.Seat {
	if t := g.ref.Turn(); !t.Over() {
		if o := m.Role(t.Seat).Owner; o >= 0 && g.bots[o] == nil {
			return o
		}
	}
	for s := range g.e.Info.Seats {
		if g.bots[s] == nil && m.Role(parlour.Seat(s)).InPlay {
			return parlour.Seat(s)
		}
	}
	return 0
}

// answerer returns the human who answers an offer: the first one of a side that
// did not make it.
func (g *session) answerer(m parlour.Match) parlour.Seat {
	for s := range parlour.Seat(len(g.e.Info.Seats)) {
		if r := m.Role(s); g.bots[s] == nil && r.InPlay && r.Owner == s && r.Side != g.ref.Offered() {
			return s
		}
	}
	return g.speaker(m)
}

// offer offers a draw. Bots decline it.
func (g *session) offer(m parlour.Match) error {
	if err := g.do(act{said: "draw offered", seat: g.speaker(m)}); err != nil {
		return err
	}
	for s, b := range g.bots[:len(g.e.Info.Seats)] {
		if b == nil || !m.Role(parlour.Seat(s)).InPlay || g.ref.Offered() == parlour.Nobody {
			continue
		}
		g.s.print(g.s.lang().Say("terminal.declines", parlour.Args{"seat": g.e.Info.Seats[s].Name}))
		return g.do(act{said: "draw declined", seat: parlour.Seat(s)})
	}
	return nil
}

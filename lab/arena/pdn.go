package arena

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"

	"parlour"
)

// PDN returns a player of checkers that is a separate process and uses the notation
// of PDN, so that a small wrapper turns any engine into a player. It reads
//
//	new
//	go ms 100 position W:W21,22,…:B1,2,… start B:W21,22,…:B1,2,… moves 11-15 23-19 8-11
//
// and answers every go with a line that holds one move: 22-18, or 22x15x8 with all
// squares the piece touches; 22x8 is enough if it is unambiguous. "new" announces
// another game and needs no answer.
//
// ms is the time for the move in milliseconds, or 0 if the program decides itself.
// position is the current position in the format of PDN's FEN tag. start and moves
// tell the history since the game, or the ballot, began. A program that needs no
// history reads only the third and the fifth word. What it writes to standard error
// goes to log.
func PDN(name string, log io.Writer, command string, args ...string) Player {
	return Player{Name: name, New: func() (Seated, error) {
		p, err := open(log, command, args)
		if err != nil {
			return nil, err
		}
		return &pdn{program: p, name: name}, nil
	}}
}

// PDNGuest runs a command as a player that speaks PDN.
var PDNGuest = Guest{Kind: "pdn", Form: "pdn:COMMAND", Open: func(arg string, errs io.Writer) (Player, error) {
	words := strings.Fields(arg)
	if len(words) == 0 {
		return Player{}, errors.New("expected pdn:COMMAND")
	}
	return PDN(words[0], errs, words[0], words[1:]...), nil
}}

// A pdn is a program that plays checkers by this protocol.
type pdn struct {
	*program
	name  string
	start string // the position before the first move; "" before the game begins
	moves []string
	err   error // from announcing a new game
}

func (p *pdn) Name() string { return p.name }

// Begin tells the program that a game begins.
func (p *pdn) Begin(uint64) {
	p.start, p.moves = "", p.moves[:0]
	p.err = p.say([]byte("new"))
}

// Follow notes a move of the game.
func (p *pdn) Follow(m parlour.Match, mv parlour.Move) {
	if m.Turn().Dice != 0 {
		return // a ballot
	}
	if p.start == "" {
		p.start = fen(m)
	}
	p.moves = append(p.moves, m.Text(mv))
}

// fen returns the position of a match in the format of PDN: the second word of its
// line.
func fen(m parlour.Match) string {
	if f := strings.Fields(m.String()); len(f) > 1 {
		return f[1]
	}
	return ""
}

// Choose asks the program.
func (p *pdn) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	if p.err != nil {
		return parlour.NoMove, p.err
	}
	now := fen(m)
	start := p.start
	if start == "" {
		start = now
	}
	line := "go ms " + strconv.FormatInt(left(ctx), 10) + " position " + now + " start " + start
	if len(p.moves) > 0 {
		line += " moves " + strings.Join(p.moves, " ")
	}
	if err := p.say([]byte(line)); err != nil {
		return parlour.NoMove, err
	}
	text, err := p.hear(ctx)
	if err != nil {
		return parlour.NoMove, err
	}
	return m.Parse(strings.TrimSpace(text))
}

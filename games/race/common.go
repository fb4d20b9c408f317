package race

import (
	"errors"
	"strconv"

	"parlour"
	"parlour/rulebook"
)

// checkLine tests a position by writing its line and reading it back: the
// reader refuses whatever the rules do not allow.
func checkLine(e engine, p *Position) error {
	line := string(e.AppendPosition(nil, p))
	_, q, err := readLine(line, e.common().book, func(rulebook.Settings) engine { return e })
	if err != nil {
		return err
	}
	if q != *p {
		return errors.New("the line " + line + " reads back as another position")
	}
	return nil
}

// appendThrow tells what a throw does: it comes up, or it decides who begins.
func (b *base) appendThrow(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	s := p.turn
	e := parlour.Effect{Kind: "throw", Means: parlour.Throws, Colour: b.letters[s : s+1], Args: parlour.Args{"throw": strconv.Itoa(int(m))}}
	if !p.throwing {
		return append(dst, e)
	}
	q := *p
	b.throwOff(&q, b.total(m))
	e.Kind = "throw-off"
	dst = append(dst, e)
	switch {
	case !q.throwing:
		dst = append(dst, parlour.Effect{Kind: "begins", Means: parlour.Says, Colour: b.letters[q.turn : q.turn+1]})
	case q.off[s] <= 0:
		dst = append(dst, parlour.Effect{Kind: "tie", Means: parlour.Says, Colour: b.letters[q.turn : q.turn+1]})
	}
	return dst
}

// whyPass returns the kind of a pass: just pass if the player might do
// something else, the kind given if men wait, none is on the track and the throw
// brings none in, and else pass-none.
func (b *base) whyPass(p *Position, kind string, enters, choice bool) string {
	if choice {
		return "pass"
	}
	waits := false
	for _, q := range p.men[p.turn] {
		if q >= 0 && q <= b.last {
			return "pass-none"
		}
		waits = waits || q == waiting
	}
	if !waits || enters {
		return "pass-none"
	}
	return kind
}

// total returns the spots of a throw.
func (b *base) total(m parlour.Move) int8 {
	if b.dice == parlour.TwoDice {
		return int8(m/10 + m%10)
	}
	return int8(m)
}

// retire takes a player who leaves out of the game. The player's colour is
// taken off the board, unless it is home: then it stays and keeps its place.
// When one player is left besides those who are home, the game ends and that
// player gets the next place. It reports false and changes nothing if only one
// colour would be left on the board, or if colours are shared: then the table
// ends the game or finds a stand-in. [kleefeld/r-leaving] [british/r-leaving]
func retire(e engine, p *Position, s parlour.Seat) bool {
	b := e.common()
	switch {
	case p.turn == parlour.Nobody || !p.has(s) || p.seats != 0:
		return false
	case b.isHome(p, s):
		return true
	case b.players(p) <= 2:
		return false
	}
	if p.turn == s {
		p.turn, p.throw, p.run, p.tries, p.parts, p.played = b.next(p, s), 0, 0, 0, 0, [maxParts]part{}
	}
	p.present &^= 1 << uint(s)
	p.men[s] = [4]int16{}
	if p.throwing {
		p.off[s] = -1
		b.settleOff(p)
	}
	if e.over(p) {
		p.endGame()
		p.parts, p.played = 0, [maxParts]part{}
	}
	return true
}

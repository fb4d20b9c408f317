package backgammon

import (
	"strconv"
	"strings"

	"parlour"
)

// placeName returns the name of a place on the board, where points are numbered
// as X numbers them.
func placeName(s parlour.Seat, p int) string {
	switch {
	case p == bar:
		return "bar " + letter(s)
	case p == off:
		return "off " + letter(s)
	case s == O:
		p = bar - p
	}
	return strconv.Itoa(p)
}

// AppendEffects tells what a throw, a play or another choice does.
func (r *Rules) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	t := p.Turn
	if r.Turn(p).Dice != 0 {
		return r.appendThrow(dst, p, m)
	}
	after := *p
	r.Play(&after, m)
	add := func(kind string, means parlour.Meaning, s parlour.Seat, args parlour.Args) {
		dst = append(dst, parlour.Effect{Kind: kind, Means: means, Colour: letter(s), Args: args})
	}
	stake := parlour.Args{"stake": strconv.Itoa(2 * p.Stake())}
	switch m {
	case pass:
		kind := "pass"
		if p.Men[t].At(bar) > 0 {
			kind = "pass-bar"
		}
		add(kind, parlour.Passes, t, nil)
	case roll, keep, rethrow:
		add(wordNames[m>>wordBits], meaningOf(m), t, nil)
	case double:
		dst = append(dst, r.cubeEffect("double", p, &after, t, stake))
	case take, beaver, raccoon:
		dst = append(dst, r.cubeEffect(wordNames[m>>wordBits], p, &after, p.Actor(), stake))
	case drop:
		add("drop", parlour.Says, p.Actor(), nil)
	case accept, decline:
		add(wordNames[m>>wordBits], meaningOf(m), 1-t, nil)
	case resign1, resign2, resign3:
		add("resign", parlour.Says, t, parlour.Args{"n": strconv.Itoa(int(after.Resign))})
	default:
		dst = appendStepEffects(dst, p, r.inOrder(p, m))
	}
	return r.appendEnd(dst, p, &after, m)
}

// meaningOf returns the meaning of a choice that is not a play.
func meaningOf(m parlour.Move) parlour.Meaning {
	switch m {
	case pass:
		return parlour.Passes
	case roll:
		return parlour.Throws
	case take, accept:
		return parlour.Accepts
	}
	return parlour.Says
}

// appendThrow tells what a throw decides.
func (r *Rules) appendThrow(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	args := parlour.Args{"first": strconv.Itoa(int(m / 10)), "second": strconv.Itoa(int(m % 10))}
	if p.State == Throw {
		if m/10 == m%10 { // [backgammon/doubles-four]
			args["plays"] = strings.Repeat(args["first"], maxSteps)
		}
		return append(dst, parlour.Effect{Kind: "throw", Means: parlour.Throws, Colour: letter(p.Turn), Args: args})
	}
	after := *p
	r.Play(&after, m)
	if after.State != Open {
		args["black"], args["white"] = name(X), name(O)
		return append(dst, parlour.Effect{Kind: "opening", Means: parlour.Throws, Colour: letter(after.Turn), Args: args})
	}
	dst = append(dst, parlour.Effect{Kind: "tie", Means: parlour.Throws, Args: args})
	if after.Cube > p.Cube {
		dst = append(dst, r.cubeEffect("auto-double", p, &after, parlour.Nobody, parlour.Args{"stake": strconv.Itoa(after.Stake())}))
	}
	return dst
}

// cubeEffect tells what happens to the cube. Doubles by word of mouth have no
// cube to move.
//
// [backgammon/r-doubling]
func (r *Rules) cubeEffect(kind string, before, after *Position, actor parlour.Seat, args parlour.Args) parlour.Effect {
	e := parlour.Effect{Kind: kind, Means: parlour.Says, Args: args}
	if actor != parlour.Nobody {
		e.Colour = letter(actor)
	}
	if !r.voice {
		e.Means, e.From, e.To = parlour.Moves, cubePiece(before).Place, cubePiece(after).Place
		if e.From == e.To {
			e.Means = parlour.Changes
		}
		cube := cubePiece(after)
		e.Becomes = &cube
	}
	return e
}

// appendStepEffects describes every man that moves and every man that is hit.
func appendStepEffects(dst []parlour.Effect, p *Position, steps []tried) []parlour.Effect {
	t := p.Turn
	f := view(p)
	hit := uint32(0)
	for _, s := range steps {
		to := max(s.from-s.die, off)
		e := parlour.Effect{
			Kind:   "move",
			Means:  parlour.Moves,
			Colour: letter(t),
			From:   placeName(t, s.from),
			To:     placeName(t, to),
			Args:   parlour.Args{"start": place(s.from), "end": place(to), "die": strconv.Itoa(s.die)},
		}
		switch {
		case s.from == bar:
			e.Kind, e.Means = "enter", parlour.Enters
		case to == off:
			e.Kind, e.Means = "bear-off", parlour.Home
		}
		e.Way = []string{e.To}
		dst = append(dst, e)
		if f.blots&^hit>>to&1 != 0 && to != off {
			hit |= 1 << to
			dst = append(dst, parlour.Effect{
				Kind:   "hit",
				Means:  parlour.Takes,
				Colour: letter(1 - t),
				From:   e.To,
				To:     placeName(1-t, bar),
				Way:    []string{placeName(1-t, bar)},
				Args:   parlour.Args{"by": name(t), "end": place(to)},
			})
		}
	}
	return dst
}

// inOrder returns the steps of a play in an order in which they can be made.
func (r *Rules) inOrder(p *Position, m parlour.Move) []tried {
	var steps []tried
	for s := uint32(m); s != 0; s >>= stepBits {
		steps = append(steps, tried{int(s >> dieBits & 31), int(s & dieMask)})
	}
	if len(steps) == 2 && steps[0].die != steps[1].die {
		f := view(p)
		a, b := steps[0], steps[1]
		first := sources(f.men, f.from(a.die), a.die, true)>>a.from&1 != 0
		then := sources(after(f.men, 1<<a.from, a.die), f.from(b.die), b.die, true)>>b.from&1 != 0
		if !first || !then {
			steps[0], steps[1] = b, a
		}
	}
	return steps
}

// appendEnd tells how a game or match ended, and announces the next game.
func (r *Rules) appendEnd(dst []parlour.Effect, before, after *Position, m parlour.Move) []parlour.Effect {
	winner := after.Turn
	if after.State != Over {
		if after.State != Open {
			return dst
		}
		winner = X
		if after.Score[O] > before.Score[O] {
			winner = O
		}
	}
	points := after.Score[winner] - before.Score[winner]
	args := func() parlour.Args {
		return parlour.Args{
			"points": strconv.Itoa(int(points)),
			"times":  strconv.Itoa(int(points) >> before.Cube),
			"x":      strconv.Itoa(int(after.Score[X])),
			"o":      strconv.Itoa(int(after.Score[O])),
			"black":  name(X),
			"white":  name(O),
		}
	}
	kind := "won"
	if m>>wordBits == 0 {
		kind = [...]string{"won-single", "won-gammon", "won-backgammon"}[int(points)>>before.Cube-1]
	}
	dst = append(dst, parlour.Effect{Kind: kind, Means: parlour.Ends, Colour: letter(winner), Args: args()})
	switch {
	case after.State == Open:
		next := "next-game"
		if after.Crawford {
			next = "crawford-game"
		}
		dst = append(dst, parlour.Effect{Kind: next, Means: parlour.Says, Args: args()})
	case r.match > 0:
		dst = append(dst, parlour.Effect{Kind: "match-won", Means: parlour.Ends, Colour: letter(winner), Args: args()})
	}
	return dst
}

// AppendPieces tells where the men and the cube are. Doubling by word of mouth
// uses no cube.
func (r *Rules) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for s := X; s <= O; s++ {
		for q := bar; q >= off; q-- {
			n := p.Men[s].At(q)
			if q == off {
				n = p.Men[s].Off()
			}
			for range n {
				dst = append(dst, parlour.Piece{Place: placeName(s, q), Colour: letter(s), Kind: "man"})
			}
		}
	}
	if !r.voice && r.limit > 0 {
		dst = append(dst, cubePiece(p))
	}
	return dst
}

// cubePiece returns the cube. While a double is offered the cube lies between
// the players and shows the stake they would play for.
func cubePiece(p *Position) parlour.Piece {
	switch p.State {
	case Doubled, Beavered, Raccooned:
		return parlour.Piece{Place: cubePlace(parlour.Nobody), Kind: "cube", Face: strconv.Itoa(2 * p.Stake())}
	}
	return parlour.Piece{Place: cubePlace(p.Owner), Kind: "cube", Face: strconv.Itoa(p.Stake())}
}

func cubePlace(owner parlour.Seat) string {
	if owner == parlour.Nobody {
		return "cube"
	}
	return "cube " + letter(owner)
}

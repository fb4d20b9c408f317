package race

import (
	"strconv"
	"strings"

	"parlour"
)

// AppendEffects tells the throw; or where the piece goes, what it captures,
// what is sent back for failing to capture, and who is home.
func (r *Mensch) AppendEffects(dst []parlour.Effect, p *Position, m parlour.Move) []parlour.Effect {
	if p.throw == 0 {
		return r.appendThrow(dst, p, m)
	}
	began := len(dst)
	if menschPasses(m) {
		dst = append(dst, parlour.Effect{Kind: r.whyPass(p, "pass-six", p.throw == 6, len(r.AppendMoves(p, nil)) > 1), Means: parlour.Passes, Colour: r.letters[p.turn : p.turn+1], Args: parlour.Args{"throw": strconv.Itoa(int(p.throw))}})
	} else {
		dst = r.appendMoved(dst, m)
	}
	if menschHuffs(m) {
		c := menschHuffColour(m)
		dst = append(dst, parlour.Effect{Kind: "huff", Means: parlour.Takes, Colour: r.letters[c : c+1], From: r.huffSpot(m), To: r.spot(c, waiting)})
	}
	r.pointOut(p, dst[began:])
	if c := menschColour(m); !menschPasses(m) {
		after := *p
		r.Play(&after, m)
		if r.isHome(&after, c) {
			dst = append(dst, r.finished(&after, c))
		}
	}
	return dst
}

// finished tells that the last piece of c is home, and which place that earns
// if every colour is its own player.
func (r *Mensch) finished(p *Position, c parlour.Seat) parlour.Effect {
	e := parlour.Effect{Kind: "all-home", Means: parlour.Ends, Colour: r.letters[c : c+1]}
	if p.seats == 0 {
		place, _ := p.ranked(c)
		e.Kind, e.Args = "finished", parlour.Args{"place": strconv.Itoa(place + 1)}
	}
	return e
}

// appendMoved tells where the piece goes and what it captures.
func (r *Mensch) appendMoved(dst []parlour.Effect, m parlour.Move) []parlour.Effect {
	c, from, to := menschColour(m), menschFrom(m), menschTo(m)
	e := parlour.Effect{Kind: "move", Means: parlour.Moves, Colour: r.letters[c : c+1], From: r.spot(c, from), To: r.spot(c, to)}
	step := int16(1)
	switch {
	case from == waiting:
		e.Kind, e.Means = "enter", parlour.Enters
	case to < from:
		e.Kind, step = "back", -1
	}
	for q := from + step; ; q += step {
		e.Way = append(e.Way, r.spot(c, q))
		if q == to {
			break
		}
	}
	dst = append(dst, e)
	if v := menschCaptured(m); v != parlour.Nobody {
		dst = append(dst, parlour.Effect{Kind: "capture", Means: parlour.Takes, Colour: r.letters[v : v+1], From: r.spot(c, to), To: r.spot(v, waiting), Args: parlour.Args{"by": r.colour(c)}})
	}
	if from < r.home && to >= r.home {
		dst = append(dst, parlour.Effect{Kind: "home", Means: parlour.Home, Colour: e.Colour, To: e.To})
	}
	return dst
}

// Steps offers each move as one step. If the player picks which piece is sent
// back for failing to capture, that is a second step.
func (r *Mensch) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	text := strings.Join(taken, "")
	legal := r.AppendMoveList(p, nil)
	if len(taken) > 0 {
		if m, err := r.ParseMove(p, text); err == nil {
			return nil, m, nil
		}
		for _, m := range legal {
			if len(taken) == 1 && menschHuffs(m) && string(r.appendStep(nil, p, m)) == text {
				c, from := menschHuffColour(m), menschHuffFrom(m)
				next = append(next, parlour.Step{Text: string(r.appendHuff(nil, p, m)), From: r.spot(c, from), To: r.spot(c, waiting), Takes: r.huffSpot(m)})
			}
		}
		if next == nil {
			_, err = r.ParseMove(p, text)
		}
		return next, parlour.NoMove, err
	}
	for i, m := range legal {
		step := parlour.Step{Text: string(r.AppendMove(nil, p, m))}
		if menschPasses(m) {
			step.Means = parlour.Passes
		} else {
			c := menschColour(m)
			step.From, step.To, step.Dice = r.spot(c, menschFrom(m)), r.spot(c, menschTo(m)), strconv.Itoa(int(p.throw))
			if menschCaptured(m) != parlour.Nobody {
				step.Takes = step.To
			}
		}
		// Moves that differ only in the piece sent back come one after the other.
		if i > 0 && sameStep(legal[i-1], m) {
			continue
		}
		if i+1 < len(legal) && sameStep(m, legal[i+1]) {
			step.Text = string(r.appendStep(nil, p, m))
		}
		next = append(next, step)
	}
	return next, parlour.NoMove, nil
}

// huffSpot returns where the piece stands that a move sends back for failing to
// capture: where it went, if it is the one that moved.
func (r *Mensch) huffSpot(m parlour.Move) string {
	c, from := menschHuffColour(m), menschHuffFrom(m)
	if !menschPasses(m) && c == menschColour(m) && from == menschFrom(m) {
		from = menschTo(m)
	}
	return r.spot(c, from)
}

// sameStep reports whether two moves differ at most in the piece sent back.
func sameStep(a, b parlour.Move) bool {
	const rest parlour.Move = 1<<huffFromShift - 1
	return a&rest == b&rest
}

// AppendPieces puts every piece on its square.
func (r *Mensch) AppendPieces(dst []parlour.Piece, p *Position) []parlour.Piece {
	for s := range parlour.Seat(4) {
		if !p.has(s) {
			continue
		}
		for _, q := range p.men[s] {
			dst = append(dst, parlour.Piece{Place: r.spot(s, q), Colour: r.letters[s : s+1], Kind: "man"})
		}
	}
	return dst
}

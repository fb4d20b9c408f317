package backgammon

import (
	"cmp"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A partial is a play that is being composed.
type partial struct {
	men  Men
	hits uint32
	left [maxSteps]uint8 // the dice still to be played, padded with zeros
}

// Steps composes a play man by man. A step is written like a part of a play
// with one die, "24/20*". It offers every order of the steps that the rules
// allow, and only steps after which as many dice can be played as must be.
// Choices that are not plays are single steps.
func (r *Rules) Steps(p *Position, taken []string) (next []parlour.Step, end parlour.Move, err error) {
	if len(taken) == 1 {
		if m, ok := readAs[strings.ToLower(taken[0])]; ok && slices.Contains(r.AppendMoves(p, nil), m) {
			return nil, m, nil
		}
	}
	if p.State != Moving || p.Resign != 0 {
		if len(taken) > 0 {
			return nil, parlour.NoMove, r.noStep(p, taken, r.texts(p, nil))
		}
		return r.wordSteps(p), parlour.NoMove, nil
	}
	c := composer{r: r, f: view(p), turn: p.Turn, dice: p.Dice}
	c.start = c.f.men.Any()
	first := partial{men: c.f.men}
	for i, d := range diceList(p) {
		first.left[i] = uint8(d)
	}
	c.most = c.reach(&first)
	if c.most == 0 {
		if len(taken) > 0 {
			return nil, parlour.NoMove, r.noStep(p, taken, r.texts(p, nil))
		}
		return r.wordSteps(p), pass, nil
	}
	// A man borne off may have used either die, so there may be several.
	now := []partial{first}
	for i, text := range taken {
		l, ok := readStep(text)
		var then []partial
		for k := range now {
			for s, q := range c.onward(&now[k], i) {
				if ok && s == l && !slices.Contains(then, q.partial) {
					then = append(then, q.partial)
				}
			}
		}
		if then == nil {
			var instead []string
			for _, s := range c.texts(now, i) {
				instead = append(instead, s.Text)
			}
			return nil, parlour.NoMove, r.noStep(p, taken[:i+1], instead)
		}
		now = then
	}
	if len(taken) == c.most {
		return nil, r.playTo(p, &c.f, &now[0]), nil
	}
	next = c.texts(now, len(taken))
	if len(taken) == 0 {
		next = append(next, r.wordSteps(p)...)
	}
	return next, parlour.NoMove, nil
}

// AppendWords appends the choices that are not plays, under any options.
func (r *Rules) AppendWords(dst []string) []string { return append(dst, wordNames[1:]...) }

// wordSteps returns the choices that are not plays.
func (r *Rules) wordSteps(p *Position) (steps []parlour.Step) {
	for _, m := range r.AppendMoves(p, nil) {
		if w := m >> wordBits; w != 0 {
			steps = append(steps, parlour.Step{Text: wordNames[w], Means: meaningOf(m)})
		}
	}
	return steps
}

func (r *Rules) noStep(p *Position, taken, instead []string) *parlour.Refusal {
	why := refuse("backgammon.no-step", parlour.Args{"text": taken[len(taken)-1], "side": name(p.Turn)}, "backgammon/both-dice", "backgammon/play-text")
	why.Instead = instead
	return why
}

// readStep reads a single step.
func readStep(text string) (leg, bool) {
	w, ok := readPlay(strings.ToLower(text))
	if !ok || len(w.legs) != 1 {
		return leg{}, false
	}
	return w.legs[0], true
}

// playTo returns the play that leads to a composed position.
func (r *Rules) playTo(p *Position, f *field, q *partial) parlour.Move {
	for _, m := range r.appendPlays(p, nil) {
		men := f.men
		for s := uint32(m); s != 0; s >>= stepBits {
			men = after(men, 1<<(s>>dieBits&31), int(s&dieMask))
		}
		if men == q.men && f.hits(m) == q.hits {
			return m
		}
	}
	return parlour.NoMove
}

// A composer holds what does not change while a play is composed.
type composer struct {
	r     *Rules
	f     field
	turn  parlour.Seat
	dice  [2]uint8
	start uint32 // where the men were before the first step
	most  int    // how many dice must be played
}

// steps yields every legal step with what it leads to.
func (c *composer) steps(q *partial, yield func(leg, uint8, partial) bool) {
	for i, d := range q.left {
		if d == 0 || i > 0 && q.left[i-1] == d {
			continue
		}
		die := int(d)
		// [backgammon/r-bearoff] the larger of two dice, played last
		last := c.dice[0] != c.dice[1] && d == c.dice[0] && q.left[1] == 0
		privilege := !(c.r.strict && last && c.start>>die != 0)
		for set := sources(q.men, c.f.from(die), die, privilege); set != 0; set &= set - 1 {
			from := set & -set
			to := from >> die &^ 1
			n := partial{men: after(q.men, from, die), hits: q.hits | to&c.f.blots}
			k := 0
			for j, e := range q.left {
				if j != i {
					n.left[k] = e
					k++
				}
			}
			at := bits.TrailingZeros32(from)
			if !yield(leg{at, max(at-die, off)}, d, n) {
				return
			}
		}
	}
}

// mayBeOnly reports whether the die may be the only one played, if only one of
// two different dice can be.
//
// [backgammon/larger-die]
func (c *composer) mayBeOnly(q *partial, die uint8) bool {
	if c.r.oneDieFree || die == c.dice[0] {
		return true
	}
	return sources(q.men, c.f.from(int(c.dice[0])), int(c.dice[0]), true) == 0
}

// reach returns how many dice can still be played.
func (c *composer) reach(q *partial) int {
	room := 0
	for room < maxSteps && q.left[room] != 0 {
		room++
	}
	best := 0
	c.steps(q, func(_ leg, _ uint8, n partial) bool {
		best = max(best, 1+c.reach(&n))
		return best < room
	})
	return best
}

// A way is what a step leads to, and the die it uses.
type way struct {
	partial
	die uint8
}

// onward yields the steps after which the play can still become legal. I steps
// have been made.
func (c *composer) onward(q *partial, i int) func(func(leg, way) bool) {
	return func(yield func(leg, way) bool) {
		c.steps(q, func(l leg, die uint8, n partial) bool {
			if i+1+c.reach(&n) < c.most || c.most == 1 && !c.mayBeOnly(q, die) {
				return true
			}
			return yield(l, way{n, die})
		})
	}
}

// texts returns the steps that may follow, in the order of plays. If either die
// bears a man off, the step names the smaller one.
func (c *composer) texts(now []partial, i int) []parlour.Step {
	type option struct {
		leg
		hit bool
		die uint8
	}
	var options []option
	for k := range now {
		for l, q := range c.onward(&now[k], i) {
			o := option{l, q.hits != now[k].hits, q.die}
			same := slices.IndexFunc(options, func(x option) bool { return x.leg == o.leg && x.hit == o.hit })
			if same < 0 {
				options = append(options, o)
			} else {
				options[same].die = min(options[same].die, o.die)
			}
		}
	}
	slices.SortFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(b.from, a.from), cmp.Compare(b.to, a.to))
	})
	var steps []parlour.Step
	for _, o := range options {
		s := parlour.Step{Text: place(o.from) + "/" + place(o.to), From: placeName(c.turn, o.from), To: placeName(c.turn, o.to), Dice: strconv.Itoa(int(o.die))}
		if o.hit {
			s.Text += "*"
			s.Takes = s.To
		}
		steps = append(steps, s)
	}
	return steps
}

package race

import (
	"encoding/binary"
	"fmt"
	"math"

	"parlour"
	"parlour/bot"
	"parlour/games/race"
)

// A Net evaluates positions of a race game. It has one hidden layer and gives every
// colour a sum, always by the same weights: the inputs are the position as that
// colour sees it.
//
//	inputs ──> width columns: a sum for the beginning and one for the end of a game,
//	                          and units that count if they are above zero
//	units ───> added to the mean of the two sums, weighted by the stage of the game
//
// The chances of the colours to be home next are the softmax of their sums.
type Net struct {
	params []float32
	in     []float32 // by input, width columns each
	bias   []float32 // by column
	out    []float32 // by unit
}

const (
	width = bot.Lane
	units = width - 2
)

// The inputs for one colour.
//
//	inMen..     men by place: waiting, on the track, in the lane, home
//	inPair..    1 for every place of the track with two men
//	inWaits..   1 at the number of men waiting, 0 to 4
//	inHomes..   1 at the number of men home, 0 to 4
//	inTempo..   1 at the number of turns until the colour's own turn
//	inFear..    by the same number: the chance that a man is captured by a colour that
//	          is in turn before it, and that chance times how far the man has come;
//	          and the same for colours that are in turn after it
//	inHunt..    by the same number: the same for the men that it can capture
//	inLurk..    opposing men a little out of reach behind, and those times how far the
//	          man has come; and the same for men that are in front of its own
//	inHeld      men with a pair of another colour up to six spaces ahead
//	inStuck     no man is on the track or in the lane
//	inFar       how far all men have come
//	inStage     how far the men of the leading colour have come
//	inRival..   for each other colour, in the order of turns: its men by place; stuck and
//	          far as above; 1 if it is not on the board, and if it is home
const (
	inMen   = 0
	inPair  = inMen + spots
	inWaits = inPair + spots
	inHomes = inWaits + 5
	inTempo = inHomes + 5
	inFear  = inTempo + 4
	inHunt  = inFear + 16
	inLurk  = inHunt + 16
	inHeld  = inLurk + 4
	inStuck = inHeld + 1
	inFar   = inStuck + 1
	inStage = inFar + 1
	inRival = inStage + 1

	rivalStuck  = spots
	rivalFar    = rivalStuck + 1
	rivalAbsent = rivalFar + 1
	rivalHome   = rivalAbsent + 1
	rivalAll    = rivalHome + 1

	inputs = inRival + 3*rivalAll

	// spots is the number of places of a colour. Longer boards are scaled down.
	spots    = 58
	lastSpot = 51 // the last one of the track
)

// NewNet returns a net whose weights are all zero.
func NewNet() *Net {
	n := &Net{params: make([]float32, inputs*width+width+units)}
	rest := n.params
	n.in, rest = rest[:inputs*width], rest[inputs*width:]
	n.bias, n.out = rest[:width], rest[width:]
	return n
}

// A sight is the inputs for one colour that are not zero.
type sight struct {
	n   int
	idx [64]int32
	val [64]float32
	h   [width]float32
}

func (v *sight) add(at int, x float32) {
	i := v.n & 63
	v.idx[i], v.val[i] = int32(at), x
	v.n = i + 1
}

// A view is what the colours see of a position.
type view struct {
	survey
	sight [4]sight
	stuck [4]bool // no man is on the track or in the lane
}

// A NetEvaluator evaluates positions of a race game with a net.
type NetEvaluator struct {
	Evaluator
	net  *Net
	view view
}

// NewNetEvaluator returns the evaluator for rules of package race with a net, or nil
// for other rules.
func NewNetEvaluator(rules parlour.Full[race.Position], n *Net) *NetEvaluator {
	e := NewEvaluator(rules, nil)
	if e == nil {
		return nil
	}
	return &NetEvaluator{Evaluator: *e, net: n}
}

// Shares fills in what every side can expect.
func (e *NetEvaluator) Shares(p *race.Position, out *bot.Shares) {
	var next bot.Shares
	e.Evaluate(p, &next, out)
}

// Evaluate fills in the chances to be home next, and the shares.
func (e *NetEvaluator) Evaluate(p *race.Position, next, out *bot.Shares) {
	v := &e.view
	e.look(p, v)
	var sums [4]float32
	e.net.sums(v, &sums)
	chances(&sums, &v.runs, next)
	if e.double(p) {
		e.pair(float64(sums[0])+float64(sums[2]), float64(sums[1])+float64(sums[3]), out)
		return
	}
	e.split(p, next, out)
}

// spot returns the place of a man at progress q.
func (e *NetEvaluator) spot(q int16) int {
	c := &e.course
	switch {
	case c.Last == lastSpot-1 || c.Home <= 44:
		return int(q) + 1
	case q < 0:
		return 0
	case q <= c.Last:
		return 1 + int(q)*(lastSpot-1)/int(c.Last)
	}
	return max(lastSpot+1, spots-1-int(c.Home-q))
}

// look fills in the view of a position.
func (e *NetEvaluator) look(p *race.Position, v *view) {
	e.survey(p, &v.survey)
	var r risks
	for s := range parlour.Seat(4) {
		v.sight[s].n = 0
		if p.Has(s) {
			e.own(p, v, s, &r)
		}
	}
	for s := range parlour.Seat(4) {
		if v.runs[s] {
			e.others(p, v, s, &r)
		}
	}
}

// own adds what a colour sees of its own men, and notes their risks.
func (e *NetEvaluator) own(p *race.Position, v *view, s parlour.Seat, r *risks) {
	c := &e.course
	m, x := &v.men[s], &v.sight[s]
	waiting, home, walled := 0, 0, 0
	for i, q := range m {
		x.add(inMen+e.spot(q), 1)
		switch {
		case q < 0:
			waiting++
			continue
		case q >= c.Home:
			home++
			continue
		case q > c.Last:
			continue
		}
		if i > 0 && m[i-1] == q {
			x.add(inPair+e.spot(q), 1)
		}
		if c.Walls && e.wall(p, &v.men, s, q) {
			walled++
		}
		if !e.safe(m, i) {
			e.risk(p, &v.survey, s, q, r)
		}
	}
	x.add(inWaits+waiting, 1)
	x.add(inHomes+home, 1)
	x.add(inTempo+v.away[s], 1)
	x.add(inFar, float32(v.sums[s])/e.whole())
	x.add(inStage, v.stage)
	if v.stuck[s] = waiting+home == 4; v.stuck[s] {
		x.add(inStuck, 1)
	}
	if walled > 0 {
		x.add(inHeld, float32(walled))
	}
}

// others adds what a colour sees of the others, and the risks of all.
func (e *NetEvaluator) others(p *race.Position, v *view, s parlour.Seat, r *risks) {
	x := &v.sight[s]
	t := 4 * v.away[s]
	for i := range 4 {
		if f := r.fear[s][i]; f != 0 {
			x.add(inFear+t+i, f)
		}
		if f := r.hunt[s][i]; f != 0 {
			x.add(inHunt+t+i, f)
		}
		if f := r.lurk[s][i]; f != 0 {
			x.add(inLurk+i, f)
		}
	}
	for k := range 3 {
		o := (s + parlour.Seat(k+1)*e.course.Next) & 3
		base := inRival + k*rivalAll
		if !p.Has(o) {
			x.add(base+rivalAbsent, 1)
			continue
		}
		for _, q := range v.men[o] {
			x.add(base+e.spot(q), 1)
		}
		x.add(base+rivalFar, float32(v.sums[o])/e.whole())
		if v.stuck[o] {
			x.add(base+rivalStuck, 1)
		}
		if !v.runs[o] {
			x.add(base+rivalHome, 1)
		}
	}
}

// risks are sums over the men that can be captured, by colour: the chance, and the
// chance times how far the man has come, first for captors that are in turn before
// the man's colour, then for those after it. Lurk has men out of reach instead:
// first those behind a man of the colour, then those in front.
type risks struct{ fear, hunt, lurk [4][4]float32 }

// risk adds the risks of the man of a seat at progress q.
func (e *NetEvaluator) risk(p *race.Position, v *survey, seat parlour.Seat, q int16, r *risks) {
	far := e.far(q)
	captors, lurkers := e.captors(p, v, seat, q)
	for k := parlour.Seat(1); k < 4; k++ {
		by := (seat + k) & 3
		if chance := captors[by]; chance > 0 {
			i := 0
			if v.away[by] > v.away[seat] {
				i = 2
			}
			r.fear[seat][i] += chance
			r.fear[seat][i+1] += float32(chance * far)
			r.hunt[by][i] += chance
			r.hunt[by][i+1] += float32(chance * far)
		}
		if near := lurkers[by]; near > 0 {
			r.lurk[seat][0] += near
			r.lurk[seat][1] += float32(near * far)
			r.lurk[by][2] += near
			r.lurk[by][3] += float32(near * far)
		}
	}
}

// sums fills in the sums of the colours that run, by seat.
func (n *Net) sums(v *view, out *[4]float32) {
	for s := range out {
		if !v.runs[s] {
			continue
		}
		x := &v.sight[s]
		h := &x.h
		bot.Gather(h[:], n.bias, n.in, x.idx[:x.n], x.val[:x.n])
		sum := h[0] + float32(v.stage*(h[1]-h[0]))
		for i, y := range h[2:] {
			sum += float32(max(y, 0) * n.out[i])
		}
		out[s] = sum
	}
}

// chances fills in the chances of those that run to be home next.
func chances(sums *[4]float32, runs *[4]bool, out *bot.Shares) {
	*out = bot.Shares{}
	top := math.Inf(-1)
	for s, runs := range runs {
		if runs {
			top = max(top, float64(sums[s]))
		}
	}
	whole := 0.0
	for s, runs := range runs {
		if runs {
			out[s] = power(float64(sums[s]) - top)
			whole += out[s]
		}
	}
	for s, runs := range runs {
		if runs {
			out[s] /= whole
		}
	}
}

// power returns e to the power of x, for x up to zero. Unlike math.Exp it gives the
// same bits on every machine.
func power(x float64) float64 {
	if x < -60 {
		return 0
	}
	k := math.Floor(float64(x*math.Log2E) + 0.5)
	r := x - float64(k*math.Ln2)
	y := 1.0
	for i := 10.0; i > 0; i-- {
		y = 1 + float64(float64(y*r)/i)
	}
	return math.Float64frombits(math.Float64bits(y) + uint64(int64(k))<<52)
}

// The file of a net: a line that says what it is, the scale of the numbers as a
// float32, and the weights as multiples of it in 16 bits.
const netHeader = "parlour race net 1\n"

// AppendBinary appends the file of the net. Weights are rounded.
func (n *Net) AppendBinary(b []byte) ([]byte, error) {
	most := float32(0)
	for _, w := range n.params {
		most = max(most, w, -w)
	}
	scale := max(most/math.MaxInt16, math.SmallestNonzeroFloat32)
	b = append(b, netHeader...)
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(scale))
	for _, w := range n.params {
		b = binary.LittleEndian.AppendUint16(b, uint16(int16(math.RoundToEven(float64(w/scale)))))
	}
	return b, nil
}

// ReadNet reads the file of a net.
func ReadNet(data []byte) (*Net, error) {
	n := NewNet()
	if len(data) < len(netHeader) || string(data[:len(netHeader)]) != netHeader {
		return nil, fmt.Errorf("not a net of a race game: expected a file that begins with %q", netHeader)
	}
	data = data[len(netHeader):]
	if len(data) != 4+2*len(n.params) {
		return nil, fmt.Errorf("not a net of this program: expected %d weights, not %d", len(n.params), (len(data)-4)/2)
	}
	scale := math.Float32frombits(binary.LittleEndian.Uint32(data))
	for i := range n.params {
		n.params[i] = float32(int16(binary.LittleEndian.Uint16(data[4+2*i:]))) * scale
	}
	return n, nil
}

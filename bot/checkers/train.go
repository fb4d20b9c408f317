package checkers

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"os"
	"runtime"
	"sync"
	"time"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// A Course trains the evaluation by self-play.
//
// Every round plays games from random ballots with a few random moves, and records
// the quiet positions with the result and the value of the search. Then the weights
// are fitted to the positions of the last rounds by logistic regression.
type Course struct {
	Time    time.Duration // how long to train; earlier runs do not count
	Nodes   int           // positions to search for a move; 0 for the default
	Games   int           // games of a round; 0 for the default number per worker
	Workers int           // games played at the same time; 0 for one for each processor
	Seed    uint64
	Out     string    // file for the weights
	State   string    // file that keeps the notes, to continue from; "" for none
	Log     io.Writer // gets a line for each round; nil for none
}

const (
	usualNodes = 2000
	usualGames = 1000
	// steep is the number of hundredths of a man that multiply the odds of a win
	// by e.
	steep = 110
	// mostNotes is the maximum number of notes kept.
	mostNotes = 6_000_000
	// trust is the weight of the results in the targets; the rest is the value of
	// the search.
	trust = 0.6
)

// A note is a quiet position and its target.
//
//	  0       4       8       12     14    15
//	+-------+-------+-------+------+-----+-----+
//	| Black | White | Kings | goal | side|  0  |   16 bytes
//	+-------+-------+-------+------+-----+-----+
//
// Goal is the target share of Black in parts of 65535.
type note struct {
	black, white, kings uint32
	goal                uint16
	side                uint8
}

// Train runs a course until its time is over or ctx ends.
func Train(ctx context.Context, c Course) error {
	if c.Time <= 0 || c.Out == "" {
		return errors.New("the training needs a time limit and a file for the weights")
	}
	if c.Nodes <= 0 {
		c.Nodes = usualNodes
	}
	if c.Workers <= 0 {
		c.Workers = runtime.GOMAXPROCS(0)
	}
	if c.Games <= 0 {
		c.Games = usualGames * c.Workers
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
	now := byHand()
	notes, err := readNotes(c.State)
	if err != nil {
		return err
	}
	if len(notes) > 0 {
		now = fit(notes, c.Seed)
		fmt.Fprintf(c.Log, "%d positions read\n", len(notes))
	}
	begin := time.Now()
	lasted := time.Duration(0) // the round before
	for round := 1; time.Since(begin)+lasted < c.Time; round++ {
		start := time.Now()
		from := len(notes)
		seed := bot.Mix(c.Seed, uint64(from))
		fresh, s := selfPlay(ctx, c, now, seed)
		notes = append(notes, fresh...)
		if len(notes) > mostNotes {
			notes = notes[len(notes)-mostNotes:]
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := writeNotes(c.State, notes); err != nil {
			return err
		}
		next := fit(notes, seed)
		mean, low, high := compare(ctx, c, next, now, seed)
		fmt.Fprintf(c.Log, "round %d after %v: %d games, %.0f %% drawn, %d positions, error %.4f; against the round before %.3f (%.3f to %.3f)\n",
			round, time.Since(begin).Round(time.Second), c.Games, 100*s, len(notes), next.miss(notes), mean, low, high)
		if err := ctx.Err(); err != nil {
			return err
		}
		now = next
		if err := os.WriteFile(c.Out, now.packed(), 0o644); err != nil {
			return err
		}
		lasted = time.Since(start)
	}
	return nil
}

// each runs f on several workers, which ask for the number of the next game.
func (c *Course) each(ctx context.Context, games int, f func(next func() (int, bool))) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	n := 0
	next := func() (int, bool) {
		mu.Lock()
		defer mu.Unlock()
		n++
		return n - 1, n <= games && ctx.Err() == nil
	}
	for range c.Workers {
		wg.Go(func() { f(next) })
	}
	wg.Wait()
}

// selfPlay plays a round and returns its notes in the order of the games, and
// the share of draws.
func selfPlay(ctx context.Context, c Course, w *weights, seed uint64) (notes []note, draws float64) {
	games := make([][]note, c.Games)
	var mu sync.Mutex
	drawn := 0
	c.each(ctx, c.Games, func(next func() (int, bool)) {
		s := newSearch(w, Endgames(), 1<<14)
		s.quiet, s.repeat = 80, 3
		for n, ok := next(); ok; n, ok = next() {
			rand := bot.NewRand(bot.Mix(seed, uint64(n)))
			kept, share := s.lesson(&rand, c.Nodes)
			mu.Lock()
			games[n] = kept
			if share == 0.5 {
				drawn++
			}
			mu.Unlock()
		}
	})
	for _, g := range games {
		notes = append(notes, g...)
	}
	return notes, float64(drawn) / float64(c.Games)
}

// opening picks a random ballot and plays a few random moves.
func opening(rand *bot.Rand) (checkers.Stand, parlour.Seat) {
	deck := checkers.ThreeMove()
	b := &deck[1+rand.Intn(len(deck)-1)]
	stand, side := b.After, b.Mover
	var buf [64]parlour.Move
	for range rand.Intn(8) {
		moves := stand.AppendMoves(side, buf[:0])
		if len(moves) == 0 {
			break
		}
		stand.Play(side, moves[rand.Intn(len(moves))])
		side ^= 1
	}
	return stand, side
}

// lesson plays one game and returns its quiet positions, and Black's share.
func (s *search) lesson(rand *bot.Rand, nodes int) (notes []note, share float64) {
	stand, side := opening(rand)
	clear(s.memory)
	s.past = s.past[:0]
	var guess []float64
	share = 0.5
	var buf [64]parlour.Move
	for range 300 {
		moves := stand.AppendMoves(side, buf[:0])
		if len(moves) == 0 {
			share = float64(side) // White to move: Black has won
			break
		}
		if v, ok := s.tables.Look(&stand, side); ok {
			switch {
			case v.Wins:
				share = float64(1 - side)
			case v.Loses:
				share = float64(side)
			}
			break
		}
		if stand.Quiet >= 60 {
			break
		}
		if stand.Quiet == 0 {
			s.past = s.past[:0]
		}
		s.past = append(s.past, hashOf(&stand, side))
		m := moves[0]
		if len(moves) > 1 {
			f := s.best(&stand, side, limits{nodes: nodes})
			if m = f.move; m == parlour.NoMove {
				m = moves[0]
			}
			if f.depth > 0 && stand.Jumpers(side) == 0 && stand.Jumpers(side^1) == 0 {
				notes = append(notes, note{uint32(stand.Pieces[0]), uint32(stand.Pieces[1]), uint32(stand.Kings), 0, uint8(side)})
				g := squeezed(float64(f.value))
				if side == checkers.White {
					g = 1 - g
				}
				guess = append(guess, g)
			}
		}
		stand.Play(side, m)
		side ^= 1
	}
	for i := range notes {
		notes[i].goal = uint16(65535 * (trust*share + (1-trust)*guess[i]))
	}
	return notes, share
}

// squeezed turns a value into an expected share.
func squeezed(v float64) float64 { return 1 / (1 + math.Exp(-v/steep)) }

// real holds weights while they are learned, in hundredths of a man.
type real [features][2]float32

// visit calls f for every weight that a note uses, with its factor for Black.
func (n *note) visit(f func(i int, times float32)) {
	view := func(own, their, kings, all uint32, sign float32) {
		for r := range regions {
			f(atRegions+r*patterns+int(ternary[region(own, r)]+2*ternary[region(their, r)]), sign)
		}
		f(atCounts+countMen, sign*float32(bits.OnesCount32(own)))
		f(atCounts+countKings, sign*float32(bits.OnesCount32(kings)))
		for ; kings != 0; kings &= kings - 1 {
			k := bits.TrailingZeros32(kings)
			f(atKings+k, sign)
			free := bits.OnesCount32(uint32(checkers.Next(checkers.Black, true, k+1)) &^ all)
			f(atCounts+countSteps, sign*float32(free))
		}
	}
	black, white, kings, all := n.black, n.white, n.kings, n.black|n.white
	view(black&^kings, white&^kings, black&kings, all, 1)
	rev := bits.Reverse32
	view(rev(white&^kings), rev(black&^kings), rev(white&kings), rev(all), -1)
	switch {
	case black&kings != 0 && white&kings == 0:
		f(atCounts+countFirst, 1)
	case white&kings != 0 && black&kings == 0:
		f(atCounts+countFirst, -1)
	}
	f(atCounts+countToMove, 1-2*float32(n.side))
}

// fit fits weights to notes, starting from the hand-made ones, by a few passes of
// gradient descent with a separate step size for every weight.
func fit(notes []note, seed uint64) *weights {
	hand := byHand()
	w, sum := new(real), new(real)
	for i := range w {
		w[i] = [2]float32{float32(hand[i].full) / scale, float32(hand[i].bare) / scale}
	}
	rand := bot.NewRand(seed)
	// Use more passes if there are few notes.
	passes := max(2, min(12, 4_000_000/max(1, len(notes))))
	for pass := range passes {
		rate := float32(6) / float32(1+pass)
		for range notes {
			n := &notes[rand.Intn(len(notes))]
			part := float32(bits.OnesCount32(n.black|n.white)) / 24
			v := float32(0)
			n.visit(func(i int, times float32) {
				v += times * (w[i][0]*part + w[i][1]*(1-part))
			})
			miss := float32(n.goal)/65535 - float32(squeezed(float64(v)))
			n.visit(func(i int, times float32) {
				for e, p := range [2]float32{part, 1 - part} {
					g := miss * times * p
					sum[i][e] += g * g
					w[i][e] += rate * g / (float32(math.Sqrt(float64(sum[i][e]))) + 1)
				}
			})
		}
	}
	out := new(weights)
	for i := range w {
		out[i] = pair{whole(w[i][0]), whole(w[i][1])}
	}
	return out
}

func whole(x float32) int16 {
	return int16(math.Round(float64(max(-8000, min(x*scale, 8000)))))
}

// miss is the mean squared error of the values.
func (w *weights) miss(notes []note) (sum float64) {
	for i := 0; i < len(notes); i += 7 {
		n := &notes[i]
		s := checkers.Stand{Pieces: [2]checkers.Squares{checkers.Squares(n.black), checkers.Squares(n.white)}, Kings: checkers.Squares(n.kings)}
		v := squeezed(float64(w.value(&s, parlour.Seat(n.side))))
		if n.side == 1 {
			v = 1 - v
		}
		d := v - float64(n.goal)/65535
		sum += 7 * d * d
	}
	return sum / float64(max(1, len(notes)))
}

// compare plays pairs of games between two sets of weights and returns the
// share of the first with its 95 % interval.
func compare(ctx context.Context, c Course, a, b *weights, seed uint64) (mean, low, high float64) {
	const pairs = 100
	var mu sync.Mutex
	var sum, squares, n float64
	c.each(ctx, pairs, func(next func() (int, bool)) {
		both := [2]*search{newSearch(a, Endgames(), 1<<14), newSearch(b, Endgames(), 1<<14)}
		for i, ok := next(); ok; i, ok = next() {
			rand := bot.NewRand(bot.Mix(seed, uint64(i)))
			stand, side := opening(&rand)
			x := (duel(both, stand, side, 0, c.Nodes) + duel(both, stand, side, 1, c.Nodes)) / 2
			mu.Lock()
			sum, squares, n = sum+x, squares+x*x, n+1
			mu.Unlock()
		}
	})
	if n < 2 {
		return 0.5, 0, 1
	}
	mean = sum / n
	half := 1.96 * math.Sqrt(max(squares/n-mean*mean, 0.25/n)/n)
	return mean, mean - half, mean + half
}

// duel plays a game and returns the share of both[0], which has the given seat.
func duel(both [2]*search, stand checkers.Stand, side, seat parlour.Seat, nodes int) float64 {
	for _, s := range both {
		clear(s.memory)
		s.past, s.quiet, s.repeat = s.past[:0], 80, 3
	}
	var buf [64]parlour.Move
	for stand.Quiet < 80 {
		moves := stand.AppendMoves(side, buf[:0])
		if len(moves) == 0 {
			return float64(side ^ seat) // the side that cannot move has lost
		}
		if v, ok := Endgames().Look(&stand, side); ok {
			switch {
			case v.Wins:
				return float64(1 - side ^ seat)
			case v.Loses:
				return float64(side ^ seat)
			}
			return 0.5
		}
		m := moves[0]
		if len(moves) > 1 {
			s := both[side^seat]
			if f := s.best(&stand, side, limits{nodes: nodes}); f.move != parlour.NoMove {
				m = f.move
			}
		}
		stand.Play(side, m)
		side ^= 1
		h := hashOf(&stand, side)
		stood := 1
		for _, old := range both[0].past {
			if old == h {
				stood++
			}
		}
		if stood >= 3 {
			return 0.5
		}
		for _, s := range both {
			if stand.Quiet == 0 {
				s.past = s.past[:0]
			}
			s.past = append(s.past, h)
		}
	}
	return 0.5
}

const noteSize = 16

func readNotes(name string) ([]note, error) {
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if len(data)%noteSize != 0 {
		return nil, fmt.Errorf("%s is not a file of notes", name)
	}
	notes := make([]note, len(data)/noteSize)
	for i := range notes {
		d := data[i*noteSize:]
		u := binary.LittleEndian
		notes[i] = note{u.Uint32(d), u.Uint32(d[4:]), u.Uint32(d[8:]), u.Uint16(d[12:]), d[14] & 1}
	}
	return notes, nil
}

func writeNotes(name string, notes []note) error {
	if name == "" {
		return nil
	}
	data := make([]byte, 0, noteSize*len(notes))
	for _, n := range notes {
		u := binary.LittleEndian
		data = u.AppendUint32(data, n.black)
		data = u.AppendUint32(data, n.white)
		data = u.AppendUint32(data, n.kings)
		data = u.AppendUint16(data, n.goal)
		data = append(data, n.side, 0)
	}
	part := name + ".part"
	if err := os.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return os.Rename(part, name)
}

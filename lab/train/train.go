package train

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"math"

	"parlour"
	"parlour/bot"
	"parlour/internal/parallel"
)

// A School is the state of a training. It can be saved and continued.
type School struct {
	Game    string       `json:"game"`
	Seed    uint64       `json:"seed"`
	Games   int          `json:"games"`             // played so far
	Weights *bot.Weights `json:"weights"`           // learned so far
	Mean    *bot.Weights `json:"mean,omitempty"`    // the mean over the last rounds, which plays better
	Squares *bot.Weights `json:"squares,omitempty"` // sums of squared gradients, which make the steps smaller
	Loss    []float64    `json:"loss,omitempty"`    // loss of each round, in bits
}

// A Training says how to train.
type Training struct {
	Games    int                   // how many more games
	Workers  int                   // games played at the same time; 0 for one for each processor
	Step     float64               // size of the first steps; 0 for 0.05
	Moves    int                   // moves after which a game is abandoned; 0 for 20,000
	Progress func(s *School) error // called after every round; an error ends the training
}

// round is the number of games that are played with the same weights.
const round = 256

// foresight is the lambda of TD(lambda): how much of the target of a position comes
// from later positions rather than from the next one.
const foresight = 0.8

// SelfPlay learns from self-play, on all tables in turn. It stops early, without an
// error, when ctx ends. The same seed gives the same weights with any number of
// workers.
func SelfPlay[P comparable](ctx context.Context, s *School, t Training, tables []parlour.Full[P], enrol func(parlour.Full[P], *bot.Weights) bot.Student[P]) error {
	f := enrol(tables[0], nil)
	if s.Weights == nil {
		s.Weights = bot.NewWeights(f.Terms())
		f.Guess(s.Weights)
		s.scatter()
	}
	if s.Squares == nil {
		s.Squares = bot.NewWeights(f.Terms())
	}
	if n := f.Terms(); !s.Weights.Fits(n) || !s.Squares.Fits(n) {
		return fmt.Errorf("the saved training of %s has other weights than this program needs", s.Game)
	}
	if t.Step == 0 {
		t.Step = 0.05
	}
	if t.Moves == 0 {
		t.Moves = 20_000
	}
	for end := s.Games + t.Games; s.Games < end && ctx.Err() == nil; {
		n := min(round, end-s.Games)
		lessons := make([][]lesson, n)
		if parallel.Do(ctx, t.Workers, n, func(_ context.Context, numbers iter.Seq[int]) error {
			for g := range numbers {
				rules := tables[(s.Games+g)%len(tables)]
				lessons[g] = playLessons(s, rules, enrol(rules, s.Weights), s.Games+g, t.Moves)
			}
			return nil
		}) != nil {
			break // half a round would give other weights
		}
		s.round(lessons, t.Step)
		s.Games += n
		if t.Progress != nil {
			if err := t.Progress(s); err != nil {
				return err
			}
		}
	}
	return nil
}

// Learned returns only what players need: the mean as weights.
func (s *School) Learned() *School {
	return &School{Game: s.Game, Seed: s.Seed, Games: s.Games, Weights: s.Mean}
}

// ReadSchool reads a School from JSON.
func ReadSchool(data []byte) (*School, error) {
	w, err := bot.ReadWeights(data)
	if err != nil {
		return nil, err
	}
	s := new(School)
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("not a saved training: %w", err)
	}
	s.Weights = w
	return s, nil
}

// A lesson is a position and its target: the chances of the sides as later positions
// show them.
type lesson struct {
	sheet bot.Sheet
	later bot.Shares
}

// playLessons plays one game and returns its lessons.
func playLessons[P comparable](s *School, rules parlour.Full[P], f bot.Student[P], number, most int) (list []lesson) {
	rand := bot.NewRand(bot.Mix(s.Seed, uint64(number)))
	search := bot.SearchMaxN(rules, f, bot.Limit{Depth: 1})
	ps := []P{rules.Start()}
	p := &ps[0]
	var moves []parlour.Move
	var out bot.Shares
	open, settled := 0, 0 // first lesson without a target, and how much is decided
	dicey := false
	for range 2 * most {
		turn := rules.Turn(p)
		if n := f.Settled(p, &out); n > settled {
			s.conclude(list[open:], out)
			open, settled = len(list), n
		}
		if turn.Seat == parlour.Nobody {
			break
		}
		dicey = dicey || turn.Dice != 0
		if turn.Dice != 0 || !dicey { // games with dice are evaluated before a throw
			var l lesson
			f.Describe(p, &l.sheet)
			list = append(list, l)
		}
		if turn.Dice != 0 {
			rules.Play(p, turn.Dice.Nth(rand.Intn(turn.Dice.Weight())))
			continue
		}
		moves = rules.AppendMoves(p, moves[:0])
		m := moves[0]
		switch {
		case len(moves) == 1:
		case rand.Intn(25) == 0: // explore from time to time
			m = moves[rand.Intn(len(moves))]
		default:
			m = search.Choose(p, moves)
		}
		rules.Play(p, m)
	}
	return list[:open]
}

// conclude fills in the targets of the lessons up to a decision.
func (s *School) conclude(list []lesson, out bot.Shares) {
	for i := len(list) - 1; i >= 0; i-- {
		l := &list[i]
		l.later = out
		var now bot.Shares
		l.sheet.Chances(s.Weights, &now)
		for side := range out {
			out[side] = foresight*out[side] + (1-foresight)*now[side]
		}
	}
}

// round learns the lessons of several games. It alternates between the games,
// because the lessons of one game are similar.
func (s *School) round(lessons [][]lesson, step float64) {
	loss, count := 0.0, 0
	for k := 0; len(lessons) > 0; k++ {
		kept := lessons[:0]
		for _, game := range lessons {
			if k < len(game) {
				loss += s.learn(&game[k], step)
				count++
				kept = append(kept, game)
			}
		}
		lessons = kept
	}
	s.Loss = append(s.Loss, loss/float64(max(1, count)))
	if s.Mean == nil {
		s.Mean = bot.NewWeights(len(s.Weights.Early))
		for i, list := range s.Weights.Parts() {
			copy(s.Mean.Parts()[i], list)
		}
	}
	for i, list := range s.Weights.Parts() {
		follow(s.Mean.Parts()[i], list)
	}
}

// scatter gives every unit different initial weights.
func (s *School) scatter() {
	rand := bot.NewRand(bot.Mix(s.Seed, 1<<40))
	for _, list := range [][]float32{s.Weights.In, s.Weights.Out} {
		for i := range list {
			list[i] = float32(0.2 * (rand.Float64() - 0.5))
		}
	}
}

// follow moves a running mean towards new numbers.
func follow(mean, now []float32) {
	const part = 0.1
	for i, w := range now {
		mean[i] += part * (w - mean[i])
	}
}

// learn moves the weights towards the target of a lesson. It returns the loss.
func (s *School) learn(l *lesson, step float64) (surprise float64) {
	var now bot.Shares
	l.sheet.Chances(s.Weights, &now)
	for side, runs := range l.sheet.Runs {
		if !runs {
			continue
		}
		surprise -= l.later[side] * math.Log2(max(now[side], 1e-9))
		s.correct(&l.sheet, side, float32(l.later[side]-now[side]), float32(step))
	}
	return surprise
}

// correct moves the sum of a side along a gradient.
func (s *School) correct(sheet *bot.Sheet, side int, slope, step float32) {
	w, sq := s.Weights, s.Squares
	var h [bot.Units]float32
	sheet.SumUnits(side, w, &h)
	var back [bot.Units]float32 // gradients of the units
	for i, v := range h {
		if v <= 0 {
			continue
		}
		back[i] = slope * w.Out[i]
		stride(w.Out, sq.Out, i, slope*v, step)
		stride(w.Bias, sq.Bias, i, back[i], step)
		stride(w.Stage, sq.Stage, i, back[i]*sheet.Stage, step)
	}
	for _, t := range sheet.Terms[side] {
		at := int(t.Index)
		stride(w.Early, sq.Early, at, slope*(1-sheet.Stage)*t.Value, step)
		stride(w.Late, sq.Late, at, slope*sheet.Stage*t.Value, step)
		for i, g := range back {
			if g != 0 {
				stride(w.In, sq.In, at*bot.Units+i, g*t.Value, step)
			}
		}
	}
}

// stride moves one weight, by less the more it has been moved before.
func stride(weights, squares []float32, i int, g, step float32) {
	squares[i] += g * g
	weights[i] += step * g / float32(math.Sqrt(1+float64(squares[i])))
}

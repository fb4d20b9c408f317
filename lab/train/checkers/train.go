package checkers

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"runtime"
	"sync"
	"time"

	"parlour"
	"parlour/bot"
	checkersbot "parlour/bot/checkers"
	"parlour/games/checkers"
	"parlour/internal/files"
	"parlour/internal/parallel"
)

// A Course trains the nets by self-play.
//
// Every round plays games from random ballots with a few random moves and from random
// endings, and notes the quiet positions with the result and the value of the search.
// Positions in the endgame tables get their exact value. Then new nets learn from all
// notes, unless another program learns from them.
type Course struct {
	Time    time.Duration       // how long to train; earlier runs do not count
	Nodes   int                 // positions to search for a move; 0 for the default
	Games   int                 // games of a round; 0 for the default number per worker
	Play    time.Duration       // stop the games of a round after this time; 0 for no limit
	Passes  int                 // passes over the notes in a round; 0 for the default
	Tables  *checkersbot.Tables // endgames; nil for the built-in ones
	From    string              // file of nets to begin with; "" to begin by counting pieces
	Only    bool                // only play and keep the notes; before each round, read From again
	Workers int                 // games played at the same time; 0 for one for each processor
	Seed    uint64
	Out     string    // file for the nets
	State   string    // file that keeps the notes, to continue from; "" for none
	Log     io.Writer // gets a line for each round; nil for none
}

const (
	usualNodes  = 1500
	usualGames  = 2000
	usualPasses = 15
	// mostNotes is the maximum number of notes kept.
	mostNotes = 40_000_000
	// trust is the weight of the results in the targets; the rest is the value of
	// the search.
	trust = 0.25
)

// A note is a quiet position, the value of the search and the result of the game.
//
//	  0       4       8       12     14     15
//	+-------+-------+-------+------+------+------+
//	| Black | White | Kings | worth| side | end  |   16 bytes
//	+-------+-------+-------+------+------+------+
//
// Worth is the share that the search expected for the side to move, in parts of
// 65535. End is what it got: 0, 1 for half or 2, or 3 if worth is certain.
type note struct {
	black, white, kings uint32
	worth               uint16
	side, end           uint8
}

const certain = 3

// walks is how often the positions after a game are played on in the tables.
const walks = 3

// goal is the target of the training.
func (n *note) goal() float32 {
	worth := float32(n.worth) / 65535
	if n.end == certain {
		return worth
	}
	return trust*float32(n.end)/2 + (1-trust)*worth
}

// Train runs a course until its time is over or ctx ends.
func Train(ctx context.Context, c Course) error {
	if c.Time <= 0 || c.Out == "" {
		return errors.New("the training needs a time limit and a file for the nets")
	}
	if c.Only {
		return playOnly(ctx, c)
	}
	c.fill()
	now, err := netsOf(c.From)
	if err != nil {
		return err
	}
	notes, err := readNotes(c.State)
	if err != nil {
		return err
	}
	if c.From == "" && len(notes) > 0 {
		fmt.Fprintf(c.Log, "%d positions read\n", len(notes))
		n, err := fitNets(ctx, notes, c.Passes, c.Workers, c.Seed, c.Log)
		if err != nil {
			return err
		}
		if err := files.WriteFile(c.Out, n.Packed(), 0o644); err != nil {
			return err
		}
		now = n.Sight
	}
	begin := time.Now()
	lasted := time.Duration(0) // the round before
	for round := 1; time.Since(begin)+lasted < c.Time; round++ {
		start := time.Now()
		seed := bot.Mix(c.Seed, uint64(len(notes)))
		fresh, games, draws := selfPlay(ctx, c, now, seed)
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
		fmt.Fprintf(c.Log, "round %d: %d games in %v, %.0f %% drawn, %d positions\n",
			round, games, time.Since(start).Round(time.Second), 100*draws, len(notes))
		n, err := fitNets(ctx, notes, c.Passes, c.Workers, seed, c.Log)
		if err != nil {
			return err
		}
		if err := files.WriteFile(c.Out, n.Packed(), 0o644); err != nil {
			return err
		}
		mean, low, high := compare(ctx, c, 100*c.Workers, n.Sight, now, seed)
		fmt.Fprintf(c.Log, "round %d after %v: against the round before %.3f (%.3f to %.3f)\n",
			round, time.Since(begin).Round(time.Second), mean, low, high)
		if err := ctx.Err(); err != nil {
			return err
		}
		now = n.Sight
		lasted = time.Since(start)
	}
	return nil
}

// fill replaces the zero fields.
func (c *Course) fill() {
	c.Nodes = cmp.Or(c.Nodes, usualNodes)
	c.Workers = cmp.Or(c.Workers, runtime.GOMAXPROCS(0))
	c.Games = cmp.Or(c.Games, usualGames*c.Workers)
	c.Passes = cmp.Or(c.Passes, usualPasses)
	if c.Tables == nil {
		c.Tables = checkersbot.Endgames()
	}
	if c.Log == nil {
		c.Log = io.Discard
	}
}

// netsOf reads the nets of a file, or returns the plain evaluation if it has no name.
func netsOf(name string) (func() checkersbot.Evaluation, error) {
	if name == "" {
		return func() checkersbot.Evaluation { return plain{} }, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	n, err := checkersbot.ReadNets(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return n.Sight, nil
}

// playOnly plays rounds until the time is over. The notes of each are appended to State.
func playOnly(ctx context.Context, c Course) error {
	c.fill()
	if c.State == "" {
		return errors.New("there is no file for the positions")
	}
	begin := time.Now()
	lasted := time.Duration(0) // the round before
	for round := 1; time.Since(begin)+lasted < c.Time; round++ {
		start := time.Now()
		now, err := netsOf(c.From)
		if err != nil {
			return err
		}
		notes, games, draws := selfPlay(ctx, c, now, bot.Mix(c.Seed, uint64(round)))
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := appendNotes(c.State, notes); err != nil {
			return err
		}
		fmt.Fprintf(c.Log, "round %d: %d games in %v, %.0f %% drawn, %d positions\n",
			round, games, time.Since(start).Round(time.Second), 100*draws, len(notes))
		lasted = time.Since(start)
	}
	return nil
}

// Compare plays pairs of games between the nets of two files, with a number of
// positions per move, and returns the share of the first with its 95 % interval.
func Compare(ctx context.Context, first, second string, nodes, pairs, workers int, seed uint64) (mean, low, high float64, err error) {
	c := Course{Nodes: nodes, Workers: workers}
	c.fill()
	a, err := netsOf(first)
	if err != nil {
		return 0, 0, 0, err
	}
	b, err := netsOf(second)
	if err != nil {
		return 0, 0, 0, err
	}
	mean, low, high = compare(ctx, c, pairs, a, b, seed)
	return mean, low, high, ctx.Err()
}

// selfPlay plays a round and returns its notes in the order of the games, their
// number, and the share of draws.
func selfPlay(ctx context.Context, c Course, now func() checkersbot.Evaluation, seed uint64) (notes []note, count int, draws float64) {
	games := make([][]note, c.Games)
	var mu sync.Mutex
	drawn := 0
	if c.Play > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, c.Play)
		defer cancel()
	}
	_ = parallel.Do(ctx, c.Workers, c.Games, func(_ context.Context, numbers iter.Seq[int]) error { // a round that ends early counts as far as it came
		p := &player{checkersbot.NewSearcher(now(), c.Tables), c.Tables}
		for n := range numbers {
			rand := bot.NewRand(bot.Mix(seed, uint64(n)))
			kept, share := p.lesson(&rand, c.Nodes)
			mu.Lock()
			games[n] = kept
			count++
			if share == 0.5 {
				drawn++
			}
			mu.Unlock()
		}
		return nil
	})
	for _, g := range games {
		notes = append(notes, g...)
	}
	return notes, count, float64(drawn) / float64(max(1, count))
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

// ending returns a random position of six to ten pieces, about as many on each side,
// in which nobody can jump.
func ending(rand *bot.Rand) (checkers.Stand, parlour.Seat) {
	for {
		var s checkers.Stand
		own := 3 + rand.Intn(3)
		count := [2]int{own, own}
		if rand.Intn(3) == 0 {
			count[rand.Intn(2)]--
		}
		crowned := 1 + rand.Intn(3) // of four
		for side, n := range count {
			for range n {
				king := rand.Intn(4) < crowned
				from, to := 0, 32
				if !king {
					from, to = 4*side, 28+4*side
				}
				at := checkers.Of(from + rand.Intn(to-from) + 1)
				if (s.Pieces[0]|s.Pieces[1])&at != 0 {
					continue
				}
				s.Pieces[side] |= at
				if king {
					s.Kings |= at
				}
			}
		}
		if s.Jumpers(0) == 0 && s.Jumpers(1) == 0 && s.Pieces[0] != 0 && s.Pieces[1] != 0 {
			return s, parlour.Seat(rand.Intn(2))
		}
	}
}

// A player plays games against itself.
type player struct {
	*checkersbot.Searcher
	tables *checkersbot.Tables
}

// lesson plays one game and returns its quiet positions, and Black's share.
func (s *player) lesson(rand *bot.Rand, nodes int) (notes []note, share float64) {
	stand, side := opening(rand)
	if rand.Intn(6) == 0 {
		stand, side = ending(rand)
	}
	s.Begin()
	share = 0.5
	var buf [64]parlour.Move
	for range 300 {
		moves := stand.AppendMoves(side, buf[:0])
		if len(moves) == 0 {
			share = float64(side) // White to move: Black has won
			break
		}
		if v, ok := s.tables.Look(&stand, side); ok {
			share = shareOf(v, side)
			break
		}
		if stand.Quiet >= 40 {
			break
		}
		s.Note(&stand, side)
		m := moves[0]
		if len(moves) > 1 {
			f := s.Best(&stand, side, nodes)
			if m = f.Move; m == parlour.NoMove {
				m = moves[0]
			}
			if f.Depth > 0 && stand.Jumpers(side) == 0 {
				notes = append(notes, noted(&stand, side, checkersbot.Share(float64(f.Value))))
			}
			if f.Depth > 0 && f.Decided {
				v := checkersbot.Verdict{Wins: f.Value > 0, Loses: f.Value < 0}
				share = shareOf(v, side)
				break
			}
		}
		stand.Play(side, m)
		side ^= 1
	}
	for i := range notes {
		n := &notes[i]
		n.end = uint8(2 * share) // Black's
		if n.side == 1 {
			n.end = 2 - n.end
		}
	}
	return s.exact(rand, stand, side, notes), share
}

// exact plays on from the end of a game, and notes the positions that are in the
// tables but not in the built-in ones. There it plays the best move, and a random one
// now and then; before, only random ones.
func (s *player) exact(rand *bot.Rand, from checkers.Stand, mover parlour.Seat, notes []note) []note {
	for range walks {
		notes = s.walk(rand, from, mover, notes)
	}
	return notes
}

func (s *player) walk(rand *bot.Rand, stand checkers.Stand, side parlour.Seat, notes []note) []note {
	var buf [64]parlour.Move
	for left, plies := 6, 0; left > 0 && plies < 24; plies++ {
		v, ok := s.tables.Look(&stand, side)
		moves := stand.AppendMoves(side, buf[:0])
		if (stand.Pieces[0]|stand.Pieces[1]).Len() <= checkersbot.Endgames().Pieces() || len(moves) == 0 {
			break
		}
		if ok && stand.Jumpers(side) == 0 {
			left--
			worth := shareOf(v, side)
			if side == checkers.White {
				worth = 1 - worth
			}
			n := noted(&stand, side, worth)
			n.end = certain
			notes = append(notes, n)
		}
		best, top := moves[rand.Intn(len(moves))], -2.
		if ok && rand.Intn(3) > 0 {
			for _, m := range moves {
				next := stand
				next.Play(side, m)
				v, ok := s.tables.Look(&next, side^1)
				if !ok {
					continue
				}
				worth := 0.
				switch {
				case v.Wins:
					worth = -1 + float64(v.Plies)/1000
				case v.Loses:
					worth = 1 - float64(v.Plies)/1000
				default:
					worth = rand.Float64() / 1000
				}
				if worth > top {
					best, top = m, worth
				}
			}
		}
		stand.Play(side, best)
		side ^= 1
	}
	return notes
}

// shareOf is what Black gets if side is to move.
func shareOf(v checkersbot.Verdict, side parlour.Seat) float64 {
	switch {
	case v.Wins:
		return float64(1 - side)
	case v.Loses:
		return float64(side)
	}
	return 0.5
}

// noted returns the note of a position in which side expects a share.
func noted(s *checkers.Stand, side parlour.Seat, worth float64) note {
	return note{uint32(s.Pieces[0]), uint32(s.Pieces[1]), uint32(s.Kings), uint16(math.Round(65535 * worth)), uint8(side), 0}
}

// compare plays pairs of games between two evaluations and returns the share of the
// first with its 95 % interval.
func compare(ctx context.Context, c Course, pairs int, a, b func() checkersbot.Evaluation, seed uint64) (mean, low, high float64) {
	var mu sync.Mutex
	var sum, squares, n float64
	_ = parallel.Do(ctx, c.Workers, pairs, func(_ context.Context, numbers iter.Seq[int]) error { // the caller looks at the context
		both := [2]*checkersbot.Searcher{checkersbot.NewSearcher(a(), checkersbot.Endgames()), checkersbot.NewSearcher(b(), checkersbot.Endgames())}
		for i := range numbers {
			rand := bot.NewRand(bot.Mix(seed, uint64(i)))
			stand, side := opening(&rand)
			x := (duel(both, stand, side, 0, c.Nodes) + duel(both, stand, side, 1, c.Nodes)) / 2
			mu.Lock()
			sum, squares, n = sum+x, squares+x*x, n+1
			mu.Unlock()
		}
		return nil
	})
	if n < 2 {
		return 0.5, 0, 1
	}
	mean = sum / n
	half := 1.96 * math.Sqrt(max(squares/n-mean*mean, 0.25/n)/n)
	return mean, mean - half, mean + half
}

// duel plays a game and returns the share of both[0], which has the given seat.
func duel(both [2]*checkersbot.Searcher, stand checkers.Stand, side, seat parlour.Seat, nodes int) float64 {
	for _, s := range both {
		s.Begin()
	}
	var buf [64]parlour.Move
	for stand.Quiet < 80 {
		moves := stand.AppendMoves(side, buf[:0])
		if len(moves) == 0 {
			return float64(side ^ seat) // the side that cannot move has lost
		}
		if v, ok := checkersbot.Endgames().Look(&stand, side); ok {
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
			if f := s.Best(&stand, side, nodes); f.Move != parlour.NoMove {
				m = f.Move
			}
		}
		stand.Play(side, m)
		side ^= 1
		if both[0].Stood(&stand, side) >= 2 {
			return 0.5
		}
		for _, s := range both {
			s.Note(&stand, side)
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
		notes[i] = note{u.Uint32(d), u.Uint32(d[4:]), u.Uint32(d[8:]), u.Uint16(d[12:]), d[14] & 1, d[15] & 3}
	}
	return notes, nil
}

func writeNotes(name string, notes []note) error {
	if name == "" {
		return nil
	}
	return files.WriteFile(name, packedNotes(notes), 0o644)
}

// appendNotes adds notes to a file. A note that an earlier run could not finish is
// dropped, because everything behind it would be misread.
func appendNotes(name string, notes []note) error {
	f, err := os.OpenFile(name, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	end, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		end -= end % noteSize
		err = f.Truncate(end)
	}
	if err == nil {
		_, err = f.WriteAt(packedNotes(notes), end)
	}
	return errors.Join(err, f.Close())
}

func packedNotes(notes []note) []byte {
	data := make([]byte, 0, noteSize*len(notes))
	for _, n := range notes {
		u := binary.LittleEndian
		data = u.AppendUint32(data, n.black)
		data = u.AppendUint32(data, n.white)
		data = u.AppendUint32(data, n.kings)
		data = u.AppendUint16(data, n.worth)
		data = append(data, n.side, n.end)
	}
	return data
}

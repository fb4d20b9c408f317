package checkers

import (
	"context"
	"math"
	"os"
	"runtime"
	"sync"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/games/checkers"
)

// soak multiplies the number of games of long campaigns.
func soak(n, more int) int {
	if os.Getenv("PARLOUR_SOAK") != "" {
		return n * more
	}
	return n
}

// A score counts games of one player.
type score struct{ won, drawn, lost int }

// share returns the part of the points, a draw counting half, and the lower
// end of its 95 % interval over pairs of games.
func (s *score) share() (mean, low float64) {
	n := float64(s.won + s.drawn + s.lost)
	mean = (float64(s.won) + float64(s.drawn)/2) / n
	v := (float64(s.won)*(1-mean)*(1-mean) + float64(s.drawn)*(0.5-mean)*(0.5-mean) + float64(s.lost)*mean*mean) / n
	return mean, mean - 1.96*math.Sqrt((v+0.25/n)/n)
}

// contest plays the three-move ballots, each twice with colours exchanged.
func contest(t testing.TB, options map[string]string, a, b bot.Maker[checkers.Position], ballots int, seed uint64) (s score) {
	t.Helper()
	rules, err := checkers.New(parlour.Setup{Options: options})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			both := [2]bot.Bot[checkers.Position]{a(rules), b(rules)}
			for n := range next {
				var starts []checkers.Ballot
				for _, d := range checkers.ThreeMove()[1:] {
					if !d.Barred {
						starts = append(starts, d)
					}
				}
				d := starts[(n*37+int(seed))%len(starts)]
				for first := range 2 {
					seats := [2]bot.Bot[checkers.Position]{both[first], both[1-first]}
					seats[0].Seed(bot.Mix(seed, uint64(2*n)))
					seats[1].Seed(bot.Mix(seed, uint64(2*n+1)))
					p := checkers.Position{Stand: d.After, Mover: d.Mover}
					won := play(rules, p, seats)
					mu.Lock()
					switch {
					case won == parlour.Nobody:
						s.drawn++
					case int(won) == first:
						s.won++
					default:
						s.lost++
					}
					mu.Unlock()
				}
			}
		})
	}
	for n := range ballots {
		next <- n
	}
	close(next)
	wg.Wait()
	return s
}

// play plays a game to its end and returns who won.
func play(rules *checkers.Rules, p checkers.Position, seats [2]bot.Bot[checkers.Position]) parlour.Seat {
	stood := map[checkers.Position]int{}
	_, repeat := rules.Draws()
	pos := []checkers.Position{p}
	for {
		key := rules.Key(&pos[0])
		if stood[key]++; stood[key] == repeat {
			return parlour.Nobody
		}
		turn := rules.Turn(&pos[0])
		if turn.Over() {
			r := rules.Result(&pos[0])
			return r.Winner()
		}
		moves := rules.AppendMoves(&pos[0], nil)
		rules.Play(&pos[0], seats[turn.Seat].Choose(&pos[0], moves))
	}
}

// Each level beats the one below, and the greedy player is no match.
func TestLadder(t *testing.T) {
	levels := Levels(nil)
	for i, l := range levels[1:] {
		s := contest(t, nil, l.Maker, levels[i].Maker, soak(5, 40), 1)
		mean, low := s.share()
		t.Logf("%s against %s: %+v, %.3f (from %.3f)", l.Name, levels[i].Name, s, mean, low)
		if low <= 0.5 {
			t.Errorf("%s does not clearly beat %s: %+v", l.Name, levels[i].Name, s)
		}
	}
	s := contest(t, nil, levels[2].Maker, bot.NewGreedy[checkers.Position], soak(4, 40), 2)
	if mean, low := s.share(); mean < 0.9 {
		t.Errorf("strong against greedy: %+v, %.3f (from %.3f)", s, mean, low)
	}
}

// The other games are played too, better at every level and better than
// greedily.
func TestOtherGames(t *testing.T) {
	levels := Levels(nil)
	for _, options := range []map[string]string{{"huff": "yes"}, {"capture": "may"}, {"goal": "lose"}} {
		s := contest(t, options, levels[2].Maker, bot.NewGreedy[checkers.Position], soak(3, 20), 3)
		if mean, _ := s.share(); mean < 0.75 {
			t.Errorf("%v: strong against greedy: %+v", options, s)
		}
		s = contest(t, options, levels[2].Maker, levels[1].Maker, soak(2, 20), 4)
		if mean, _ := s.share(); mean < 0.6 {
			t.Errorf("%v: strong against casual: %+v", options, s)
		}
	}
}

// Games with any options come to an end by legal moves.
func TestAnyOptions(t *testing.T) {
	for _, options := range []map[string]string{
		{"quiet": "1"}, {"quiet": "0", "repeat": "2"}, {"first": "white", "repeat": "5"}, {"opening": "three-move"},
		{"opening": "eleven-man", "quiet": "3"}, {"huff": "yes", "goal": "lose", "quiet": "5"}, {"capture": "may", "opening": "three-move", "quiet": "5"},
	} {
		m, err := checkers.Game().New(parlour.Setup{Options: options})
		if err != nil {
			t.Fatal(err)
		}
		if m.Turn().Dice != 0 {
			if err := m.Play(m.Turn().Dice.Nth(5)); err != nil {
				t.Fatal(err)
			}
		}
		quick := style(3)
		quick.Nodes = 500
		seats := [2]bot.Player{bot.NewPlayer("strong", New(quick), 1), bot.NewPlayer("casual", New(style(1)), 2)}
		ply := 0
		for ; !m.Turn().Over() && ply < 400; ply++ {
			mv, err := seats[m.Turn().Seat].Choose(context.Background(), m)
			if err == nil {
				err = m.Play(mv)
			}
			if err != nil {
				t.Fatalf("%v: %v: %v", options, m, err)
			}
		}
		if ply == 400 && options["quiet"] != "0" {
			t.Errorf("%v: no end: %v", options, m)
		}
	}
}

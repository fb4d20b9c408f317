package arena

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"text/tabwriter"

	"parlour/lab/sim"
)

// A Report is the result of a contest.
type Report struct {
	Game     string  `json:"game"`
	Position string  `json:"position"`
	Form     Form    `json:"form"`
	Seed     uint64  `json:"seed"`
	Pairs    []Pair  `json:"pairs"`
	Ratings  []Rated `json:"ratings,omitempty"` // strongest first; nil for the form One
}

// A Pair is the result of two players against each other, as the first sees it.
type Pair struct {
	A      string         `json:"a"`
	B      string         `json:"b"`
	Rounds int            `json:"rounds"`
	Games  int            `json:"games"`
	Won    int            `json:"won"`
	Tied   int            `json:"tied"` // first place shared, or abandoned
	Lost   int            `json:"lost"`
	Wins   float64        `json:"wins"`  // shared first places count in part
	Share  float64        `json:"share"` // of the wins
	Low    float64        `json:"low"`   // 95 % interval of the share
	High   float64        `json:"high"`
	Equal  float64        `json:"equal"`  // the share of two players of the same strength
	Pool   float64        `json:"pool"`   // mean share of the result
	Points float64        `json:"points"` // mean of the stakes, lost ones negative
	PtsLow float64        `json:"points_low"`
	PtsTop float64        `json:"points_high"`
	Staked bool           `json:"staked"` // a game was worth more than one point
	Elo    float64        `json:"elo"`    // how much stronger the first is
	EloLow float64        `json:"elo_low"`
	EloTop float64        `json:"elo_high"`
	Moves  float64        `json:"moves"` // mean per game
	Ends   map[string]int `json:"ends"`  // games by the reason they ended
}

// Clear reports whether the first player is clearly stronger: the whole interval
// is above the fair share.
func (p *Pair) Clear() bool { return p.Low > p.Equal }

// A Rated is a player with a rating. The mean of all ratings is 0.
type Rated struct {
	Name  string  `json:"name"`
	Elo   float64 `json:"elo"`
	Low   float64 `json:"low"` // 95 % interval
	High  float64 `json:"high"`
	Error float64 `json:"-"` // half of the interval
}

func (c *Contest) report(rounds []Round) *Report {
	form := c.Form
	if form == "" {
		form = Even
	}
	info := c.Start.Info()
	r := &Report{Game: info.ID, Position: c.Start.String(), Form: form, Seed: c.Seed}
	equal := 0.5
	if form == One {
		equal = 1 / float64(len(sidesOf(c.Start)))
	}
	n := len(c.Players)
	scores := make([][]float64, n) // wins of a against b
	for i := range scores {
		scores[i] = make([]float64, n)
	}
	for _, m := range c.meetings() {
		a, b := m.Players[0], m.Players[1]
		p := Pair{A: c.Players[a].Name, B: c.Players[b].Name, Equal: equal, Ends: map[string]int{}}
		p.count(rounds, m.Players)
		r.Pairs = append(r.Pairs, p)
		scores[a][b], scores[b][a] = p.Wins, float64(p.Games)-p.Wins
	}
	if form == Even {
		r.Ratings = rate(c.Players, scores)
	}
	return r
}

// count fills in a pair from the rounds it played.
func (p *Pair) count(rounds []Round, players [2]int) {
	var wins, points series
	for _, r := range rounds {
		if r.Players != players || len(r.Games) == 0 {
			continue
		}
		p.Rounds++
		w, pt := 0.0, 0.0
		for _, g := range r.Games {
			p.Games++
			p.Wins += g.Win
			switch g.Win {
			case 1:
				p.Won++
			case 0:
				p.Lost++
			default:
				p.Tied++
			}
			p.Pool += g.Pool
			p.Moves += float64(g.Moves)
			p.Ends[g.Reason]++
			p.Staked = p.Staked || g.Points > 1 || g.Points < -1
			w += g.Win
			pt += g.Points
		}
		wins.add(w / float64(len(r.Games)))
		points.add(pt / float64(len(r.Games)))
	}
	if p.Games == 0 {
		p.High = 1
		return
	}
	p.Pool /= float64(p.Games)
	p.Moves /= float64(p.Games)
	p.Share = wins.mean()
	p.Low, p.High = p.Share-wins.within(), p.Share+wins.within()
	if p.Low == p.High || p.Rounds < 10 {
		p.Low, p.High = sim.Wilson(p.Share, p.Games) // one round does not tell how rounds differ
	}
	p.Low, p.High = max(0, p.Low), min(1, p.High)
	p.Points = points.mean()
	p.PtsLow, p.PtsTop = p.Points-points.within(), p.Points+points.within()
	p.Elo, p.EloLow, p.EloTop = elo(p.Share, p.Equal), elo(p.Low, p.Equal), elo(p.High, p.Equal)
}

// A series collects numbers for their mean.
type series struct{ n, sum, squares float64 }

func (s *series) add(v float64) {
	s.n++
	s.sum += v
	s.squares += v * v
}

func (s *series) mean() float64 { return s.sum / max(1, s.n) }

// within returns half of the 95 % interval of the mean.
func (s *series) within() float64 {
	if s.n < 2 {
		return 0
	}
	variance := max(0, s.squares/s.n-s.mean()*s.mean()) * s.n / (s.n - 1)
	return 1.959963984540054 * math.Sqrt(variance/s.n)
}

// most is the largest rating difference that is reported. Without it a share of
// 0 or 1 would be infinite.
const most = 1200

// elo returns the rating difference that belongs to a share, if equal is the share
// of two players of the same strength.
func elo(share, equal float64) float64 {
	if share <= 0 {
		return -most
	}
	if share >= 1 {
		return most
	}
	odds := share / (1 - share) * (1 - equal) / equal
	return max(-most, min(most, 400*math.Log10(odds)))
}

// rate returns the ratings that make the scores most likely (Bradley and Terry). An
// imaginary draw with an equal player keeps all of them finite.
func rate(players []Player, scores [][]float64) []Rated {
	n := len(players)
	strength := make([]float64, n)
	for i := range strength {
		strength[i] = 1
	}
	for range 2000 {
		for i := range n {
			won, met := 0.5, 1/(strength[i]+1)
			for j := range n {
				if games := scores[i][j] + scores[j][i]; j != i && games > 0 {
					won += scores[i][j]
					met += games / (strength[i] + strength[j])
				}
			}
			strength[i] = won / met
		}
	}
	list := make([]Rated, n)
	mean := 0.0
	for i, s := range strength {
		elo := 400 * math.Log10(s)
		mean += elo / float64(n)
		weight := 0.0 // information in the games
		for j := range n {
			if games := scores[i][j] + scores[j][i]; j != i && games > 0 {
				e := s / (s + strength[j])
				weight += games * e * (1 - e)
			}
		}
		list[i] = Rated{Name: players[i].Name, Elo: elo}
		if weight > 0 {
			list[i].Error = 1.959963984540054 * 400 / math.Ln10 / math.Sqrt(weight)
		}
	}
	for i := range list {
		list[i].Elo -= mean
		list[i].Low, list[i].High = list[i].Elo-list[i].Error, list[i].Elo+list[i].Error
	}
	return sorted(list)
}

// WriteText writes the report for people.
func (r *Report) WriteText(w io.Writer) error {
	form := "both players have the same number of seats"
	if r.Form == One {
		form = "the first player has one seat, the second all others"
	}
	fmt.Fprintf(w, "%s\n%s, seed %d\n\n", r.Position, form, r.Seed)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "players\tgames\twon, drawn, lost\tshare\t95 % interval\tfair\tpool\tElo\t95 % interval\tpoints per game")
	for _, p := range r.Pairs {
		points := "-"
		if p.Staked {
			points = fmt.Sprintf("%+.3f ± %.3f", p.Points, p.PtsTop-p.Points)
		}
		fmt.Fprintf(t, "%s : %s\t%d\t%d, %d, %d\t%.2f %%\t%.2f to %.2f %%\t%.0f %%\t%.2f %%\t%+.0f\t%+.0f to %+.0f\t%s\n",
			p.A, p.B, p.Games, p.Won, p.Tied, p.Lost, 100*p.Share, 100*p.Low, 100*p.High, 100*p.Equal, 100*p.Pool, p.Elo, p.EloLow, p.EloTop, points)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if len(r.Ratings) > 2 {
		fmt.Fprintln(w)
		for _, p := range r.Ratings {
			fmt.Fprintf(t, "%s\tElo %+.0f ± %.0f\n", p.Name, p.Elo, p.Error)
		}
	}
	return t.Flush()
}

// sorted puts the strongest first.
func sorted(list []Rated) []Rated {
	slices.SortStableFunc(list, func(a, b Rated) int { return cmp.Compare(b.Elo, a.Elo) })
	return list
}

package backgammon

import (
	"strconv"

	"parlour"
	"parlour/games/backgammon"
)

// A Market says what chances are worth under some rules: points for a stake, or the
// chance to win the match. Everything is from the point of view of one side, "the
// side"; its opponent is "the other".
//
// The value of the cube follows Janowski: a fixed interpolation between a cube that
// is never turned again and one that is always turned at the perfect moment.
type Market struct {
	length int // of the match; 0 for a stake
	limit  int // highest power of the cube
	jacoby bool
	triple bool
	barred bool // a dead cube may not be turned
	table  *Table
}

// liveliness is the weight of a perfectly live cube against a dead one.
const liveliness = 0.68

// NewMarket returns the market of some rules.
func NewMarket(r *backgammon.Rules) *Market {
	o := r.Options()
	m := &Market{
		length: r.Length(), limit: 10,
		jacoby: o["jacoby"] == "yes", triple: o["triple"] != "no", barred: o["dead-cube"] != "allowed",
	}
	switch o["doubling"] {
	case "none":
		m.limit = 0
	case "voice":
		m.limit = 15
	default:
		if n, err := strconv.Atoi(o["cube-max"]); err == nil {
			m.limit = n
		}
	}
	if m.length > 0 {
		m.table = NewTable(m.length, o["crawford"] != "no", m)
	}
	return m
}

// A stand is the state of the cube and the score, as the side sees it.
type stand struct {
	away     [2]int // points the side and the other still need; 0 without a match
	crawford bool   // this is the Crawford game, without the cube
	cube     int
	owner    int // 0 the side, 1 the other, -1 nobody
}

// stand returns the stand of p for a seat.
func (m *Market) stand(p *backgammon.Position, seat parlour.Seat) stand {
	s := stand{crawford: p.Crawford, cube: int(p.Cube), owner: -1}
	if m.length > 0 {
		s.away = [2]int{m.length - int(p.Score[seat]), m.length - int(p.Score[1-seat])}
	}
	if p.Owner != parlour.Nobody {
		s.owner = int(p.Owner ^ seat)
	}
	return s
}

// ends returns the value for the side if who wins that many points.
func (m *Market) ends(s *stand, who, points int) float64 {
	if m.length == 0 {
		if who == 1 {
			points = -points
		}
		return float64(points)
	}
	away := s.away
	away[who] -= points
	if away[who] <= 0 {
		return float64(1 - who)
	}
	return m.table.value(away, away[who] == 1 && s.away[0] != 1 && s.away[1] != 1)
}

// wins returns the value of a win for who, with the given rates of gammons and
// backgammons and the cube at a power.
func (m *Market) wins(s *stand, who, cube, owner int, gammon, backgammon float64) float64 {
	single := m.ends(s, who, 1<<cube)
	if m.jacoby && owner < 0 {
		return single
	}
	double := m.ends(s, who, 2<<cube)
	threefold := double
	if m.triple {
		threefold = m.ends(s, who, 3<<cube)
	}
	return single + gammon*(double-single) + backgammon*(threefold-double)
}

// mayTurn reports whether turning the cube from a power could help a side.
func (m *Market) mayTurn(s *stand, who, cube int) bool {
	return cube < m.limit && !s.crawford && (m.length == 0 || s.away[who] > 1<<cube)
}

// A game is the chances of a game in the form that cube decisions need.
type game struct {
	win    float64
	gammon [2]float64 // of the games a side wins, those that are gammons
	triple [2]float64 // and backgammons
}

func gameOf(c *Chances) game {
	g := game{win: float64(c[Win])}
	if g.win > 0 {
		g.gammon[0], g.triple[0] = float64(c[WinGammon])/g.win, float64(c[WinBackgammon])/g.win
	}
	if lose := 1 - g.win; lose > 0 {
		g.gammon[1], g.triple[1] = float64(c[LoseGammon])/lose, float64(c[LoseBackgammon])/lose
	}
	return g
}

// A curve is the value of a game by the chance to win: linear between its points.
type curve struct {
	n    int
	p, v [4]float64
}

func (c *curve) add(p, v float64) {
	c.p[c.n], c.v[c.n] = p, v
	c.n++
}

// at returns the value at p.
func (c *curve) at(p float64) float64 {
	for i := 1; i < c.n; i++ {
		if p <= c.p[i] || i == c.n-1 {
			if c.p[i] == c.p[i-1] {
				return c.v[i]
			}
			return c.v[i-1] + (c.v[i]-c.v[i-1])*(p-c.p[i-1])/(c.p[i]-c.p[i-1])
		}
	}
	return c.v[0]
}

// where returns the chance at which the value is v.
func (c *curve) where(v float64) float64 {
	if v <= c.v[0] {
		return 0
	}
	for i := 1; i < c.n; i++ {
		if v <= c.v[i] && c.v[i] > c.v[i-1] {
			return c.p[i-1] + (c.p[i]-c.p[i-1])*(v-c.v[i-1])/(c.v[i]-c.v[i-1])
		}
	}
	return 1
}

// live returns the value of a game whose cube is always turned at the perfect
// moment.
func (m *Market) live(s *stand, g *game, cube, owner int) (c curve) {
	c.add(0, m.wins(s, 1, cube, owner, g.gammon[1], g.triple[1]))
	if owner != 0 && m.mayTurn(s, 1, cube) {
		c.add(m.cash(s, g, 1, cube), m.ends(s, 1, 1<<cube))
	}
	if owner != 1 && m.mayTurn(s, 0, cube) {
		c.add(m.cash(s, g, 0, cube), m.ends(s, 0, 1<<cube))
	}
	c.add(1, m.wins(s, 0, cube, owner, g.gammon[0], g.triple[0]))
	return c
}

// cash returns the chance of the side at which taking and dropping a double by who
// are equally good.
func (m *Market) cash(s *stand, g *game, who, cube int) float64 {
	taken := m.live(s, g, cube+1, 1-who)
	return taken.where(m.ends(s, who, 1<<cube))
}

// Worth returns the value of chances for the side, with the cube at a power and
// owned by owner.
func (m *Market) worth(s *stand, c *Chances, cube, owner int) float64 {
	g := gameOf(c)
	lost := m.wins(s, 1, cube, owner, g.gammon[1], g.triple[1])
	dead := lost + g.win*(m.wins(s, 0, cube, owner, g.gammon[0], g.triple[0])-lost)
	if m.limit == 0 || s.crawford {
		return dead
	}
	live := m.live(s, &g, cube, owner)
	return dead + liveliness*(live.at(g.win)-dead)
}

// prices returns the value of each chance for the side if the cube is not turned, up
// to a constant. It is linear, so that a Searcher can add it up.
func (m *Market) prices(s *stand) Prices {
	var v [2][3]float64 // by winner, by how much
	for who := range v {
		v[who][0] = m.wins(s, who, s.cube, s.owner, 0, 0)
		v[who][1] = m.wins(s, who, s.cube, s.owner, 1, 0)
		v[who][2] = m.wins(s, who, s.cube, s.owner, 1, 1)
	}
	return Prices{
		float32(v[0][0] - v[1][0]),
		float32(v[0][1] - v[0][0]), float32(v[0][2] - v[0][1]),
		float32(v[1][1] - v[1][0]), float32(v[1][2] - v[1][1]),
	}
}

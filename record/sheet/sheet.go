package sheet

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/games/backgammon"
)

// A Match is a match, or a session of games for a stake, as players write it
// down and as match files store it: game by game, who did what. It does not
// contain ties in the opening throw or offers that were declined.
type Match struct {
	Length  int               // points of the match; 0 for games for a stake
	Players [2]string         // names by seat
	Options map[string]string // options the file names besides the length
	Games   []Game
}

// A Game is one game of a Match.
type Game struct {
	Score    [2]int // before the game, by seat
	Crawford bool
	Stake    int // at the start: 1 unless there were automatic doubles
	Acts     []Act
	Winner   parlour.Seat // Nobody if the game was not finished
	Points   int
	Resigned bool // the loser gave up
}

// An Act is one thing a side did.
type Act struct {
	Seat  parlour.Seat
	Kind  ActKind
	Line  int      // of the file it was read from, 0 if none
	Dice  [2]int   // Played: the throw
	Play  string   // Played: the play in any readable spelling; "" if the game ended before it
	Steps [][2]int // Played: from and to of every die, in the mover's numbering, if known
	Stake int      // Doubled: what is offered, 0 if the file does not say
}

// An ActKind says what an Act is.
type ActKind uint8

// The kinds of acts. A beaver or raccoon is a double that answers a double.
const (
	Played ActKind = iota
	Doubles
	Takes
	Drops
)

// The places of a step that are not points.
const (
	Bar = 25
	Off = 0
)

// Add adds what m is about to play. Call it for every throw and every move of a
// match or session, in order.
func (s *Match) Add(m parlour.Match, mv parlour.Move) error {
	rules, p, ok := parlour.Typed[backgammon.Position](m)
	if !ok {
		return Sentences.Wrong(0, nil, "sheet.fault-other")
	}
	if len(s.Games) == 0 || s.Games[len(s.Games)-1].Winner != parlour.Nobody {
		if p.State != backgammon.Open {
			return Sentences.Wrong(0, nil, "sheet.fault-opening")
		}
		r := rules.(*backgammon.Rules)
		if len(s.Games) > 0 && !maps.Equal(s.Options, r.Options()) {
			return Sentences.Wrong(0, nil, "sheet.fault-options", "these", listed(r.Options()), "those", listed(s.Options))
		}
		s.Length, s.Options = r.Length(), r.Options()
		s.Games = append(s.Games, Game{
			Score:    [2]int{int(p.Score[backgammon.X]), int(p.Score[backgammon.O])},
			Crawford: p.Crawford,
			Stake:    1,
			Winner:   parlour.Nobody,
		})
	}
	after := m.Clone()
	if err := after.Play(mv); err != nil {
		return err
	}
	_, next, _ := parlour.Typed[backgammon.Position](after)
	g := &s.Games[len(s.Games)-1]
	g.add(m, mv, &p, &next)
	if next.State == backgammon.Moving && p.State != backgammon.Moving {
		g.Acts = append(g.Acts, Act{Seat: next.Turn, Dice: [2]int{int(next.Dice[0]), int(next.Dice[1])}})
	}
	for w := backgammon.X; w <= backgammon.O; w++ {
		if won := next.Score[w] - p.Score[w]; won > 0 {
			g.Winner, g.Points, g.Resigned = w, int(won), p.Resign != 0
		}
	}
	return nil
}

// listed writes options in the order of their keys.
func listed(options map[string]string) string {
	var list []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		list = append(list, key+"="+options[key])
	}
	return cmp.Or(strings.Join(list, ","), NoOptions)
}

// add adds a throw or move that leads from p to next.
func (g *Game) add(m parlour.Match, mv parlour.Move, p, next *backgammon.Position) {
	switch text := m.Text(mv); {
	case p.State == backgammon.Open:
		g.Stake = next.Stake()
	case p.State == backgammon.Throw || p.Resign != 0 || next.Resign != 0:
	case p.State == backgammon.Moving:
		a := &g.Acts[len(g.Acts)-1]
		a.Play = text
		for _, e := range m.Effects(mv) {
			if e.Args["die"] != "" {
				a.Steps = append(a.Steps, [2]int{place(e.Args["start"]), place(e.Args["end"])})
			}
		}
	case text == "double" || text == "beaver" || text == "raccoon":
		g.Acts = append(g.Acts, Act{Seat: p.Actor(), Kind: Doubles, Stake: 2 * next.Stake()})
	case text == "take":
		g.Acts = append(g.Acts, Act{Seat: p.Actor(), Kind: Takes})
	case text == "drop":
		g.Acts = append(g.Acts, Act{Seat: p.Actor(), Kind: Drops})
	}
}

// place reads a place in the mover's numbering.
func place(text string) int {
	switch text {
	case "bar":
		return Bar
	case "off":
		return Off
	}
	n, _ := strconv.Atoi(text)
	return n
}

// quit records that a side gave up the last game at the table, as a single
// game.
func (s *Match) quit(loser parlour.Seat, stake int) {
	if len(s.Games) == 0 {
		return
	}
	if g := &s.Games[len(s.Games)-1]; g.Winner == parlour.Nobody {
		g.Winner, g.Points, g.Resigned = 1-loser, stake, true
	}
}

package mat

import (
	"fmt"
	"io"
	"strings"

	"parlour"
	"parlour/backgammon"
	"parlour/record/sheet"
)

// The sheet of a match file; X is on the left.
type (
	// Match is a match, or a session of games for a stake.
	Match = sheet.Match
	// Game is one game of a Match.
	Game = sheet.Game
	// Act is what one column of one line says.
	Act = sheet.Act
)

// column is where the right column begins.
const column = 33

// Write writes a match file. Automatic doubles cannot be told in one.
func Write(w io.Writer, s *Match) error {
	for i := range s.Games {
		if s.Games[i].Stake > 1 {
			return fmt.Errorf("game %d: a match file cannot tell automatic doubles", i+1)
		}
	}
	_, err := w.Write(Append(nil, s))
	return err
}

// Append appends a match file.
func Append(dst []byte, s *Match) []byte {
	dst = fmt.Appendf(dst, " %d point match\n", s.Length)
	for i := range s.Games {
		g := &s.Games[i]
		dst = fmt.Appendf(dst, "\n Game %d\n", i+1)
		left := fmt.Sprintf(" %s : %d", name(s, backgammon.X), g.Score[backgammon.X])
		dst = fmt.Appendf(dst, "%-*s%s : %d\n", column-1, left+" ", name(s, backgammon.O), g.Score[backgammon.O])
		dst = appendActs(dst, g)
		dst = appendResult(dst, s, g)
	}
	return dst
}

// name returns the name of a player, or the letter of the seat. What would
// change the line is left out.
func name(s *Match, seat parlour.Seat) string {
	clean := strings.Map(func(r rune) rune {
		if r < ' ' || r == ':' {
			return -1
		}
		return r
	}, s.Players[seat])
	clean = strings.Join(strings.Fields(clean), " ")
	if clean == "" {
		info := backgammon.Game().Info()
		return info.Letter(seat)
	}
	return clean
}

// appendActs appends the numbered lines of a game.
func appendActs(dst []byte, g *Game) []byte {
	line, filled := 0, true
	for i := range g.Acts {
		a := &g.Acts[i]
		if a.Seat == backgammon.X || filled {
			if i > 0 {
				dst = append(dst, '\n')
			}
			line++
			dst = fmt.Appendf(dst, "%3d) ", line)
			if a.Seat == backgammon.X {
				dst = append(dst, cell(a)...)
				filled = false
				continue
			}
			dst = append(dst, strings.Repeat(" ", column-5)...)
		} else {
			used := len(dst) - strings.LastIndexByte(string(dst), '\n') - 1
			dst = append(dst, strings.Repeat(" ", max(2, column-used))...)
		}
		dst = append(dst, cell(a)...)
		filled = true
	}
	if len(g.Acts) > 0 {
		dst = append(dst, '\n')
	}
	return dst
}

func cell(a *Act) string {
	switch a.Kind {
	case sheet.Doubles:
		return fmt.Sprintf(" Doubles => %d", a.Stake)
	case sheet.Takes:
		return " Takes"
	case sheet.Drops:
		return " Drops"
	}
	play := a.Play
	if play == "pass" {
		play = "Cannot Move"
	}
	return strings.TrimRight(fmt.Sprintf("%d%d: %s", a.Dice[0], a.Dice[1], play), " ")
}

// appendResult appends who won, in the winner's column.
func appendResult(dst []byte, s *Match, g *Game) []byte {
	if g.Winner == parlour.Nobody {
		return dst
	}
	at := 6
	if g.Winner == backgammon.O {
		at = column + 1
	}
	unit := "points"
	if g.Points == 1 {
		unit = "point"
	}
	dst = fmt.Appendf(dst, "%*sWins %d %s", at, "", g.Points, unit)
	if s.Length > 0 && g.Score[g.Winner]+g.Points >= s.Length {
		dst = append(dst, " and the match"...)
	}
	return append(dst, '\n')
}

package mat

import (
	"fmt"
	"io"
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/record/sheet"
)

// The sheet of a match file; X is on the left.
type (
	// Match is a match, or a session of games for a stake.
	Match = sheet.Match
	// Game is one game of a Match.
	Game = sheet.Game
	// Act is one column of one line.
	Act = sheet.Act
)

// column is where the right column begins.
const column = 33

// Write writes a match file. The format has no way to write automatic doubles.
func Write(w io.Writer, s *Match) error {
	for i := range s.Games {
		if s.Games[i].Stake > 1 {
			err := Sentences.Wrong(0, nil, "mat.fault-automatic")
			err.Game = i + 1
			return err
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

// name returns the name of a player, or the letter of the seat. It leaves out
// characters that would change the line.
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

// appendActs appends the numbered lines of a game. A line with nothing on the
// right is padded, because GNU Backgammon expects that before a result.
func appendActs(dst []byte, g *Game) []byte {
	line, start := 0, len(dst)
	left := false // the line still needs its right column
	pad := func(least int) {
		n := max(least, column-(len(dst)-start))
		dst = append(dst, strings.Repeat(" ", n)...)
	}
	for i := range g.Acts {
		a := &g.Acts[i]
		if left && a.Seat == backgammon.X {
			pad(0)
			dst = append(dst, '\n')
			left = false
		}
		if !left {
			line++
			start = len(dst)
			dst = fmt.Appendf(dst, "%3d) ", line)
		}
		if a.Seat == backgammon.X {
			dst = append(dst, cell(a)...)
			left = true
			continue
		}
		pad(2)
		dst = append(dst, cell(a)...)
		dst = append(dst, '\n')
		left = false
	}
	if left {
		pad(0)
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

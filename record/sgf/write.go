package sgf

import (
	"fmt"
	"io"
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/record/sheet"
)

// The sheet of an SGF file.
type (
	// Match is a match, or a session of games for a stake.
	Match = sheet.Match
	// Game is one game of a Match.
	Game = sheet.Game
	// Act is one node.
	Act = sheet.Act
)

// Write writes an SGF file with one tree for each game. The plays must be
// legal, because they are written die by die.
func Write(w io.Writer, s *Match) error {
	whole := []Match{*s}
	if s.Length == 0 { // every game of a session is separate
		whole = nil
		for i := range s.Games {
			part := *s
			part.Games = s.Games[i : i+1]
			whole = append(whole, part)
		}
	}
	all := Match{Length: s.Length, Players: s.Players}
	for i := range whole {
		part := &whole[i]
		n := &normal{sheet: Match{Options: s.Options}}
		if err := part.Replay(n); err != nil {
			return err
		}
		if n.err != nil {
			return n.err
		}
		games := n.sheet.Games
		games = append(games, part.Games[len(games):]...) // one in which nothing has happened yet
		if last := &games[len(games)-1]; last.Winner == parlour.Nobody {
			// A player gave up at the table.
			from := &part.Games[len(games)-1]
			last.Winner, last.Points, last.Resigned = from.Winner, from.Points, from.Winner != parlour.Nobody
		}
		all.Options = n.sheet.Options
		all.Games = append(all.Games, games...)
	}
	_, err := w.Write(appendMatch(nil, &all))
	return err
}

// A normal rewrites the sheet it reads, with every step.
type normal struct {
	sheet Match
	err   error
}

func (n *normal) Begin(parlour.Match) {}

func (n *normal) Move(m parlour.Match, mv parlour.Move) {
	if err := n.sheet.Add(m, mv); err != nil && n.err == nil {
		n.err = err
	}
}

func (n *normal) End(parlour.Match, parlour.Seat) {}

func appendMatch(dst []byte, s *Match) []byte {
	for i := range s.Games {
		g := &s.Games[i]
		dst = fmt.Appendf(dst, "(;FF[4]GM[6]CA[UTF-8]AP[Parlour]MI[length:%d][game:%d][ws:%d][bs:%d]",
			s.Length, i, g.Score[backgammon.O], g.Score[backgammon.X])
		dst = fmt.Appendf(dst, "PW[%s]PB[%s]", name(s, backgammon.O), name(s, backgammon.X))
		dst = append(dst, rules(s, g)...)
		if g.Winner != parlour.Nobody {
			dst = fmt.Appendf(dst, "RE[%s+%d", colour(g.Winner), g.Points)
			if g.Resigned {
				dst = append(dst, 'R')
			}
			dst = append(dst, ']')
		}
		dst = append(dst, '\n')
		if g.Stake > 1 {
			dst = fmt.Appendf(dst, ";CV[%d]\n", g.Stake)
		}
		for k := range g.Acts {
			dst = appendAct(dst, &g.Acts[k])
		}
		dst = append(dst, ")\n"...)
	}
	return dst
}

// rules returns the RU property.
func rules(s *Match, g *Game) string {
	switch {
	case s.Options["doubling"] == "none":
		return "RU[NoCube]"
	case s.Length > 0 && g.Crawford:
		return "RU[Crawford:CrawfordGame]"
	case s.Length > 0 && s.Options["crawford"] != "no":
		return "RU[Crawford]"
	case s.Options["jacoby"] == "yes":
		return "RU[Jacoby]"
	}
	return ""
}

func colour(s parlour.Seat) string {
	if s == backgammon.X {
		return "B"
	}
	return "W"
}

// name returns the name of a player, or the letter of the seat. Characters that
// would end the property are escaped.
func name(s *Match, seat parlour.Seat) string {
	if n := s.Players[seat]; n != "" {
		return strings.NewReplacer(`\`, `\\`, `]`, `\]`, "\n", " ", "\r", " ").Replace(n)
	}
	info := backgammon.Game().Info()
	return info.Letter(seat)
}

func appendAct(dst []byte, a *Act) []byte {
	who := colour(a.Seat)
	switch {
	case a.Kind == sheet.Doubles:
		return fmt.Appendf(dst, ";%s[double]\n", who)
	case a.Kind == sheet.Takes:
		return fmt.Appendf(dst, ";%s[take]\n", who)
	case a.Kind == sheet.Drops:
		return fmt.Appendf(dst, ";%s[drop]\n", who)
	case a.Play == "":
		return fmt.Appendf(dst, ";PL[%s]DI[%d%d]\n", who, a.Dice[0], a.Dice[1])
	}
	dst = fmt.Appendf(dst, ";%s[%d%d", who, a.Dice[0], a.Dice[1])
	for _, step := range a.Steps {
		dst = append(dst, placeLetter(a.Seat, step[0]), placeLetter(a.Seat, step[1]))
	}
	return append(dst, "]\n"...)
}

// placeLetter returns the letter of a place in the mover's numbering.
func placeLetter(s parlour.Seat, p int) byte {
	switch {
	case p == sheet.Bar:
		return 'y'
	case p == sheet.Off:
		return 'z'
	case s == backgammon.X:
		p = sheet.Bar - p
	}
	return byte('a' + p - 1)
}

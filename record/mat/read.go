package mat

import (
	"bufio"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"parlour"
	"parlour/games/backgammon"
	"parlour/record/sheet"
)

// Sentences say what is wrong with a match file.
var Sentences = parlour.Sentences{
	"mat.fault-length":    "expected the length of the match, such as {example}",
	"mat.fault-points":    "a match has at most 99 points, not {n}",
	"mat.fault-game":      "expected {example}",
	"mat.fault-players":   "expected the players and their scores, such as {example}",
	"mat.fault-line":      "expected a numbered line or the result, not {text}",
	"mat.fault-act":       "expected dice, such as {example}, or a word about the cube",
	"mat.fault-two":       "a line contains at most two acts",
	"mat.fault-long":      "the line is longer than {n} bytes",
	"mat.fault-no-game":   "the file contains no game",
	"mat.fault-automatic": "a match file cannot contain automatic doubles",
}

var (
	lengthLine = regexp.MustCompile(`^\s*(\d{1,4})\s+points?\s+match\b`)
	gameLine   = regexp.MustCompile(`^\s*Game\s+(\d+)\s*$`)
	scoreLine  = regexp.MustCompile(`^\s*(.*?)\s*:\s*(\d{1,9})\s+(.*?)\s*:\s*(\d{1,9})\s*$`)
	actLine    = regexp.MustCompile(`^\s*(\d+)\)`)
	winsLine   = regexp.MustCompile(`(?i)\bwins\s+(\d{1,9})\s+points?\b`)
	// An act begins with two dice or a word about the cube.
	actStart = regexp.MustCompile(`(?i)[1-6][1-6]:|\b(?:re)?doubles\b|\bbeavers\b|\braccoons\b|\btakes\b|\baccepts\b|\bdrops\b|\bpasses\b`)
	offered  = regexp.MustCompile(`=>\s*(\d{1,9})`)
)

// right is the column from which a lone act belongs to the player on the right.
const right = 20

// maxLine limits the length of a line.
const maxLine = 4096

// Read reads a match file. It keeps plays as they are written, without checking
// them; sheet.Records plays them. The error is a *parlour.FileError, or one from r.
func Read(r io.Reader) (*Match, error) {
	s := &Match{Length: -1}
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, maxLine), maxLine)
	n := 0
	var g *Game
	named := false // the line with the players has been read
	fail := func(code string, args ...any) (*Match, error) { return nil, Sentences.Wrong(n, nil, code, args...) }
	for in.Scan() {
		n++
		line := expand(strings.TrimRight(strings.TrimPrefix(in.Text(), "\ufeff"), " \r"))
		switch m := []string(nil); {
		case line == "" || strings.HasPrefix(strings.TrimSpace(line), ";"):
		case s.Length < 0:
			if m = lengthLine.FindStringSubmatch(line); m == nil {
				return fail("mat.fault-length", "example", "7 point match")
			}
			s.Length, _ = strconv.Atoi(m[1])
			if s.Length > 99 {
				return fail("mat.fault-points", "n", s.Length)
			}
		case gameLine.MatchString(line):
			s.Games = append(s.Games, Game{Stake: 1, Winner: parlour.Nobody})
			g, named = &s.Games[len(s.Games)-1], false
		case g == nil:
			return fail("mat.fault-game", "example", "Game 1")
		case !named:
			if m = scoreLine.FindStringSubmatch(line); m == nil {
				return fail("mat.fault-players", "example", "X : 0    O : 0")
			}
			named = true
			s.Players = [2]string{m[1], m[3]}
			g.Score[0], _ = strconv.Atoi(m[2])
			g.Score[1], _ = strconv.Atoi(m[4])
			g.Crawford = crawford(s)
		case winsLine.MatchString(line):
			if actLine.MatchString(line) && actStart.MatchString(line) {
				if code := addActs(g, line[:winsLine.FindStringIndex(line)[0]], n); code != "" {
					return fail(code, "example", "31:")
				}
			}
			at := winsLine.FindStringSubmatchIndex(line)
			g.Points, _ = strconv.Atoi(line[at[2]:at[3]])
			g.Winner = backgammon.X
			if at[0] >= right {
				g.Winner = backgammon.O
			}
		case actLine.MatchString(line):
			if code := addActs(g, line, n); code != "" {
				return fail(code, "example", "31:")
			}
		default:
			return fail("mat.fault-line", "text", strconv.Quote(strings.TrimSpace(line)))
		}
	}
	switch err := in.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		n++
		return fail("mat.fault-long", "n", maxLine)
	case err != nil:
		return nil, err
	}
	if s.Length < 0 || len(s.Games) == 0 {
		return fail("mat.fault-no-game")
	}
	return s, nil
}

// expand replaces tabs by spaces, so that columns can be counted.
func expand(line string) string {
	var b strings.Builder
	for _, c := range line {
		if c == '\t' {
			b.WriteString(strings.Repeat(" ", 8-b.Len()%8))
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

// addActs reads a numbered line: an act on the left, one on the right, or both.
// Long plays overrun their column, so the start of an act separates the two. If the
// code is not empty, it says what is wrong.
func addActs(g *Game, line string, n int) (code string) {
	starts := actStart.FindAllStringIndex(line, -1)
	switch {
	case len(starts) == 0:
		if strings.TrimSpace(actLine.ReplaceAllString(line, "")) == "" {
			return ""
		}
		return "mat.fault-act"
	case len(starts) > 2:
		return "mat.fault-two"
	}
	for i, at := range starts {
		end := len(line)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		a := Act{Seat: parlour.Seat(i), Line: n}
		if len(starts) == 1 && at[0] >= right {
			a.Seat = backgammon.O
		}
		word, rest := strings.ToLower(line[at[0]:at[1]]), strings.TrimSpace(line[at[1]:end])
		switch word {
		case "doubles", "redoubles", "beavers", "raccoons":
			a.Kind = sheet.Doubles
			if m := offered.FindStringSubmatch(rest); m != nil {
				a.Stake, _ = strconv.Atoi(m[1])
			}
		case "takes", "accepts":
			a.Kind = sheet.Takes
		case "drops", "passes":
			a.Kind = sheet.Drops
		default:
			a.Dice = [2]int{int(word[0] - '0'), int(word[1] - '0')}
			a.Play = strings.TrimSpace(rest)
			if strings.EqualFold(a.Play, "cannot move") {
				a.Play = "pass"
			}
		}
		g.Acts = append(g.Acts, a)
	}
	return ""
}

// crawford reports whether the last game is the Crawford game, if the match has
// one: the first in which a side needs only one more point.
func crawford(s *Match) bool {
	last := len(s.Games) - 1
	at := func(g *Game) bool { return g.Score[0] == s.Length-1 || g.Score[1] == s.Length-1 }
	return s.Length > 1 && at(&s.Games[last]) && (last == 0 || !at(&s.Games[last-1]))
}

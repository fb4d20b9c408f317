package puzzle

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"parlour"
)

// A Set is the puzzles of a game. As text it is
//
//	GAME UNIT
//	# how it was made
//	POSITION BEST|... VALUE HALF MOVE=VALUE|... FOUND THEME,... MOVE=VALUE|... MOVE=VALUE|...
//
// with one line for each puzzle and a tab between its parts: the position, the best
// moves, their value, half of the interval of the gap or "proved", the other moves,
// who finds it, the themes, how the game may go on, and how after the best of the
// other moves.
type Set struct {
	Game    string
	Unit    string
	Made    []string // how, one line each
	Puzzles []Puzzle
}

const (
	proved = "proved"
	fields = 9
)

// Append appends the text of the set.
func (s *Set) Append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "%s %s\n", s.Game, s.Unit)
	for _, line := range s.Made {
		dst = fmt.Appendf(dst, "# %s\n", line)
	}
	for i := range s.Puzzles {
		p := &s.Puzzles[i]
		half := strconv.Itoa(p.Half)
		if p.Proved {
			half = proved
		}
		dst = fmt.Appendf(dst, "%s\t%s\t%d\t%s\t%s\t%d\t%s\t%s\t%s\n", p.Position, strings.Join(p.Best, "|"), p.Value, half,
			choicesText(p.Others), p.Found, strings.Join(p.Themes, ","), choicesText(p.Line), choicesText(p.Instead))
	}
	return dst
}

func choicesText(list []Choice) string {
	texts := make([]string, len(list))
	for i, c := range list {
		texts[i] = c.Move + "=" + strconv.Itoa(c.Value)
	}
	return strings.Join(texts, "|")
}

// Read reads the text of a set.
func Read(r io.Reader) (*Set, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	s := &Set{}
	for n := 1; lines.Scan(); n++ {
		text := lines.Text()
		var err error
		switch rest, note := strings.CutPrefix(text, "# "); {
		case n == 1:
			s.Game, s.Unit, _ = strings.Cut(text, " ")
			if s.Unit != Share && s.Unit != Points {
				err = fmt.Errorf("expected a game and a unit, found %q", text)
			}
		case note:
			s.Made = append(s.Made, rest)
		default:
			var p Puzzle
			p, err = parse(text)
			s.Puzzles = append(s.Puzzles, p)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return s, lines.Err()
}

// parse reads the line of a puzzle.
func parse(text string) (p Puzzle, err error) {
	f := strings.Split(text, "\t")
	if len(f) != fields {
		return p, fmt.Errorf("expected %d fields, found %d", fields, len(f))
	}
	number := func(text string) int {
		n, e := strconv.Atoi(text)
		if e != nil && err == nil {
			err = fmt.Errorf("%q is not a number", text)
		}
		return n
	}
	choices := func(text string) (list []Choice) {
		for part := range strings.SplitSeq(text, "|") {
			i := strings.LastIndex(part, "=")
			if i < 0 {
				err = fmt.Errorf("expected a move and its value, found %q", part)
				return nil
			}
			list = append(list, Choice{part[:i], number(part[i+1:])})
		}
		return list
	}
	p = Puzzle{
		Position: f[0], Best: strings.Split(f[1], "|"), Value: number(f[2]), Proved: f[3] == proved,
		Others: choices(f[4]), Found: number(f[5]), Line: choices(f[7]), Instead: choices(f[8]),
	}
	if !p.Proved {
		p.Half = number(f[3])
	}
	if f[6] != "" {
		p.Themes = strings.Split(f[6], ",")
	}
	return p, err
}

// Pack returns the compressed text of the set.
func (s *Set) Pack() []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	z.Write(s.Append(nil)) // writing to a buffer never fails
	z.Close()
	return b.Bytes()
}

// Unpack reads a compressed set.
func Unpack(data []byte) (*Set, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	return Read(z)
}

// Different is how many pieces stand differently in two puzzles of a set, at
// least.
const Different = 4

// Add adds the puzzles of another set that are not too much like one that is
// there already.
func (s *Set) Add(g parlour.Game, more *Set) error {
	if more.Game != s.Game || more.Unit != s.Unit {
		return fmt.Errorf("the puzzles are of %s and of %s", s.Game, more.Game)
	}
	var kept []parlour.Match
	old := len(s.Puzzles)
	for i, p := range slices.Concat(s.Puzzles, more.Puzzles) {
		m, err := g.Parse(p.Position)
		if err != nil {
			return err
		}
		if i < old {
			kept = append(kept, m)
		} else if !slices.ContainsFunc(kept, func(o parlour.Match) bool { return Alike(m, o) < Different }) {
			kept = append(kept, m)
			s.Puzzles = append(s.Puzzles, p)
		}
	}
	s.Made = append(s.Made, more.Made...)
	return nil
}

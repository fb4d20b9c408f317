package term

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"parlour"
	"parlour/board"
	"parlour/draw"
)

// row returns a board of n squares in a row, named a, b, c ...
func row(n int) *board.Board {
	b := &board.Board{Rows: 9, Cols: n, Pieces: art}
	for i := range n {
		name := string(rune('a' + i))
		b.Places = append(b.Places, board.Place{Name: name, Label: name, Shape: board.Square, Col: i})
	}
	return b
}

// art is a kind of piece of each sort that terminals know: a crowned man, one
// that shows its face, and tiles of two lines.
var art = map[string]*board.Art{
	"king":            {Crowned: true},
	"cube":            {Cell: []string{"{face}"}},
	"tile":            {Cell: []string{"{1}{colour}{2}", "{4}·{3}"}, Text: board.Text{At: make([]board.Point, 4)}},
	"tile two turned": {Cell: []string{"{1}{colour}{2}", "{4}:{3}"}, Text: board.Text{At: make([]board.Point, 4)}, Back: true},
}

func men(place, colours string) (out []parlour.Piece) {
	for _, c := range colours {
		out = append(out, parlour.Piece{Place: place, Colour: string(c), Kind: "man"})
	}
	return out
}

func TestCells(t *testing.T) {
	for _, x := range []struct {
		view draw.View
		want string
	}{
		{draw.View{}, "  a    b    c"},
		{draw.View{Pieces: men("b", "G")}, "  a    G    c"},
		{draw.View{Pieces: men("b", "GGG")}, "  a   G3    c"},
		{draw.View{Pieces: men("b", "GY")}, "  a   GY    c"},
		{draw.View{Pieces: men("b", "GYBRG")}, "  a  GYBRG  c"},
		{draw.View{Pieces: men("b", "GYBRGY")}, "  a   6+    c\non b: G Y B R G Y"},
		{draw.View{Pieces: men("b", "GYBR"), Targets: []string{"b"}}, "  a  {4+ }  c\non b: G Y B R\n\n{ } can be reached"},
		{draw.View{Pieces: men("c", "G"), Last: [][]string{{"a", "b", "c"}}}, "( a )  b  [ G ]\n\n( ) moved from   [ ] moved to"},
		{draw.View{Pieces: []parlour.Piece{{Place: "a", Colour: "B", Kind: "king"}}, Sources: []string{"a"}}, "'BK '  b    c\n\n' ' may move"},
		{draw.View{Pieces: []parlour.Piece{{Place: "a", Kind: "cube", Face: "64"}}}, " 64    b    c"},
		{draw.View{Pieces: men("nowhere", "G")}, "  a    b    c"},
		{draw.View{Title: "T", Says: "Green to move", Dice: []int{5, 3}}, "T\n\n  a    b    c\n\nGreen to move   [5][3]"},
		{draw.View{Turn: "G"}, "  a    b    c\n\nG"},
	} {
		got := strings.TrimSuffix(string(AppendBoard(nil, row(3), x.view, Style{})), "\n")
		if got != x.want {
			t.Errorf("%+v:\n%s\nwant\n%s", x.view, got, x.want)
		}
	}
}

func TestTile(t *testing.T) {
	b := row(2)
	v := draw.View{Pieces: []parlour.Piece{
		{Place: "a", Colour: "G", Kind: "tile", Face: "3456"},
		{Place: "b", Colour: "R", Kind: "tile two turned", Face: "4444"},
	}, Targets: []string{"b"}}
	for quarter, want := range []string{" 3G4 {4r4}\n 6.5 {4:4}\n", "", "{4r4} 5G6\n{4:4} 4.3\n"} {
		if v.Quarter = quarter; want == "" {
			continue
		}
		got := string(AppendBoard(nil, b, v, Style{}))
		if !strings.HasPrefix(got, want) {
			t.Errorf("turned by %d quarters:\n%s\nwant\n%s", quarter, got, want)
		}
	}
}

// A backgammon point shows five men and counts the rest.
func TestColumn(t *testing.T) {
	b := &board.Board{Rows: 10, Cols: 1, Places: []board.Place{{Name: "1", Label: "1", Shape: board.Spike, Row: 1, Grow: 1}}}
	got := string(AppendBoard(nil, b, draw.View{Pieces: men("1", "XXXXXXX"), Last: [][]string{{"2", "1"}}}, Style{}))
	want := "  1\n  X\n  X\n  X\n  X\n[X7 ]\n\n[ ] moved to\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Colour only adds escape sequences: without them the drawing is the same.
func TestColourAdds(t *testing.T) {
	b := row(4)
	b.Places[1].Colour, b.Places[2].Shade = "G", true
	v := draw.View{Pieces: append(men("a", "GG"), men("d", "YB")...), Targets: []string{"b"}}
	colour := string(AppendBoard(nil, b, v, Style{Colour: true}))
	if !strings.Contains(colour, "\x1b[") || strings.Count(colour, "\x1b[0m") == 0 {
		t.Fatalf("no colours in %q", colour)
	}
	var letters strings.Builder
	for i, part := range strings.Split(colour, "\x1b[") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "m")
		}
		letters.WriteString(part)
	}
	plain := string(AppendBoard(nil, b, v, Style{}))
	trim := func(s string) string {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		return strings.Join(strings.Fields(strings.Join(lines, "\n")), " ")
	}
	if got, want := trim(letters.String()), trim(plain); got != want {
		t.Errorf("in colour %q, plain %q", got, want)
	}
}

// No control character in a name reaches the terminal.
func TestClean(t *testing.T) {
	evil := "a\x1b[2Jb\nc\x07\u009bd"
	b := &board.Board{Rows: 1, Cols: 9, Pieces: art, Places: []board.Place{{Name: evil, Label: evil, Shape: board.Square}}}
	v := draw.View{Title: evil, Says: evil, Pieces: append(men(evil, "GYBRGYBR"), parlour.Piece{Place: evil, Colour: "\x1b", Kind: "tile", Face: "\x1b\x1b"})}
	got := string(AppendBoard(nil, b, v, Style{Unicode: true}))
	if strings.ContainsAny(got, "\x1b\x07\u009b") {
		t.Errorf("control characters in %q", got)
	}
}

func TestNothing(t *testing.T) {
	for quarter := range 4 {
		if out := AppendBoard(nil, &board.Board{}, draw.View{Quarter: quarter}, Style{}); strings.TrimSpace(string(out)) != "" {
			t.Errorf("a board without places is drawn as %q", out)
		}
		// Places outside the cells of a board are cut off and cause no error.
		b := &board.Board{Rows: 2, Cols: 2, Places: []board.Place{{Name: "x", Row: 9, Col: 9, Grow: 1}, {Name: "y", Row: -3, Col: -1, Cells: []board.Cell{{Row: 5, Col: 5}}}}}
		v := draw.View{Quarter: quarter, Pieces: append(men("x", "GGGGGGG"), men("y", "YYY")...), Targets: []string{"x", "y"}}
		if out := AppendBoard(nil, b, v, Style{Colour: true}); !utf8.Valid(out) {
			t.Errorf("places outside the board are drawn as %q", out)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBoardReportsErrors(t *testing.T) {
	if err := Board(full{}, row(1), draw.View{}, Style{}); err == nil {
		t.Error("an error of the writer was lost")
	}
}

// The boards of all games fit into 80 columns.
func TestEightyColumns(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no drawings: %v", err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, ".colour.txt") {
			continue // the same as the plain file, with escape sequences
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 80 {
				t.Errorf("%s has a line of %d characters", file, n)
			}
		}
	}
}

// A picture says where each place is, also on a turned board.
func TestPicture(t *testing.T) {
	b := row(3)
	b.Places[1].Cells = []board.Cell{{Row: 0, Col: 1}, {Row: 1, Col: 1}}
	v := draw.View{Pieces: men("b", "GG"), Chosen: "b", Targets: []string{"c"}}
	p := Draw(b, v, Style{})
	if p.Legend != "{ } can be reached   < > in hand" {
		t.Errorf("the legend is %q", p.Legend)
	}
	for _, c := range []struct {
		x, y int
		want string
	}{{0, 0, "a"}, {7, 0, "b"}, {7, 1, "b"}, {14, 0, "c"}, {14, 1, ""}, {99, 0, ""}} {
		if got := p.At(c.x, c.y); got != c.want {
			t.Errorf("at %d, %d is %q, want %q", c.x, c.y, got, c.want)
		}
	}
	if r, ok := p.Spot("b"); !ok || r.Left != 5 || r.Top != 1 {
		t.Errorf("the topmost man of b is at %+v", r)
	}
	if _, ok := p.Spot("z"); ok {
		t.Error("there is a place z")
	}
	v.Quarter = 2
	if p = Draw(b, v, Style{}); p.At(0, 1) != "c" && p.At(0, len(p.Lines)-1) != "c" {
		t.Errorf("on a turned board c is not on the left: %v", p.spots)
	}
}

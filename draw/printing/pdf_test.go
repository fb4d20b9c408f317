package printing

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/draw/outline"
	"parlour/draw/pdf/pdftest"
	"parlour/draw/qr"
	"parlour/draw/svg"
	"parlour/phrase"
)

func Example() {
	e := cabinet.ByID("checkers")
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	g := Set(phrase.English, e, m, A4)
	fmt.Println(g.Space, "mm,", g.Caption(g.Parts[0]))
	// Output: 38 mm, Checkers: the board, part A1 of 2 across and 2 down
}

// set sets a game up and on paper.
func set(t *testing.T, id string, p Paper, s parlour.Setup) *Game {
	t.Helper()
	e := cabinet.ByID(id)
	m, err := e.Game.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return Set(phrase.English, e, m, p)
}

// file writes a game and reads it.
func file(t *testing.T, g *Game, link string) *pdftest.File {
	t.Helper()
	var one bytes.Buffer
	if err := g.WritePDF(&one, link); err != nil {
		t.Fatalf("%s: %v", g.Entry.Info.ID, err)
	}
	return pdftest.Read(t, one.Bytes())
}

// A printed is a game as the book has it, with its file.
type printed struct {
	*Game
	data []byte
}

// link is where the code of a game leads.
func link(g *Game) string { return "https://parlour.example/g/" + g.Entry.Info.ID }

// all returns every game on every paper. They are written once for all tests.
var all = sync.OnceValues(func() (list []printed, err error) {
	for _, e := range cabinet.Games() {
		for _, p := range Papers {
			m, err := e.Game.New(parlour.Setup{})
			if err != nil {
				return nil, err
			}
			g := Set(phrase.English, e, m, p)
			var b bytes.Buffer
			if err := g.WritePDF(&b, link(g)); err != nil {
				return nil, fmt.Errorf("%s: %w", e.Info.ID, err)
			}
			list = append(list, printed{g, b.Bytes()})
		}
	}
	return list, nil
})

// every calls a test for every game on every paper.
func every(t *testing.T, test func(g printed, f *pdftest.File)) {
	t.Helper()
	list, err := all()
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range list {
		test(g, pdftest.Read(t, g.data))
	}
}

// The same game gives the same bytes.
func TestSameBytes(t *testing.T) {
	every(t, func(g printed, _ *pdftest.File) {
		if g.Paper != A4 {
			return
		}
		var again bytes.Buffer
		if err := set(t, g.Entry.Info.ID, A4, parlour.Setup{}).WritePDF(&again, link(g.Game)); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(g.data, again.Bytes()) {
			t.Errorf("%s: two files differ", g.Entry.Info.ID)
		}
		if len(g.data) > 200_000 {
			t.Errorf("%s: a file of %d bytes", g.Entry.Info.ID, len(g.data))
		}
	})
}

// A file has pages of the paper's size: the rules, the parts of the board and
// the pieces, all of it inside the edge that no printer reaches.
func TestSheets(t *testing.T) {
	every(t, func(g printed, f *pdftest.File) {
		e, p := g.Entry, g.Paper
		if want := 1 + len(g.Parts) + len(g.Pieces); len(f.Pages) != want {
			t.Errorf("%s on %s: %d pages, want %d", e.Info.ID, p.Name, len(f.Pages), want)
		}
		for i := range f.Pages {
			page := &f.Pages[i]
			if math.Abs(page.Width-p.Width) > 0.001 || math.Abs(page.Height-p.Height) > 0.001 {
				t.Errorf("%s: page %d is %v by %v mm on %s", e.Info.ID, i+1, page.Width, page.Height, p.Name)
			}
		}
		pieces := 0
		for i, sheet := range g.Pieces {
			page := &f.Pages[1+len(g.Parts)+i]
			drawings := page.Drawings()
			pieces += len(sheet.Pieces)
			want := len(sheet.Pieces)
			want += sheet.Dice
			if len(drawings) != want {
				t.Errorf("%s: %d pieces on a sheet, want %d", e.Info.ID, len(drawings), want)
			}
			for _, d := range drawings {
				for _, s := range d.Shapes {
					if b := s.Box; b.Left < Edge-0.2 || b.Top < Edge+HeadRoom-2 || b.Right > p.Width-Edge+0.2 || b.Bottom > p.Height-Edge+0.2 {
						t.Errorf("%s on %s: a piece at %+v", e.Info.ID, p.Name, b)
					}
				}
			}
		}
		if pieces < len(g.match.Pieces()) {
			t.Errorf("%s: %d pieces, want %d", e.Info.ID, pieces, len(g.match.Pieces()))
		}
	})
}

// extents is a device that keeps where things are painted.
type extents struct {
	list []pdftest.Box
	mm   float64
}

func (x *extents) Paint(path []outline.Step, s *outline.Style, m outline.Matrix) error {
	b := pdftest.Box{Left: math.Inf(1), Top: math.Inf(1), Right: math.Inf(-1), Bottom: math.Inf(-1)}
	for _, s := range path {
		if s.Op == outline.Close {
			continue
		}
		q := m.At(s.At.X, s.At.Y)
		b = pdftest.Box{Left: min(b.Left, q.X*x.mm), Top: min(b.Top, q.Y*x.mm), Right: max(b.Right, q.X*x.mm), Bottom: max(b.Bottom, q.Y*x.mm)}
	}
	if s.Fill.Pattern != nil {
		x.list = append(x.list, b) // its ground
	}
	x.list = append(x.list, b)
	return nil
}

// Everything on the board stands where its drawing has it, in true size, on
// every sheet that shows a part of it.
func TestBoardInTrueSize(t *testing.T) {
	squares := map[string]float64{"kleefeld": 20, "checkers": 38}
	every(t, func(g printed, f *pdftest.File) {
		e := g.Entry
		if g.Paper != A4 {
			return
		}
		d, err := outline.Read(g.Board)
		if err != nil {
			t.Fatal(err)
		}
		want := extents{mm: g.Space / svg.Unit}
		work := 1 << 20
		if err := d.Draw(&want, outline.Identity, outline.Patterns{}, &work); err != nil {
			t.Fatal(err)
		}
		for i, part := range g.Parts {
			got := f.Pages[1+i].Drawings()[0].Shapes
			x, y := (A4.Width-part.Width)/2-part.X, Edge+HeadRoom+Marks-part.Y
			far := 0
			for j, s := range got {
				if j >= len(want.list) {
					break
				}
				w := want.list[j]
				w = pdftest.Box{Left: w.Left + x, Top: w.Top + y, Right: w.Right + x, Bottom: w.Bottom + y}
				// The points of a curve do not tell its extent; those of straight shapes do.
				if !s.Box.Near(w, 0.02) && s.Box.Right-s.Box.Left < w.Right-w.Left+0.02 {
					far++
				}
			}
			if len(got) != len(want.list) || far > 0 {
				t.Errorf("%s, part %s: %d of %d shapes stand elsewhere; the drawing has %d", e.Info.ID, part.Name, far, len(got), len(want.list))
			}
		}
		if side := squares[e.Info.ID]; side > 0 {
			n := 0
			for _, s := range f.Pages[1].Drawings()[0].Shapes {
				if math.Abs(s.Box.Right-s.Box.Left-side) < 0.02 && math.Abs(s.Box.Bottom-s.Box.Top-side) < 0.02 {
					n++
				}
			}
			if n < 32 {
				t.Errorf("%s: %d squares of %v mm", e.Info.ID, n, side)
			}
		}
	})
}

// All rules are there to be searched, in the order of their chapters, and the
// captions say what each sheet is.
func TestRulesAreWords(t *testing.T) {
	every(t, func(g printed, f *pdftest.File) {
		e := g.Entry
		rest := strings.Join(strings.Fields(f.Pages[0].Words()), " ")
		words := rest
		for _, want := range []string{e.Info.Title, e.Made(phrase.English), "Learn and play it at " + link(g.Game)} {
			if !strings.Contains(rest, want) {
				t.Errorf("%s: no %q", e.Info.ID, want)
			}
		}
		read, n := e.Book.Read(), 0
		for _, chapter := range read.Chapters {
			for _, spread := range chapter.Pages {
				for _, id := range spread.IDs(e.Book) {
					c := e.Book.Clause(id)
					if c == nil {
						continue
					}
					n++
					if v := e.Book.Variation(id); v != nil && !strings.Contains(words, e.Book.Heading(v)) {
						t.Errorf("%s does not name its variation, %s", c.ID, v.Name)
					}
					_, after, found := strings.Cut(rest, strings.Join(strings.Fields(c.Rule), " "))
					if !found {
						t.Errorf("%s is missing, or stands elsewhere", c.ID)
						continue
					}
					rest = after
				}
			}
		}
		if n != len(e.Book.Clauses) {
			t.Errorf("%s: %d of %d clauses are printed", e.Info.ID, n, len(e.Book.Clauses))
		}
		for i, part := range g.Parts {
			if got := f.Pages[1+i].Words(); got != g.Caption(part) {
				t.Errorf("%s: %q above a part", e.Info.ID, got)
			}
		}
	})
}

// The code on paper is that of the address, module by module; without an address
// there is none.
func TestCode(t *testing.T) {
	const link = "https://parlour.example/g/parker"
	g := set(t, "parker", A4, parlour.Setup{})
	code, err := qr.Make(link)
	if err != nil {
		t.Fatal(err)
	}
	drawings := file(t, g, link).Pages[0].Drawings()
	if len(drawings) != 2 {
		t.Fatalf("%d drawings beside the rules", len(drawings))
	}
	bare := file(t, g, "").Pages[0]
	if n := len(bare.Drawings()); n != 1 || strings.Contains(bare.Words(), "Learn and play") {
		t.Errorf("a code without an address: %d drawings", n)
	}
	ground, ink := drawings[0].Shapes[0].Box, drawings[0].Shapes[1]
	const quiet = 4
	n := code.Size()
	module := (ground.Right - ground.Left) / float64(n+2*quiet)
	if math.Abs(ground.Right-ground.Left-codeWide) > 0.01 || module < 0.7 {
		t.Errorf("the code is %v mm wide, a module %v", ground.Right-ground.Left, module)
	}
	dark := map[[2]int]bool{}
	for _, b := range ink.Parts {
		at := func(mm float64) int { return int(math.Round(mm/module)) - quiet }
		for y := at(b.Top - ground.Top); y < at(b.Bottom-ground.Top); y++ {
			for x := at(b.Left - ground.Left); x < at(b.Right-ground.Left); x++ {
				dark[[2]int{x, y}] = true
			}
		}
	}
	for y := range n {
		for x := range n {
			if dark[[2]int{x, y}] != code.Dark(x, y) {
				t.Fatalf("module %d,%d is wrong", x, y)
			}
		}
	}
}

// Options change the board, and the rules say how it is played.
func TestOptions(t *testing.T) {
	book, other := set(t, "british", A4, parlour.Setup{}), set(t, "british", A4, parlour.Setup{Options: map[string]string{"arm": "6"}})
	if book.Played != "" || other.Played == "" {
		t.Errorf("the book is played with %q, its option with %q", book.Played, other.Played)
	}
	if bytes.Equal(book.Board, other.Board) {
		t.Error("the board does not depend on the option")
	}
	if words := file(t, other, "").Pages[0].Words(); !strings.Contains(words, "Played with") {
		t.Errorf("the rules do not tell of the option: %.200s", words)
	}
	two := set(t, "kleefeld", A4, parlour.Setup{Players: 2})
	if n := len(two.Pieces[0].Pieces); n >= 16 {
		t.Errorf("%d pieces for two players", n)
	}
}

// Rules that are too long for a sheet go on on the next one, and a heading stays
// with what follows it.
func TestColumns(t *testing.T) {
	leaves := func(kinds string) (list []leaf) {
		for _, k := range kinds {
			b := &block{size: 72 / 25.4, leading: 1, heading: k == 'h'} // lines 1 mm high
			list = append(list, leaf{b, make([]string, map[rune]int{'h': 1, 'p': 2, 'P': 9}[k])})
		}
		return list
	}
	for _, c := range []struct {
		kinds  string
		height float64
		want   int
	}{
		{"pppp", 8, 4}, {"pppp", 7.9, 3}, {"pphp", 5, 2}, {"pphhp", 6, 2}, {"hp", 2, 1}, {"Pp", 4, 1}, {"hhp", 3, 1},
	} {
		if got := column(leaves(c.kinds), c.height); got != c.want {
			t.Errorf("%s in %v mm: %d blocks, want %d", c.kinds, c.height, got, c.want)
		}
	}
	if height, fits := balance(leaves("pppppp"), 3, 100); !fits || math.Abs(height-4) > 0.2 {
		t.Errorf("six blocks of 2 mm in three columns are %v mm high", height)
	}
	if _, fits := balance(leaves("pppppp"), 2, 5); fits {
		t.Error("12 mm fit into 10")
	}
}

func BenchmarkWritePDF(b *testing.B) {
	e := cabinet.ByID("mensch")
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if err := Set(phrase.English, e, m, A4).WritePDF(&bytes.Buffer{}, "https://parlour.example/g/mensch"); err != nil {
			b.Fatal(err)
		}
	}
}

// One page has the game's name, its four cards and its board, and nothing is cut
// off.
func TestOnePage(t *testing.T) {
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, paper := range Papers {
			var b bytes.Buffer
			if err := Set(phrase.English, e, m, paper).WritePage(&b, "https://parlour.example/g/"+e.Info.ID); err != nil {
				t.Fatal(err)
			}
			f := pdftest.Read(t, b.Bytes())
			if len(f.Pages) != 1 {
				t.Fatalf("%s has %d pages", e.Info.ID, len(f.Pages))
			}
			words := strings.Join(strings.Fields(f.Pages[0].Words()), " ")
			read := e.Book.Read()
			for _, c := range read.Cards() {
				if !strings.Contains(words, c.Title) {
					t.Errorf("%s on %s lacks the card %q", e.Info.ID, paper.Title, c.Title)
				}
			}
		}
	}
}

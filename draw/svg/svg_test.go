package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/markup"
)

// mixed is a board with every shape, mark and kind of decor.
func mixed() *board.Board {
	b := &board.Board{Game: "mixed", Width: 8, Height: 6, Pieces: art, Inks: map[string]string{"B": "ebony"}}
	at := func(i int) board.Point { return board.Point{X: float64(i%8) + 0.5, Y: float64(i/8) + 0.5} }
	for i, shape := range []board.Shape{board.Square, board.Circle, board.Crossing, board.Spike, board.Tray} {
		p := board.Place{Name: string(shape), At: at(i), Shape: shape, Label: "7"}
		if shape == board.Spike {
			p.Size, p.Stack = board.Point{X: 1, Y: -4}, board.Point{Y: 1}
		}
		b.Places = append(b.Places, p)
	}
	for i, mark := range []board.Mark{board.Arrow, board.Ring, board.Start, board.Finish, board.Foot} {
		b.Places = append(b.Places, board.Place{Name: string(mark), At: at(8 + i), Shape: board.Square, Mark: mark, Colour: "G", Turn: 90})
	}
	bend := []board.Point{{X: 0, Y: 3}, {X: 1, Y: 3}, {X: 1, Y: 4}, {X: 0, Y: 4}}
	b.Places = append(b.Places,
		board.Place{Name: "bend", At: at(24), Corners: bend, Shape: board.Square, Label: "12", Mark: board.Finish},
		board.Place{Name: "yard", At: at(26), Shape: board.Tray, Spots: []board.Point{at(26), at(27)}},
		board.Place{Name: "off", At: at(28), Shape: board.Tray, Size: board.Point{X: 3, Y: 1}, Stack: board.Point{X: 0.25}, Colour: "B"},
		board.Place{Name: "home", At: at(30), Shape: board.Tray, Corners: bend, Spots: []board.Point{at(30)}},
	)
	for _, kind := range []board.DecorKind{board.Box, board.Disc, board.Polygon, board.Lines, board.Oval, board.Picture, board.Caption} {
		for _, colour := range []string{"", "R", "?"} {
			b.Decor = append(b.Decor, board.Decor{Kind: kind, At: at(40), Size: board.Point{X: 1, Y: 1}, Points: bend, Text: "Tire trouble", Colour: colour})
		}
	}
	b.Decor = append(b.Decor, board.Decor{Kind: board.Picture, Text: "no such picture <&>"}, board.Decor{Kind: board.Caption, Text: "NO SIZE"})
	return b
}

// art has a kind of piece for each way to draw one.
var art = map[string]*board.Art{
	"king": {Crowned: true},
	"auto": {Drawing: `<path d="{body}" fill="{fill}" stroke="{paper}"/><path d="{man}" fill="{dark}"/>`, Bodies: map[string]string{"": "M-6-12q1-7 6-7z", "red": "M0-20.5L7.5-6z"}, Across: 16.5, Room: 2.6, Heads: true, Lanes: true},
	"tile": {Drawing: `<rect x="-47" y="-47" width="94" height="94" fill="{flat}" stroke="{ink}"/>`, Across: 100, Fills: true,
		Text: board.Text{At: []board.Point{{X: -22, Y: -8}, {X: 22, Y: -8}, {X: 22, Y: 35}, {X: -22, Y: 35}}, Size: 38, Plain: true, Paint: "{light}"}},
	"cube": {Drawing: `<rect x="-18" y="-18" width="36" height="36" fill="{paper}"/>`, Text: board.Text{Size: 22, Most: 60, Paint: "{ink}"}},
}

// crowd is a view with every kind of piece on every place.
func crowd(b *board.Board) draw.View {
	v := draw.View{Title: "A crowd", Turn: "R", Says: "Red", Dice: []int{1, 2, 3, 4, 5, 6, 0, 9}}
	for i := range b.Places {
		name := b.Places[i].Name
		for _, colour := range []string{"G", "Y", "B", "R", "K", "W", "?", ""} {
			for _, kind := range []string{"man", "king", "auto", "tile", "cube", "thing"} {
				v.Pieces = append(v.Pieces, parlour.Piece{Place: name, Colour: colour, Kind: kind, Face: "3456"})
			}
		}
		v.Last = append(v.Last, []string{"square", name, "nowhere"})
		v.Targets = append(v.Targets, name)
		v.Sources = append(v.Sources, name)
	}
	return v
}

// attributes returns every value of an attribute, and fails if the drawing is
// not well formed.
func attributes(t *testing.T, drawing []byte, name string) map[string]int {
	t.Helper()
	found := map[string]int{}
	d := xml.NewDecoder(bytes.NewReader(drawing))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == name {
					found[a.Value]++
				}
			}
		}
	}
}

func TestWellFormed(t *testing.T) {
	b := mixed()
	for quarter := range 4 {
		v := crowd(b)
		v.Quarter = quarter
		got := AppendBoard(nil, b, v)
		places := attributes(t, got, "data-place")
		for i := range b.Places {
			if places[b.Places[i].Name] == 0 {
				t.Errorf("no place %s", b.Places[i].Name)
			}
		}
		for _, bad := range []string{"NaN", "Inf", "~", "e+", "e-0"} {
			if strings.Contains(string(got), bad) {
				t.Errorf("the drawing contains %q", bad)
			}
		}
	}
}

// Pieces that fit on their place are drawn once each.
func TestEveryPiece(t *testing.T) {
	b := mixed()
	var v draw.View
	for i := range b.Places {
		v.Pieces = append(v.Pieces, parlour.Piece{Place: b.Places[i].Name, Colour: "G", Kind: "man"})
	}
	pieces := attributes(t, AppendBoard(nil, b, v), "data-piece")
	if len(pieces) != len(v.Pieces) {
		t.Errorf("%d of %d pieces are drawn", len(pieces), len(v.Pieces))
	}
	for i, n := range pieces {
		if n != 1 {
			t.Errorf("piece %s is drawn %d times", i, n)
		}
	}
}

// A pile that is too high shows a count, and a piece of another colour in it stays
// visible.
func TestPiles(t *testing.T) {
	b := mixed()
	for _, x := range []struct {
		place string
		men   int
		shown int
		count string
	}{
		{"square", 1, 1, ""}, {"square", 2, 2, ">2<"}, {"square", 9, 3, ">9<"},
		{"spike", 4, 4, ""}, {"spike", 7, 4, ">7<"},
		{"off", 12, 12, ""}, {"yard", 2, 2, ""}, {"yard", 5, 2, ">5<"},
	} {
		var v draw.View
		for range x.men {
			v.Pieces = append(v.Pieces, parlour.Piece{Place: x.place, Colour: "R", Kind: "man"})
		}
		got := AppendBoard(nil, b, v)
		if n := len(attributes(t, got, "data-piece")); n != x.shown {
			t.Errorf("%d men on %s: %d are drawn, want %d", x.men, x.place, n, x.shown)
		}
		if x.count != "" && !strings.Contains(string(got), x.count) {
			t.Errorf("%d men on %s are not counted", x.men, x.place)
		}
	}
}

// Cars keep to the lanes of their colours.
func TestLanes(t *testing.T) {
	b := &board.Board{Width: 2, Height: 1, Pieces: art}
	for i := range 2 {
		x := float64(i) + 0.5
		b.Places = append(b.Places, board.Place{Name: string(rune('a' + i)), At: board.Point{X: x, Y: 0.5}, Shape: board.Square,
			Spots: []board.Point{{X: x, Y: 0.2}, {X: x, Y: 0.5}, {X: x, Y: 0.8}}})
	}
	auto := func(place, colour string) parlour.Piece {
		return parlour.Piece{Place: place, Colour: colour, Kind: "auto"}
	}
	v := draw.View{Pieces: []parlour.Piece{auto("a", "G"), auto("b", "Y"), auto("b", "R")}}
	s := newSheet(nil, b, &v)
	s.pieces()
	for i, want := range []float64{0.2, 0.5, 0.8} {
		if got := (s.where[i].y - s.top) / Unit; math.Abs(got-want) > 1e-9 {
			t.Errorf("car %d drives at %.2f, want %.2f", i, got, want)
		}
	}
}

// The art of a board says how a piece is drawn: in the inks of its colour, with
// the outline of its ink, and with its face, which shrinks or turns with the
// board but stays upright.
func TestArt(t *testing.T) {
	b := &board.Board{Pieces: art}
	for _, x := range []struct {
		piece   parlour.Piece
		quarter int
		want    string
	}{
		{parlour.Piece{Kind: "auto", Colour: "R"}, 0, `scale(0.06061)"><path d="M0-20.5L7.5-6z" fill="#bd4633"`},
		{parlour.Piece{Kind: "auto", Colour: "G"}, 0, `<path d="M-6-12q1-7 6-7z" fill="url(#ink-green)"`},
		{parlour.Piece{Kind: "cube", Face: "64"}, 0, `font-size="22" font-weight="bold" fill="#2a211c">64<`},
		{parlour.Piece{Kind: "cube", Face: "1024"}, 0, `font-size="15" font-weight="bold" fill="#2a211c">1024<`},
		{parlour.Piece{Kind: "tile", Colour: "G", Face: "3456"}, 0, `<text x="-22" y="-8" text-anchor="middle" font-size="38" font-weight="bold" font-family="Verdana,'DejaVu Sans',Arial,sans-serif" fill="#fbf4e1">3<`},
		{parlour.Piece{Kind: "tile", Colour: "G", Face: "3456"}, 1, `<text x="22" y="-8" text-anchor="middle" font-size="38" font-weight="bold" font-family="Verdana,'DejaVu Sans',Arial,sans-serif" fill="#fbf4e1">3<`},
		{parlour.Piece{Kind: "thing", Colour: "G"}, 0, string(disc)},
	} {
		if got := string(AppendPiece(nil, b, x.piece, x.quarter)); !strings.Contains(got, x.want) {
			t.Errorf("%v, turned by %d quarters: %s\nlacks %s", x.piece, x.quarter, got, x.want)
		}
	}
	if got := string(AppendSign(nil, &board.Board{Pieces: art, Sign: "auto"}, "R")); !strings.Contains(got, `viewBox="-1.3 -1.3 2.6 2.6"`) {
		t.Errorf("the sign is %s", got)
	}
}

func TestEscaping(t *testing.T) {
	evil := `<script>alert("x")</script>&'` + "\x00\x1b\xff\ufffe"
	b := &board.Board{Game: evil, Width: 1, Height: 1, Pieces: art, Inks: map[string]string{evil: evil}}
	b.Places = []board.Place{{Name: evil, Label: evil, Shape: board.Square, Colour: evil}}
	b.Decor = []board.Decor{{Kind: board.Caption, Text: evil}, {Kind: board.Picture, Text: evil}}
	v := draw.View{Title: evil, Says: evil, Turn: evil, Targets: []string{evil}, Last: [][]string{{evil}}}
	for _, kind := range []string{"man", "tile", "cube", evil} {
		v.Pieces = append(v.Pieces, parlour.Piece{Place: evil, Colour: evil, Kind: kind, Face: evil})
	}
	got := AppendBoard(nil, b, v)
	attributes(t, got, "id")
	if bytes.Contains(got, []byte("<script")) {
		t.Error("text became a tag")
	}
}

func TestNothing(t *testing.T) {
	attributes(t, AppendBoard(nil, &board.Board{}, draw.View{}), "id")
	attributes(t, AppendBoard(nil, &board.Board{Places: make([]board.Place, 3), Decor: make([]board.Decor, 2)}, draw.View{Quarter: -7, Turn: "G", Pieces: make([]parlour.Piece, 2)}), "id")
}

// The same view gives the same bytes.
func TestDeterministic(t *testing.T) {
	b := mixed()
	v := crowd(b)
	first := AppendBoard(nil, b, v)
	for range 5 {
		if !bytes.Equal(first, AppendBoard(nil, b, v)) {
			t.Fatal("two drawings of one view differ")
		}
	}
}

// Four quarter turns give the same board; a point goes round by quarters.
func TestQuarters(t *testing.T) {
	b := &board.Board{Width: 3, Height: 2}
	for quarter, want := range [][2]float64{{0.5, 0.25}, {1.75, 0.5}, {2.5, 1.75}, {0.25, 2.5}} {
		v := draw.View{Quarter: quarter}
		s := newSheet(nil, b, &v)
		x, y := s.at(board.Point{X: 0.5, Y: 0.25})
		x, y = (x-s.left)/Unit, (y-s.top)/Unit
		if math.Abs(x-want[0]) > 1e-9 || math.Abs(y-want[1]) > 1e-9 {
			t.Errorf("after %d quarters the point is at %v, %v", quarter, x, y)
		}
	}
}

func TestNumbers(t *testing.T) {
	for n, want := range map[float64]string{0: "0", -0.001: "0", 1.5: "1.5", 1.005: "1", 12.346: "12.35", -3: "-3", math.Inf(1): "0"} {
		if got := string(markup.AppendNumber(nil, n)); got != want {
			t.Errorf("%v becomes %s, want %s", n, got, want)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestBoardReportsErrors(t *testing.T) {
	if err := Board(full{}, mixed(), draw.View{}); err == nil {
		t.Error("an error of the writer was lost")
	}
}

// Every golden sheet is well formed and refers to nothing external.
func TestSheets(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "testdata", "*.svg"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no sheets: %v", err)
	}
	for _, file := range files {
		drawing, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		attributes(t, drawing, "id")
		for _, outside := range []string{"href", "<script", "<image", "@import", "<style"} {
			if bytes.Contains(drawing, []byte(outside)) {
				t.Errorf("%s contains %s", file, outside)
			}
		}
	}
}

// Cars stand anywhere on the track, so the words START and FINISH stand beside it.
func TestBanners(t *testing.T) {
	const half = 1.5 // of the track's width
	road := []board.Point{{X: 2, Y: 2 + half}, {X: 3, Y: 2 + half}, {X: 3, Y: 2 - half}, {X: 2, Y: 2 - half}}
	for mark, word := range map[board.Mark]string{board.Start: "START", board.Finish: "FINISH"} {
		b := &board.Board{Width: 5, Height: 4, Places: []board.Place{{Name: "gate", At: board.Point{X: 2.5, Y: 2}, Corners: road, Shape: board.Square, Mark: mark, Turn: 90}}}
		drawing := string(AppendBoard(nil, b, draw.View{}))
		m := regexp.MustCompile(`<text transform="translate\([^)]*\) rotate\(([^)]*)\)"(?: x="[^"]*")? y="([^"]*)"[^>]*>` + word + `<`).FindStringSubmatch(drawing)
		if m == nil {
			t.Fatalf("%s is not written:\n%s", word, drawing)
		}
		turn, _ := strconv.ParseFloat(m[1], 64)
		base, _ := strconv.ParseFloat(m[2], 64)
		if turn != 0 || base > -half*Unit {
			t.Errorf("%s is turned by %v degrees, its line %v from the middle of a track that is %v wide; want it upright beside the track", word, turn, base, 2*half*Unit)
		}
	}
}

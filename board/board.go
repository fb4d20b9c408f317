// Package board describes boards as data: the places of a board and the pieces
// on it, what they look like and what they are called. It knows neither rules nor drawing. A game
// makes a Board for its options, and package draw puts pieces on it.
//
// Lengths are in spaces: a usual track space is 1 by 1, x grows to the right
// and y downwards. Besides its point, every place has a cell: the row and
// column where a terminal shows it.
package board

// A Board is everything in a game that does not move.
type Board struct {
	Game          string // id of the game
	Width, Height float64
	Rows, Cols    int // size in cells
	Places        []Place
	Decor         []Decor // drawn below the places, in order

	// Inks gives the ink for a colour's letter if it differs from the usual one in
	// [Inks]: in checkers B is ebony, not blue.
	Inks map[string]string

	// Pieces says what the kinds of pieces look like that are not men.
	Pieces map[string]*Art

	// Sign is the kind of piece that represents a seat beside the board, "" for a
	// man.
	Sign string
}

// Inks are the usual inks for the letters of colours. Men in ebony and ivory
// are draughts; each other ink has its own shape of man.
var Inks = map[string]string{
	"G": "green", "Y": "yellow", "B": "blue", "R": "red", "K": "black",
	"W": "ivory", "X": "ebony", "O": "ivory",
}

// Ink returns the ink for a colour's letter, or "" if it has none.
func (b *Board) Ink(letter string) string {
	if ink, ok := b.Inks[letter]; ok {
		return ink
	}
	return Inks[letter]
}

// A Place is somewhere a piece can be.
type Place struct {
	Name    string // as the game's Viewer names it: "12", "Gh3", "G-", "h8", "bar X"
	Kind    string // what sort of place it is, a code of the phrase catalogue: "point", "lane"; "" if the name says enough
	Number  string // which of its kind: "3"
	Known   string // whose place it is, a code of the phrase catalogue and a colour: "start-of:red"; "" if nobody's
	At      Point  // its middle
	Shape   Shape
	Size    Point   // width and height; zero for 1 by 1
	Corners []Point // outline instead of Shape and Size, for tracks that bend
	Turn    float64 // degrees clockwise by which pieces are rotated here: 0 points up
	Colour  string  // letter of the colour it is painted in; "" for none
	Shade   bool    // the darker of two papers, for boards of two tones
	Label   string  // what is printed on or beside it
	Mark    Mark
	Spots   []Point // where the first, second ... of several pieces go; if nil, Stack stacks them
	Stack   Point   // step from one piece of a stack to the next; if zero, they are slightly shifted
	Row     int     // cell of the place
	Col     int
	Grow    int    // rows by which each further piece is shown below (above if negative) in cells; if 0, a count is shown
	Cells   []Cell // cells of the spots, if each has its own
}

// A Cell is a row and column of a terminal's board, from the top left.
type Cell struct{ Row, Col int }

// A Point is a place in the plane, or a step.
type Point struct{ X, Y float64 }

// A Shape is the outline of a place.
type Shape string

// The shapes of places.
const (
	Square   Shape = "square"
	Circle   Shape = "circle"
	Crossing Shape = "crossing" // a crossing of lines; nothing else is drawn
	Spike    Shape = "spike"    // a backgammon point; Size is its base and its height, negative height points down
	Tray     Shape = "tray"     // a box for pieces that are off, on the bar, waiting or home
)

// A Mark is a sign printed on a place.
type Mark string

// The marks of places.
const (
	NoMark Mark = ""
	Arrow  Mark = "arrow"  // men come onto the track here
	Ring   Mark = "ring"   // a ringed spot
	Start  Mark = "start"  // START
	Finish Mark = "finish" // FINISH
	Foot   Mark = "foot"   // the bottom space of a strip, on the track
)

// Decor is a part of the picture that is not a place.
type Decor struct {
	Kind    DecorKind
	At      Point   // middle of a disc, box, picture or text
	Size    Point   // width and height
	Points  []Point // corners of a polygon, ends of lines
	Colour  string  // letter of a colour; "" for paper and ink
	Shade   bool    // the darker of two papers
	Text    string
	Words   string // the part of Text that readers of other languages see translated
	Drawing string // of a picture: elements of SVG around the origin, 100 across
	Row     int    // cell of a text or picture; 0 if a terminal leaves it out
	Col     int
}

// A DecorKind says what a Decor is.
type DecorKind string

// The kinds of decor.
const (
	Box     DecorKind = "box"
	Disc    DecorKind = "disc"
	Polygon DecorKind = "polygon"
	Lines   DecorKind = "lines"   // Points in pairs
	Oval    DecorKind = "oval"    // an ellipse in ink
	Picture DecorKind = "picture" // a small Drawing, named by Text
	Caption DecorKind = "caption" // Text in letters
)

// Across returns the size of the place: 1 by 1 unless Size is set.
func (p *Place) Across() Point {
	if p.Size == (Point{}) {
		return Point{1, 1}
	}
	return p.Size
}

// Place returns the place with the given name, or nil.
func (b *Board) Place(name string) *Place {
	for i := range b.Places {
		if b.Places[i].Name == name {
			return &b.Places[i]
		}
	}
	return nil
}

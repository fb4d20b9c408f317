package printing

// A Paper is what a game is printed on.
type Paper struct {
	Name          string // in addresses and commands
	Title         string
	Width, Height float64 // millimetres
}

// The papers.
var (
	A4     = Paper{"a4", "A4", 210, 297}
	Letter = Paper{"letter", "Letter", 215.9, 279.4}
	A3     = Paper{"a3", "A3", 297, 420}
)

// Papers are those to choose from, the usual one first.
var Papers = []Paper{A4, Letter, A3}

// PaperByName returns the paper of a name, and whether there is one.
func PaperByName(name string) (Paper, bool) {
	for _, p := range Papers {
		if p.Name == name {
			return p, true
		}
	}
	return Paper{}, false
}

// Measures of a printed game in millimetres.
const (
	boardSide = 300 // the longer side of the board itself, about what boards of the time had
	Edge      = 10  // of a sheet, which no printer reaches
	HeadRoom  = 12  // for the words above a part of the board
	Overlap   = 8   // of two parts of a board, to glue them
	Marks     = 6   // room around a part for its marks
	DieSide   = 16
	gap       = 2  // between pieces
	dieGap    = 10 // between dice
	overDice  = 8  // between the pieces and the dice below them
)

package parlour

// An Arrangement is a position taken apart: the pieces on their places, and the
// value of every [Field].
type Arrangement struct {
	Pieces []Piece           `json:"pieces"`
	Fields map[string]string `json:"fields"` // by key; a missing one has its usual value
}

// A Field is something that a position has besides its pieces: whose turn it
// is, the dice, the stake. It is a choice if it has Values, and otherwise a
// number from 0 to Most.
type Field struct {
	Key    string   // a code of the phrase catalogue: "turn"
	Seat   string   // letter of the seat it is about, "" for none; it is part of the key: "score X"
	Value  string   // in the position it was asked of
	Values []string // what it may be, the usual value first
	Seats  bool     // every value is made of letters of seats, or is "-"
	Most   int      // the largest number
	Kept   bool     // people do not set it: it belongs to the position as it is, and is dropped when they change anything
}

// Editor takes a position apart and puts one together, for people who set up a
// position by hand.
type Editor[P comparable] interface {
	// AppendTray appends one of every piece that people put on the board,
	// without its place.
	AppendTray(dst []Piece) []Piece

	// AppendFields appends the fields of p.
	AppendFields(dst []Field, p *P) []Field

	// AppendArranged appends the position line of an arrangement. A caller who reads
	// the line finds out what is wrong with the position; the faults are those
	// that no line can express. It ignores pieces that are not of the tray, and
	// supplies what people leave out, such as men that wait.
	AppendArranged(dst []byte, a *Arrangement) (line []byte, faults []Fault)
}

func (m *match[P]) Tray() (tray []Piece) {
	e, ok := m.rules.(Editor[P])
	if !ok {
		return nil
	}
	for _, p := range e.AppendTray(nil) {
		p.Place = ""
		tray = append(tray, p)
	}
	return tray
}

func (m *match[P]) Fields() []Field {
	if e, ok := m.rules.(Editor[P]); ok {
		return e.AppendFields(nil, &m.p)
	}
	return nil
}

func (m *match[P]) Arrange(a Arrangement) (Match, error) {
	e, ok := m.rules.(Editor[P])
	if !ok {
		return nil, ErrNotOffered
	}
	line, faults := e.AppendArranged(nil, &a)
	if faults != nil {
		return nil, &PositionError{Line: string(line), Faults: faults}
	}
	return m.game.Parse(string(line))
}

// TrayOf returns one of every piece that people may put on the board, without its
// place; nil if the game has no editor.
func TrayOf(m Match) []Piece {
	if e, ok := m.(EditMatch); ok {
		return e.Tray()
	}
	return nil
}

// FieldsOf returns what a position has besides its pieces; nil if the game has no
// editor.
func FieldsOf(m Match) []Field {
	if e, ok := m.(EditMatch); ok {
		return e.Fields()
	}
	return nil
}

// Arrange puts a position together under the rules of m, which it does not
// change. The error is a *PositionError, or ErrNotOffered.
func Arrange(m Match, a Arrangement) (Match, error) {
	if e, ok := m.(EditMatch); ok {
		return e.Arrange(a)
	}
	return nil, ErrNotOffered
}

// Arranged takes a match apart, so that [Arrange] puts it together again.
func Arranged(m Match) Arrangement {
	a := Arrangement{Pieces: m.Pieces(), Fields: map[string]string{}}
	for _, f := range FieldsOf(m) {
		a.Fields[f.Name()] = f.Value
	}
	return a
}

// Name returns the key of the field in an [Arrangement]: "turn", "score X".
func (f *Field) Name() string {
	if f.Seat == "" {
		return f.Key
	}
	return f.Key + " " + f.Seat
}

package record

import "parlour"

// A Style says how the lines of a game are written.
type Style uint8

// The two styles.
const (
	Joined   Style = iota // a throw and its move on one line: G 6 enter
	Separate              // a line for each: X throw 52, X 24/20 13/11
)

// Begin starts the record of a match at its current position.
func Begin(m parlour.Match, tags ...Tag) *Record {
	return &Record{Tags: tags, Entries: []Entry{{Kind: Check, Text: m.String()}}}
}

// Add appends a throw or a move. Call it before m plays mv, which must be legal
// in m.
func (r *Record) Add(m parlour.Match, mv parlour.Move, style Style) {
	t, info := m.Turn(), m.Info()
	e := Entry{Kind: Play, Seat: SeatText(&info, t)}
	switch {
	case t.Dice == 0:
		e.Move = m.Text(mv)
		if last := &r.Entries[len(r.Entries)-1]; style == Joined && last.Kind == Play && last.Seat == e.Seat && last.Move == "" {
			last.Move = e.Move
			return
		}
	default:
		e.Throw = m.Text(mv)
		if style == Joined {
			next := m.Clone()
			if next.Play(mv) == nil && next.Turn().Needs() != parlour.NeedMove {
				e.Move = "off"
			}
		}
	}
	r.Entries = append(r.Entries, e)
}

// Close appends the position of a finished match and its result.
func (r *Record) Close(m parlour.Match) {
	r.Entries = append(r.Entries, Entry{Kind: Check, Text: m.String()})
	r.End = EndText(m)
}

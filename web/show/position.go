package show

import (
	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/wire"
)

// A Position is a position without a table, with what a page needs to let a
// person try a move in it.
type Position struct {
	Position string            `json:"position"` // its line, in canonical spelling
	Turn     string            `json:"turn"`     // letter of the seat that has to act, "-" for none
	Needs    parlour.Need      `json:"needs"`
	Due      string            `json:"due,omitempty"`    // what has to be thrown now
	Thrown   string            `json:"thrown,omitempty"` // the dice on the table, as digits
	Words    string            `json:"words"`            // who has to act, or how it ended
	Seats    []wire.Seat       `json:"seats"`
	Facts    []wire.Fact       `json:"facts"`
	Pieces   []parlour.Piece   `json:"pieces"`
	Moves    []ToldMove        `json:"moves"`           // the legal moves, 500 at most
	Steps    []table.StepNode  `json:"steps,omitempty"` // how they are composed; request them if there are moves but no steps
	Result   *table.ResultView `json:"result,omitempty"`
}

// PositionOf tells a position as a view tells that of a table.
func PositionOf(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match) *Position {
	turn, result := m.Turn(), m.Result()
	letter := e.Info.Letter(turn.Seat)
	p := &Position{
		Position: m.String(), Turn: letter, Needs: turn.Needs(), Thrown: parlour.ThrownIn(m), Seats: SeatsOf(&e.Info), Facts: factsOf(lang, parlour.FactsOf(m)),
		Pieces: wire.List(m.Pieces()), Moves: MovesOf(lang, e, m), Result: table.ResultOf(&e.Info, &result),
	}
	switch p.Needs {
	case parlour.NeedThrow:
		p.Due = turn.Dice.String()
	case parlour.NeedMove:
		p.Steps = table.Steps(m)
	}
	p.Words = turnWords(lang, e, &table.View{Turn: letter, Needs: p.Needs, Status: table.Playing, Result: p.Result})
	return p
}

// A ToldMove is a move with what it does.
type ToldMove struct {
	Move    string           `json:"move"`
	Words   string           `json:"words"`
	Told    []phrase.Part    `json:"told,omitempty"` // at a table: the same, for a page that knows who reads it
	Effects []parlour.Effect `json:"effects"`
}

// mostTold is how many moves are described at once.
const mostTold = 500

// MovesOf describes the legal moves of a position, mostTold at most.
func MovesOf(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match) []ToldMove {
	told := []ToldMove{}
	moves := m.Moves()
	for _, mv := range moves[:min(len(moves), mostTold)] {
		told = append(told, Tell(lang, e, m, mv))
	}
	return told
}

// MovesAt describes the legal moves at a table for a page that knows who reads it.
// There are none if the table has gone on from the position.
func MovesAt(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, v *table.View) MoveList {
	out := MoveList{Seq: v.Seq, Moves: []ToldMove{}}
	if v.Needs == parlour.NeedMove && v.Position == m.String() {
		out.Moves = MovesOf(lang, e, m)
		for i, mv := range out.Moves {
			out.Moves[i].Told = e.Told(lang, mv.Effects)
		}
	}
	return out
}

// Tell describes a move or a throw before it is made.
func Tell(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, mv parlour.Move) ToldMove {
	effects := m.Effects(mv)
	return ToldMove{Move: m.Text(mv), Words: e.Tell(lang, effects), Effects: wire.List(effects)}
}

package show

import (
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/phrase"
)

// An Example shows rules at work.
type Example struct {
	Position string   `json:"position"`
	Move     string   `json:"move,omitempty"`    // in canonical text, or "throw 31"
	Options  string   `json:"options,omitempty"` // options of the example, if they are not the defaults of the book
	Note     string   `json:"note"`              // what it shows, in a sentence
	Shows    []string `json:"shows"`             // clauses and rulings, in the order of the book; each names the picture
}

// Examples returns the examples of a game's rules.
func Examples(lang *phrase.Catalogue, e *cabinet.Entry) []Example {
	all := []Example{}
	for _, x := range e.Examples() {
		all = append(all, Example{x.Position, x.Move, x.Options(), phrase.Sentence(x.NoteIn(lang)), x.Shows})
	}
	return all
}

// DrawExample draws an example with its dice and the path of its move.
func DrawExample(lang *phrase.Catalogue, e *cabinet.Entry, x *cabinet.Example) ([]byte, error) {
	m, err := e.Game.Parse(x.Position)
	if err != nil {
		return nil, err
	}
	v, err := draw.Worked(m, x.Throw, x.Move)
	if err != nil {
		return nil, err
	}
	v.Says = cabinet.ToAct(lang, m)
	return svg.Themed(svg.AppendBoard(nil, e.BoardIn(lang, m), v)), nil
}

package show

import (
	"errors"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/web/wire"
)

// An Edited is a position that a person sets up by hand.
type Edited struct {
	Position string            `json:"position"` // its line, "" if it is not possible
	Faults   []wire.Fault      `json:"faults"`   // why it is not
	Options  map[string]string `json:"options"`  // options of the rules that are not the usual ones
	Pieces   []parlour.Piece   `json:"pieces"`   // on their places
	Tray     []parlour.Piece   `json:"tray"`     // one of every piece that can be put on the board; empty if the game cannot be set up by hand
	Fields   []EditField       `json:"fields"`   // what the position has besides the pieces of the tray
	Chairs   [][]string        `json:"chairs"`   // letters of the seats of each chair that a table with this position has
}

// An EditField is something of a position that is not a piece.
type EditField struct {
	Key    string  `json:"key"`
	Label  string  `json:"label"`
	Value  string  `json:"value"`
	Values []Value `json:"values,omitempty"` // what it may be, the usual value first; without them it is a whole number
	Most   int     `json:"most,omitempty"`   // the largest number
	Kept   bool    `json:"kept,omitempty"`   // nobody sets it: send it back until something is changed, then leave it out
}

// An Edit is the body of POST /api/games/{game}/edit.
type Edit struct {
	Options map[string]string `json:"options"` // of the rules
	Start   bool              `json:"start"`   // the starting position, whatever the rest says
	Pieces  []parlour.Piece   `json:"pieces"`
	Fields  map[string]string `json:"fields"` // by key; a missing one has its usual value
}

// Arrange puts a position together, or tells every fault of it.
func Arrange(lang *phrase.Catalogue, e *cabinet.Entry, in *Edit) (Edited, error) {
	m, err := e.Game.New(parlour.Setup{Options: in.Options})
	if err != nil {
		return Edited{}, err
	}
	if in.Start {
		return EditedOf(lang, e, m), nil
	}
	next, err := parlour.Arrange(m, parlour.Arrangement{Pieces: in.Pieces, Fields: in.Fields})
	var bad *parlour.PositionError
	switch {
	case err == nil:
		return EditedOf(lang, e, next), nil
	case !errors.As(err, &bad):
		return Edited{}, err
	}
	out := EditedOf(lang, e, m)
	out.Position, out.Pieces, out.Faults = "", wire.List(in.Pieces), wire.Faults(lang, bad.Faults)
	for i := range out.Fields {
		if v, ok := in.Fields[out.Fields[i].Key]; ok {
			out.Fields[i].Value = v
		}
	}
	return out, nil
}

// EditedOf takes a position apart.
func EditedOf(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match) Edited {
	out := Edited{Position: m.String(), Faults: []wire.Fault{}, Options: map[string]string{}, Pieces: wire.List(m.Pieces()), Tray: wire.List(parlour.TrayOf(m)), Fields: []EditField{}, Chairs: ChairsOf(m)}
	tag, _, _ := strings.Cut(out.Position, " ")
	settings, _ := e.Book.ReadTag(tag)
	for _, o := range settings {
		out.Options[o.Key] = o.Value
	}
	for _, f := range parlour.FieldsOf(m) {
		out.Fields = append(out.Fields, fieldOf(lang, e, &f))
	}
	return out
}

// fieldOf puts a field into words.
func fieldOf(lang *phrase.Catalogue, e *cabinet.Entry, f *parlour.Field) EditField {
	out := EditField{Key: f.Name(), Value: f.Value, Most: f.Most, Kept: f.Kept}
	if f.Kept {
		return out
	}
	seat := ""
	if f.Seat != "" {
		seat = lang.Word(e.Colour(f.Seat))
	}
	out.Label = lang.Field(e.Family, f.Key, seat)
	for _, v := range f.Values {
		words := lang.FieldValue(e.Family, f.Key, v)
		if f.Seats && words == "" {
			var names []string
			for _, letter := range strings.Split(v, "") {
				names = append(names, lang.Word(e.Colour(letter)))
			}
			words = strings.Join(names, ", ")
		}
		if words == "" {
			words = v
		}
		out.Values = append(out.Values, Value{v, words})
	}
	return out
}

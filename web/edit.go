package web

import (
	"errors"
	"net/http"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/web/wire"
)

// An edited is a position that a person sets up by hand.
type edited struct {
	Position string            `json:"position"` // its line, "" if it is not possible
	Faults   []fault           `json:"faults"`   // why it is not
	Options  map[string]string `json:"options"`  // options of the rules that are not the usual ones
	Pieces   []parlour.Piece   `json:"pieces"`   // on their places
	Tray     []parlour.Piece   `json:"tray"`     // one of every piece that can be put on the board; empty if the game cannot be set up by hand
	Fields   []editField       `json:"fields"`   // what the position has besides the pieces of the tray
	Chairs   [][]string        `json:"chairs"`   // letters of the seats of each chair that a table with this position has
}

// A fault is a reason why a position is not possible.
type fault struct {
	Words  string `json:"words"`            // one sentence
	Clause string `json:"clause,omitempty"` // the clause or ruling that it breaks
}

// An editField is something of a position that is not a piece.
type editField struct {
	Key    string  `json:"key"`
	Label  string  `json:"label"`
	Value  string  `json:"value"`
	Values []value `json:"values,omitempty"` // what it may be, the usual value first; without them it is a whole number
	Most   int     `json:"most,omitempty"`   // the largest number
	Kept   bool    `json:"kept,omitempty"`   // nobody sets it: send it back until something is changed, then leave it out
}

// An edit is the body of POST /api/games/{game}/edit.
type edit struct {
	Options map[string]string `json:"options"` // of the rules
	Start   bool              `json:"start"`   // the starting position, whatever the rest says
	Pieces  []parlour.Piece   `json:"pieces"`
	Fields  map[string]string `json:"fields"` // by key; a missing one has its usual value
}

// mostPieces is how many pieces a person may put on a board.
const mostPieces = 200

// positionEdit answers GET /api/games/{game}/position/edit: a position taken
// apart.
func (s *Server) positionEdit(w http.ResponseWriter, r *http.Request) error {
	e, m, err := positionOf(r)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, editedOf(e, m))
	return nil
}

// edit answers POST /api/games/{game}/edit: the position that a person has put
// together, or every fault of it.
func (s *Server) edit(w http.ResponseWriter, r *http.Request) error {
	e, err := entryOf(r)
	if err != nil {
		return err
	}
	var in edit
	if err := decode(w, r, &in); err != nil {
		return err
	}
	if len(in.Pieces) > mostPieces {
		return fail(wire.Refused, "No board has room for so many pieces.")
	}
	m, err := e.Game.New(parlour.Setup{Options: in.Options})
	if err != nil {
		return err
	}
	if in.Start {
		writeJSON(w, http.StatusOK, editedOf(e, m))
		return nil
	}
	next, err := m.Arrange(parlour.Arrangement{Pieces: in.Pieces, Fields: in.Fields})
	var bad *parlour.PositionError
	switch {
	case err == nil:
		writeJSON(w, http.StatusOK, editedOf(e, next))
	case errors.As(err, &bad):
		out := editedOf(e, m)
		out.Position, out.Pieces = "", wire.List(in.Pieces)
		for _, text := range bad.Faults {
			words, clause := parlour.CutClause(text)
			out.Faults = append(out.Faults, fault{phrase.Sentence(words), clause})
		}
		for i := range out.Fields {
			if v, ok := in.Fields[out.Fields[i].Key]; ok {
				out.Fields[i].Value = v
			}
		}
		writeJSON(w, http.StatusOK, out)
	default:
		return err
	}
	return nil
}

// editedOf takes a position apart.
func editedOf(e *cabinet.Entry, m parlour.Match) edited {
	out := edited{Position: m.String(), Faults: []fault{}, Options: map[string]string{}, Pieces: wire.List(m.Pieces()), Tray: wire.List(m.Tray()), Fields: []editField{}, Chairs: chairsOf(m)}
	tag, _, _ := strings.Cut(out.Position, " ")
	settings, _ := e.Book.ReadTag(tag)
	for _, o := range settings {
		out.Options[o.Key] = o.Value
	}
	for _, f := range m.Fields() {
		out.Fields = append(out.Fields, fieldOf(e, &f))
	}
	return out
}

// fieldOf puts a field into words.
func fieldOf(e *cabinet.Entry, f *parlour.Field) editField {
	out := editField{Key: f.Name(), Value: f.Value, Most: f.Most, Kept: f.Kept}
	if f.Kept {
		return out
	}
	seat := ""
	if f.Seat != "" {
		seat = phrase.English.Word(e.Colour(f.Seat))
	}
	out.Label = phrase.English.Field(e.Family, f.Key, seat)
	for _, v := range f.Values {
		words := phrase.English.FieldValue(e.Family, f.Key, v)
		if f.Seats && words == "" {
			var names []string
			for _, letter := range strings.Split(v, "") {
				names = append(names, phrase.English.Word(e.Colour(letter)))
			}
			words = strings.Join(names, ", ")
		}
		if words == "" {
			words = v
		}
		out.Values = append(out.Values, value{v, words})
	}
	return out
}

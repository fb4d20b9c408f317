package show

import (
	"fmt"
	"strings"
	"sync"

	"parlour"
	"parlour/board"
	"parlour/cabinet"
	"parlour/draw"
	"parlour/draw/svg"
	"parlour/phrase"
)

// BoardData is the answer of GET /api/tables/{table}/board.
type BoardData struct {
	SVG string `json:"svg"` // the board without pieces; places are groups with data-place
	svg.Layout
	Pieces  map[string]string `json:"pieces"`  // drawings by "COLOUR KIND FACE", 1 across around the origin
	Names   map[string]string `json:"names"`   // by kind of piece: its word
	Spoken  map[string]string `json:"spoken"`  // by place: how it is called in a sentence, "point 8"
	Choices map[string]string `json:"choices"` // by text of a step without a place: what its button says
	Signs   map[string]string `json:"signs"`   // by letter of a seat: a drawing of its own that stands for the seat
	Sides   map[string]int    `json:"sides"`   // by letter of a seat: quarter turns that bring its side near
	Inks    map[string]string `json:"inks"`    // by letter of a seat: the ink it is printed in
}

// BoardOf draws the board of a position, turned by quarters.
func BoardOf(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, quarter int) BoardData {
	b := e.BoardIn(lang, m)
	v := draw.View{Pieces: parlour.KindsOf(m), Quarter: quarter}
	data := BoardData{
		SVG: string(svg.AppendEmpty(nil, b, v)), Layout: svg.LayoutOf(b, v), Sides: sidesOf(e, b, m),
		Pieces: map[string]string{}, Names: map[string]string{}, Spoken: map[string]string{}, Choices: lang.Choices(e.Family), Signs: map[string]string{}, Inks: map[string]string{},
	}
	for _, p := range v.Pieces {
		data.Pieces[PieceName(p)] = string(svg.AppendPiece(nil, b, p, quarter))
		data.Names[p.Kind] = e.PieceName(lang, p.Kind)
	}
	for i := range b.Places {
		p := &b.Places[i]
		data.Spoken[p.Name] = lang.Place(p.Kind, p.Number, p.Name, p.Known)
	}
	for _, seat := range e.Info.Seats {
		data.Inks[seat.Letter] = b.Ink(seat.Letter)
		data.Signs[seat.Letter] = string(svg.AppendSign(nil, b, seat.Letter))
	}
	return data
}

// PieceName is the name of a drawing: colour, kind and face.
func PieceName(p parlour.Piece) string {
	return strings.TrimSpace(p.Colour + " " + strings.TrimSpace(p.Kind+" "+p.Face))
}

// A PieceAnswer is the drawing of one piece.
type PieceAnswer struct {
	Name string `json:"name"`
	SVG  string `json:"svg"` // 1 across, around the origin
}

// PieceOf draws one piece on the board of a position.
func PieceOf(e *cabinet.Entry, m parlour.Match, p parlour.Piece, quarter int) PieceAnswer {
	return PieceAnswer{PieceName(p), string(svg.AppendPiece(nil, e.Board(m), p, quarter))}
}

// sidesOf returns for each seat, by its letter, how many quarter turns bring its
// side of the board near. It depends on the setup only.
func sidesOf(e *cabinet.Entry, b *board.Board, m parlour.Match) map[string]int {
	pieces := m.Pieces()
	if start, err := e.Game.New(parlour.Setup{}); err == nil {
		pieces = start.Pieces()
	}
	colours := svg.Sides(b, pieces)
	sides := map[string]int{}
	for _, seat := range e.Info.Seats {
		for colour, quarter := range colours {
			if b.Ink(colour) == b.Ink(seat.Letter) {
				sides[seat.Letter] = quarter
			}
		}
	}
	return sides
}

// DrawGame draws the starting position of a game.
func DrawGame(lang *phrase.Catalogue, e *cabinet.Entry) ([]byte, error) {
	m, err := e.Game.New(parlour.Setup{})
	if err != nil {
		return nil, err
	}
	return svg.AppendBoard(nil, e.BoardIn(lang, m), draw.View{Pieces: m.Pieces()}), nil
}

// DrawPosition draws a position, turned by quarters; bare without title and who is to act.
func DrawPosition(lang *phrase.Catalogue, e *cabinet.Entry, m parlour.Match, quarter int, last []parlour.Effect, bare bool) []byte {
	view := draw.Of(m)
	view.Title, view.Says = e.Title(lang), cabinet.ToAct(lang, m)
	if bare {
		view = draw.View{Pieces: view.Pieces}
	}
	view.Quarter, view.Last = quarter, draw.Ways(last)
	return svg.AppendBoard(nil, e.BoardIn(lang, m), view)
}

// The size of the pictures in link previews.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// DrawShelf draws the name of the house above the starting positions of the
// games, four in a row.
var DrawShelf = sync.OnceValues(func() ([]byte, error) {
	const cell, gap, top, across = 232, 22, 124, 4
	games := cabinet.Games()
	games = games[:min(len(games), 2*across)]
	left := float64(CardWidth-across*cell-(across-1)*gap) / 2
	mark := fmt.Appendf(nil, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d"><text x="%d" y="86" font-family="serif" font-size="58" letter-spacing="14" text-anchor="middle" fill="#2a211b">PARLOUR</text>`, CardWidth, CardHeight, CardWidth/2)
	for i, e := range games {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			return nil, err
		}
		b, v := e.Board(m), draw.View{Pieces: m.Pieces()}
		box := svg.LayoutOf(b, v).Box
		k := cell / max(box[2], box[3])
		x := left + float64(i%across*(cell+gap)) + (cell-k*box[2])/2
		y := float64(top+i/across*(cell+gap)) + (cell-k*box[3])/2
		mark = fmt.Appendf(mark, `<g transform="translate(%.2f %.2f) scale(%.4f)">`, x, y, k)
		mark = append(svg.AppendBoard(mark, b, v), "</g>"...)
	}
	return append(mark, "</svg>"...), nil
})

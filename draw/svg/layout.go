package svg

import (
	"cmp"
	"math"
	"strconv"

	"parlour"
	"parlour/board"
	"parlour/draw"
	"parlour/draw/markup"
)

// A Layout says where a drawing of a board has its places, for pages that move
// the pieces themselves.
type Layout struct {
	Box    [4]float64      `json:"viewBox"` // x, y, width and height of the drawing
	Places map[string]Spot `json:"places"`
	Lanes  bool            `json:"lanes,omitempty"`  // the spots of a place belong to colours, in the order of the pieces
	Square bool            `json:"square,omitempty"` // the pieces are square
}

// A Spot is a place in a drawing.
type Spot struct {
	X     float64      `json:"x"` // its middle
	Y     float64      `json:"y"`
	Label string       `json:"label,omitempty"` // what the board prints there, or which of its kind it is: "12", "d"
	Spots [][2]float64 `json:"spots,omitempty"` // where the first, second ... piece goes, if each has its own spot
	First [2]float64   `json:"first"`           // where the first piece of a stack goes
	Stack [2]float64   `json:"stack"`           // step to the next piece of a stack; 0 0 if they are on top of one another, slightly shifted
	Size  [2]float64   `json:"size"`            // width and height of the place
	Man   float64      `json:"man"`             // width of a piece here
	Room  int          `json:"room"`            // how many pieces are shown separately; if there are more, a number is shown
	Turn  float64      `json:"turn,omitempty"`  // degrees by which pieces are rotated here
}

// LayoutOf returns the layout of what AppendBoard draws.
func LayoutOf(b *board.Board, v draw.View) Layout {
	s := newSheet(nil, b, &v)
	box := s.box()
	for i := range box {
		box[i] = round(box[i])
	}
	l := Layout{Box: box, Places: map[string]Spot{}}
	art := board.Man
	if len(v.Pieces) > 0 {
		art = b.Art(v.Pieces[0].Kind)
	}
	l.Lanes, l.Square = art.Lanes, art.Fills
	for i := range b.Places {
		p := &b.Places[i]
		x, y := s.at(p.At)
		w, h := s.size(p.Across())
		spot := Spot{X: round(x), Y: round(y), Label: cmp.Or(p.Label, p.Number), Size: [2]float64{round(math.Abs(w)), round(math.Abs(h))}, Man: round(s.manSize(p)), Room: s.room(p, 99)}
		for n := range p.Spots {
			x, y := s.stand(p, n)
			spot.Spots = append(spot.Spots, [2]float64{round(x), round(y)})
		}
		fx, fy := s.stand(p, 0)
		spot.First = [2]float64{round(fx), round(fy)}
		if p.Spots == nil {
			nx, ny := s.stand(p, 1)
			spot.Stack = [2]float64{round(nx - fx), round(ny - fy)}
		}
		if art.Fills {
			spot.Man = round(min(math.Abs(w), math.Abs(h)))
		}
		if art.Heads {
			spot.Turn = p.Turn + 90*float64(v.Quarter&3)
		}
		l.Places[p.Name] = spot
	}
	return l
}

func round(f float64) float64 { return math.Round(f*100) / 100 }

// AppendPiece appends the drawing of a piece around the origin, 1 across. The
// page moves it to its spot and scales it by the spot's Man. Quarter is the
// number of quarter turns of the view. The patterns come from the drawing of
// the board.
func AppendPiece(dst []byte, b *board.Board, piece parlour.Piece, quarter int) []byte {
	v := draw.View{Pieces: []parlour.Piece{piece}, Quarter: quarter}
	s := newSheet(dst, b, &v)
	s.Raw(`<g class="piece ` + markup.Escape(piece.Kind) + `" data-colour="` + markup.Escape(piece.Colour) + `"`)
	art := b.Art(piece.Kind)
	s.Raw(` transform="scale(` + string(appendScale(nil, 1/art.Width())) + `)">`)
	s.look(art, &v.Pieces[0])
	s.Raw("</g>")
	return s.Buf
}

// AppendSign appends a separate drawing that represents a seat in lists: a
// piece of its colour, of the kind that the board names.
func AppendSign(dst []byte, b *board.Board, letter string) []byte {
	kind := b.Sign
	if kind == "" {
		kind = "man"
	}
	side := b.Art(kind).Square()
	half, whole := string(appendScale(nil, -side/2)), string(appendScale(nil, side))
	dst = append(dst, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="`+half+" "+half+" "+whole+" "+whole+`">`...)
	dst = AppendPiece(dst, b, parlour.Piece{Colour: letter, Kind: kind}, 0)
	return append(dst, "</svg>"...)
}

// appendScale appends a small number, with more decimals than a length needs.
func appendScale(dst []byte, n float64) []byte {
	return strconv.AppendFloat(dst, math.Round(n*1e5)/1e5, 'f', -1, 64)
}

// AppendEmpty appends the drawing of a board without its pieces, but with the
// patterns that the pieces of the view need.
func AppendEmpty(dst []byte, b *board.Board, v draw.View) []byte {
	s := newSheet(dst, b, &v)
	s.board()
	s.Raw("</svg>\n")
	return s.Buf
}

// Package draw defines the View: what its sub-packages show on a board. It
// knows no game. A game provides the board and the pieces; draw/svg draws them
// as a printed sheet and draw/term as letters.
//
//	v := draw.Of(match)
//	err := svg.Board(w, race.BoardOf(match), v)
package draw

import (
	"strings"

	"parlour"
)

// A View is everything shown on a board at one moment.
type View struct {
	Pieces  []parlour.Piece
	Last    [][]string // the last move: for each piece that moved, the places it left, passed and reached
	Sources []string   // places whose pieces may move now
	Targets []string   // places a piece may move to now
	Chosen  string     // the place of the piece in hand, which terminals show; "" for none
	Dice    []int      // the numbers on the dice beside the board, 1 to 6
	Turn    string     // letter of the colour or seat to act; "" for none
	Says    string     // a line beside the dice: "Green to throw"
	Title   string
	Near    []string // the places that matter: draw only the part of the board around them; nil for all of it
	Quarter int      // quarter turns clockwise by which the board is turned for the viewer
}

// Of returns the view of a match: its pieces, its title and who is to act.
func Of(m parlour.Match) View {
	info, turn := m.Info(), m.Turn()
	v := View{Pieces: m.Pieces(), Title: info.Title}
	if turn.Over() {
		v.Says = "over"
		return v
	}
	seat := info.Seats[turn.Seat]
	v.Turn, v.Says = seat.Letter, strings.ToUpper(seat.Name[:1])+seat.Name[1:]+" to "+string(turn.Needs())
	return v
}

// Worked returns the view of a worked example: the position of m with dice that lie
// there, such as "53", and the way of a move, such as "throw 31" or its text. It shows
// the part of the board where the move happens, and has no title. Dice and move may
// be "".
func Worked(m parlour.Match, dice, move string) (View, error) {
	v := Of(m)
	v.Title = ""
	for _, spots := range dice {
		v.Dice = append(v.Dice, int(spots-'0'))
	}
	if move == "" {
		return v, nil
	}
	mv, err := m.Parse(strings.TrimPrefix(move, "throw "))
	if err != nil {
		return v, err
	}
	effects := m.Effects(mv)
	v.Last, v.Near = Ways(effects), near(v.Pieces, effects)
	return v, nil
}

// near returns the places where effects happen, for View.Near. Where a piece that
// is taken goes to does not matter. If somebody wins, or if only a few pieces
// are left, the reader needs to see all of them: then it returns their places,
// too, or nil.
func near(pieces []parlour.Piece, effects []parlour.Effect) (places []string) {
	const few = 6
	if len(pieces) <= few {
		for _, p := range pieces {
			places = append(places, p.Place)
		}
	}
	for _, e := range effects {
		switch way := e.Travels(); {
		case e.Means == parlour.Ends:
			return nil
		case e.Means == parlour.Takes && e.From != "":
			places = append(places, e.From)
		case way != nil:
			places = append(places, way...)
		case e.To != "":
			places = append(places, e.To)
		}
	}
	return places
}

// Ways returns the ways of the pieces moved by effects, for View.Last.
func Ways(effects []parlour.Effect) (ways [][]string) {
	for _, e := range effects {
		if way := e.Travels(); len(way) > 1 {
			ways = append(ways, way)
		}
	}
	return ways
}

package table

import "parlour"

// A Place at the table: a chair, which decides for seats of the game.
type Place struct {
	Seats  []parlour.Seat
	Person int    // who sits here, 0 for nobody
	Bot    string // level of the bot that holds the chair, or stands in for the person
}

// Free reports whether nobody holds the chair.
func (c *Place) Free() bool { return c.Person == 0 && c.Bot == "" }

// Chairs returns a chair for every owner of colours in the match, which decides
// for those colours.
func Chairs(m parlour.Match) (list []Place) {
	info := m.Info()
	byOwner := map[parlour.Seat]int{}
	for seat := range parlour.Seat(len(info.Seats)) {
		r := m.Role(seat)
		if r.Owner == parlour.Nobody || !r.InPlay {
			continue
		}
		i, ok := byOwner[r.Owner]
		if !ok {
			i = len(list)
			byOwner[r.Owner] = i
			list = append(list, Place{})
		}
		list[i].Seats = append(list[i].Seats, seat)
	}
	return list
}

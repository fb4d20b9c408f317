package race

import "parlour"

// Men returns the progress of the men of seat s in ascending order; -1 is a
// waiting man. Auto Race uses only the first.
func (p *Position) Men(s parlour.Seat) [4]int16 { return p.men[s&3] }

// Has reports whether colour s is on the board.
func (p *Position) Has(s parlour.Seat) bool { return p.has(s) }

// Ranked reports whether s is among those who are home, and at which place,
// counted from 0.
func (p *Position) Ranked(s parlour.Seat) (place int, ok bool) { return p.ranked(s) }

// A Course describes the track of a book to players in other packages.
type Course struct {
	Track int16        // spaces of the track
	First [4]int16     // by seat: the track space of progress 0
	Last  int16        // last progress on the track
	Home  int16        // progress of home, or of the first finish square
	Enter int16        // progress where an entering man stops
	Next  parlour.Seat // add this to a seat to get who plays after it
	Dice  parlour.Dice

	Safe  bool // two men of a colour on one space are not captured
	Walls bool // and may not be passed
	Ends  bool // a man on its first or last space of the track is not captured
	Both  bool // an owner of two colours wins with both
	Pool  bool // the second player home gets half as much as the first
}

// CourseOf returns the course of a Rules of this package.
func CourseOf(rules parlour.Full[Position]) (c Course, ok bool) {
	e, ok := rules.(engine)
	if !ok {
		return c, false
	}
	b := e.common()
	c = Course{
		Track: b.track, First: b.first, Last: b.last, Home: b.home,
		Next: b.step, Dice: b.dice,
	}
	switch r := rules.(type) {
	case *Kleefeld:
		c.ludo(&r.ludo)
		c.Pool = r.playOn != untilFirst || r.players(&r.start) == 2
	case *British:
		c.ludo(&r.ludo)
	case *Parker:
		c.Safe, c.Walls, c.Ends = true, true, true
	case *Mensch:
		c.Safe, c.Walls = r.barrier, r.barrier
		c.Both = r.bothColours
	}
	return c, true
}

func (c *Course) ludo(r *ludo) {
	c.Enter = r.enterAt
	c.Safe, c.Walls = r.block || r.safePair, r.block
}

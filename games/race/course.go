package race

import (
	"strconv"

	"parlour"
)

// A course is the geometry that the rules of a book need: how the track is
// numbered and where each colour enters and leaves it.
type course struct {
	letters string   // the colours, in seat order
	track   int16    // spaces of the track, numbered from 0
	first   [4]int16 // track space of progress 0
	last    int16    // last progress on the track
	lane    int16    // spaces of the lane
	home    int16    // progress of home, or of the first finish square if there is no single home
	finish  bool     // the lane is the finish: Mensch's squares a to d
	men     int      // how many men a colour has
}

// cross returns the course of the cross boards with arms of the given length.
func cross(arm int16) course {
	quarter := 2*arm + 1
	return course{
		letters: "GYBR",
		track:   4 * quarter,
		first:   [4]int16{0, quarter, 2 * quarter, 3 * quarter},
		last:    4*quarter - 2,
		lane:    arm - 1,
		home:    4*quarter - 2 + arm,
		men:     4,
	}
}

// space returns the track space of progress q of seat s, 0 <= q <= last.
func (c *course) space(s parlour.Seat, q int16) int16 {
	a := c.first[s] + q
	if a >= c.track {
		a -= c.track
	}
	return a
}

// progress returns the progress of track space a for seat s. If it exceeds
// last, the space is not on the colour's course.
func (c *course) progress(s parlour.Seat, a int16) int16 {
	q := a - c.first[s]
	if q < 0 {
		q += c.track
	}
	return q
}

// isHome reports whether all men of s are home.
func (c *course) isHome(p *Position, s parlour.Seat) bool { return p.men[s][0] >= c.home }

// appendPlace appends the name that positions and moves use for the place of
// progress q.
func (c *course) appendPlace(dst []byte, s parlour.Seat, q int16) []byte {
	switch {
	case q == waiting:
		return append(dst, '-')
	case q <= c.last:
		return strconv.AppendInt(dst, int64(c.space(s, q)), 10)
	case c.finish:
		return append(dst, 'a'+byte(q-c.last-1))
	case q >= c.home:
		return append(dst, '*')
	}
	return append(dst, 'h', '0'+byte(q-c.last))
}

func (c *course) place(s parlour.Seat, q int16) string {
	return string(c.appendPlace(nil, s, q))
}

// spot returns the name of the place of progress q on the drawn board, where
// every colour has its own waiting places, lane and home.
func (c *course) spot(s parlour.Seat, q int16) string {
	if q >= 0 && q <= c.last {
		return c.place(s, q)
	}
	return c.letters[s:s+1] + c.place(s, q)
}

// parsePlace reads a place of seat s. The fault is the code of a sentence, "" if
// the place is valid.
func (c *course) parsePlace(s parlour.Seat, text string) (q int16, fault string) {
	switch {
	case text == "-":
		return waiting, ""
	case text == "*" && !c.finish:
		return c.home, ""
	case c.finish && len(text) == 1 && text[0] >= 'a' && text[0] < 'a'+byte(c.lane):
		return c.last + 1 + int16(text[0]-'a'), ""
	case !c.finish && len(text) == 2 && text[0] == 'h' && text[1] >= '1' && text[1] < '1'+byte(c.lane):
		return c.last + int16(text[1]-'0'), ""
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n >= int(c.track) || strconv.Itoa(n) != text {
		return 0, "race.fault-place"
	}
	q = c.progress(s, int16(n))
	if q > c.last {
		return 0, "race.fault-never"
	}
	return q, ""
}

var colourNames = map[byte]string{'G': "green", 'Y': "yellow", 'B': "blue", 'R': "red", 'K': "black"}

// colour returns the word for the colour of s, for sentences.
func (c *course) colour(s parlour.Seat) string { return colourNames[c.letters[s]] }

package record

import (
	"strconv"
	"strings"

	"parlour"
)

// TableReasons are the reasons for which a game ends at the table although the
// position is not over.
var TableReasons = []string{"agreed", "repetition", "resigned", "time"}

// EndText returns the result of a match by its rules as a record writes it.
func EndText(m parlour.Match) string {
	res := m.Result()
	return ResultText(m, &res)
}

// ResultText returns a result of m, by its rules or by a referee, as a record
// writes it: "win G home", "win sn last-tile" for partners, "win O 4" in games
// for a stake, "draw quiet" in a game for two, and "tie w,n both-turned" in a
// game for more. It is "" until the match is over.
func ResultText(m parlour.Match, res *parlour.Result) string {
	info := m.Info()
	if !res.Over {
		return ""
	}
	var sides []string
	var of []parlour.Seat // the side of each
	for s := range info.Seats {
		if res.Place[s] != 1 {
			continue
		}
		side, known := m.Role(parlour.Seat(s)).Side, false
		for i := range of {
			if of[i] == side {
				sides[i] += info.Seats[s].Letter
				known = true
			}
		}
		if !known {
			sides, of = append(sides, info.Seats[s].Letter), append(of, side)
		}
	}
	reason := res.Reason
	if reason == "" {
		reason = strconv.Itoa(res.Stake)
	}
	switch {
	case len(sides) == 1:
		return "win " + sides[0] + " " + reason
	case len(info.Seats) == 2:
		return "draw " + reason
	}
	return "tie " + strings.Join(sides, ",") + " " + reason
}

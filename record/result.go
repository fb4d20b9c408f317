package record

import (
	"strconv"
	"strings"

	"parlour"
)

// TableReasons are the reasons for which a game ends at the table although the
// position goes on.
var TableReasons = []string{"agreed", "repetition", "resigned", "time"}

// EndText returns the result of a match by its rules in the words of a record.
func EndText(m parlour.Match) string {
	res := m.Result()
	return ResultText(m, &res)
}

// ResultText returns a result of m, by its rules or by a referee, in the words
// of a record: "win G home", "win sn last-tile" for partners, "win O 4" where
// the stake is what counts, "draw quiet" in a game for two and "tie w,n
// both-turned" in one for more. It is "" while the match goes on.
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
		side, known := m.Side(parlour.Seat(s)), false
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

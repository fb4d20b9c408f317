package hall

import (
	"math/rand/v2"
	. "parlour/table"
	"strings"
	"time"

	"parlour"
)

// paces are the parts of the hall's pause that bots take.
var paces = map[string]float64{"": 1, Calm: 1, Brisk: 0.35, AtOnce: 0}

// checkPace says what is wrong with a pace.
func checkPace(pace string) error {
	if _, ok := paces[pace]; !ok {
		return bad("the pace of bots is %s", strings.Join([]string{Calm, Brisk, AtOnce}, ", "))
	}
	return nil
}

// What a pause is made of. It is never longer than the hall's by more than
// half of what vary adds and takes away.
const (
	forced = 0.55 // what has no choice takes this part of the time
	vary   = 0.6  // from the shortest pause to the longest, as a part of the mean
)

// pause returns how long a bot takes before it acts in m, thinking included.
// Like people, it is quicker where there is nothing to choose, and not the
// same every time.
func pause(calm time.Duration, pace string, m parlour.Match) time.Duration {
	d := float64(calm) * paces[pace]
	if d <= 0 {
		return 0
	}
	if m.Turn().Needs() == parlour.NeedThrow || len(m.Moves()) == 1 {
		d *= forced
	}
	return time.Duration(d * (1 - vary/2 + vary*rand.Float64()))
}

package terminal

import (
	"fmt"
	"slices"
	"strings"
	"time"

	client "parlour/clients/go"
	"parlour/table"
)

// clocked reports whether a table has clocks that have been set.
func clocked(v *client.View) bool {
	return v.Terms.Clock.First() > 0 && v.Status != table.Waiting
}

// remains returns how much time a chair has left. The clock of the chair in turn runs on
// after the server has told how it stands.
func (g *guest) remains(v *client.View, chair int, now time.Time) time.Duration {
	c := &v.Chairs[chair]
	if v.Deadline.IsZero() || v.Paused || v.Status != table.Playing || !slices.Contains(c.Seats, v.Turn) {
		return time.Duration(c.Left * float64(time.Second))
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	// The clocks of the server and of this machine may differ.
	return max(0, v.Deadline.Sub(v.Now)-now.Sub(g.came))
}

// clockText writes the time on a clock, as on the page.
func clockText(left time.Duration) string {
	s := int(left / time.Second)
	switch {
	case s >= 24*60*60:
		return fmt.Sprintf("%d d %d h", s/(24*60*60), s%(24*60*60)/3600)
	case s >= 60*60:
		return fmt.Sprintf("%d:%02d h", s/3600, s%3600/60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// clocks says how much time everybody has left.
func (g *guest) clocks(v *client.View) string {
	if !clocked(v) {
		return g.say("terminal.no-clocks")
	}
	var list []string
	for i := range v.Chairs {
		list = append(list, g.voice(v).name(i, g.say("terminal.free-chair"))+": "+clockText(g.remains(v, i, time.Now())))
	}
	return strings.Join(list, "\n")
}

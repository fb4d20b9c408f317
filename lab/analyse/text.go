package analyse

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"parlour"
	"parlour/phrase"
)

// percent writes a share in hundredths.
func percent(v float64) string { return fmt.Sprintf("%.2f", 100*v) }

// WriteText writes the assessment of m for people: a table of the moves, or the
// shares of the seats in play, such as "G 31.20, Y 22.80".
func (r *Assessment) WriteText(w io.Writer, m parlour.Match) error {
	seats := m.Info().Seats
	if r.Choices == nil {
		var list []string
		for i, v := range r.Shares {
			if m.Role(parlour.Seat(i)).InPlay {
				list = append(list, seats[i].Letter+" "+percent(v))
			}
		}
		_, err := fmt.Fprintln(w, strings.Join(list, ", "))
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "move\terror")
	for i, seat := range seats {
		if m.Role(parlour.Seat(i)).InPlay {
			fmt.Fprint(t, "\t"+seat.Letter)
		}
	}
	fmt.Fprintln(t)
	for _, c := range r.Choices {
		fmt.Fprintf(t, "%s\t%s", c.Text, percent(c.Error))
		for i, v := range c.Shares {
			if m.Role(parlour.Seat(i)).InPlay {
				fmt.Fprint(t, "\t"+percent(v))
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// WriteText writes the report for people, as the game with that number. With
// all it lists every throw and move, not only the turning points.
func (r *Report) WriteText(w io.Writer, number int, all bool) error {
	throws, moves := 0, 0
	for i := range r.Events {
		if r.Events[i].Kind == Throw {
			throws++
		} else {
			moves++
		}
	}
	fmt.Fprintf(w, "game %d: %s, %s, %s\n\n", number, r.Game, phrase.Plural(throws, "throw"), phrase.Plural(moves, "move"))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "side\tshare\tluck\town throws\tchoices\terrors\tmean error")
	for _, side := range r.Sides {
		fmt.Fprintf(t, "%s\t%s\t%+.2f\t%+.2f\t%d\t%s\t%.3f\n", side.Seats, percent(side.Share), 100*side.Luck, 100*side.Own, side.Choices, percent(side.Errors), 100*side.Mean)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\nluck share %.0f %%\n", 100*r.Luck)
	if len(r.Turning) > 0 {
		fmt.Fprintln(w, "\nturning points")
		for _, i := range r.Turning {
			r.Events[i].writeText(w, i+1)
		}
	}
	if all {
		fmt.Fprintln(w, "\nevery throw and move")
		for i := range r.Events {
			r.Events[i].writeText(w, i+1)
		}
	}
	return nil
}

// writeText writes a throw or a move on one line.
func (ev *Event) writeText(w io.Writer, number int) {
	var shares []string
	for _, v := range ev.After {
		shares = append(shares, percent(v))
	}
	what := ""
	switch {
	case ev.Kind == Throw:
		what = "luck moved " + percent(ev.Moved)
	case ev.Error > 0:
		what = fmt.Sprintf("error %s, best %s", percent(ev.Error), ev.Best)
		if ev.Mark != Fine {
			what += ", " + ev.Mark
		}
	}
	fmt.Fprintf(w, "%5d  %s %-5s %-24s %s  %s\n", number, ev.Seat, ev.Kind, ev.Text, strings.Join(shares, " "), what)
}

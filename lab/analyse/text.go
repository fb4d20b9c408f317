package analyse

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"parlour"
	"parlour/learn/theory"
	"parlour/phrase"
)

// WriteText writes the assessment of m for people, in a language: a table of the moves, or the values
// of the seats in play, such as "G 31.2 %, Y 22.8 %". Where values are made of parts,
// these follow.
func (r *Assessment) WriteText(w io.Writer, lang *phrase.Catalogue, m parlour.Match) error {
	r = r.In(lang)
	var seats []int // in play
	for s := range m.Info().Seats {
		if m.Role(parlour.Seat(s)).InPlay {
			seats = append(seats, s)
		}
	}
	letter := func(s int) string { return m.Info().Seats[s].Letter }
	if r.Choices == nil {
		var list []string
		for _, s := range seats {
			text := letter(s) + " " + r.Values[s]
			for i := range r.Parts {
				text += ", " + r.Unit.Parts[i] + " " + lang.Worth(theory.Percent(r.Parts[i][s], 1))
			}
			list = append(list, text)
		}
		sep := ", "
		if r.Parts != nil {
			sep = "\n"
		}
		_, err := fmt.Fprintln(w, strings.Join(list, sep))
		return err
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, lang.Say("analyse.move", nil)+"\t"+lang.Say("analyse.error", nil))
	shown := seats
	if r.Unit.Of != nil { // the value of one side says that of the other
		shown = []int{int(m.Turn().Seat)}
		fmt.Fprint(t, "\t"+strings.ToLower(r.Unit.Heading))
	} else {
		for _, s := range shown {
			fmt.Fprint(t, "\t"+letter(s))
		}
	}
	for _, s := range seats {
		for i, name := range r.Unit.Parts {
			if i == 0 {
				name = letter(s) + " " + name
			}
			fmt.Fprint(t, "\t"+name)
		}
	}
	fmt.Fprintln(t)
	for _, c := range r.Choices {
		fmt.Fprintf(t, "%s\t%s", c.Text, c.ErrorText)
		for _, s := range shown {
			fmt.Fprint(t, "\t"+c.Values[s])
		}
		for _, s := range seats {
			for i := range c.Parts {
				fmt.Fprint(t, "\t"+lang.Worth(theory.Percent(c.Parts[i][s], 1)))
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// WriteText writes the report for people, in a language, as the game with that
// number. With all it lists every throw and move, not only the turning points.
func (r *Report) WriteText(w io.Writer, lang *phrase.Catalogue, number int, all bool) error {
	r = r.In(lang)
	say := func(code string, args ...any) string { return lang.Say("analyse."+code, parlour.ArgsOf(args...)) }
	throws, moves := 0, 0
	for i := range r.Events {
		if r.Events[i].Kind == Throw {
			throws++
		} else {
			moves++
		}
	}
	fmt.Fprintf(w, "%s\n\n", say("game", "n", number, "game", r.Game, "throws", lang.Count("throws", strconv.Itoa(throws)), "moves", lang.Count("moves", strconv.Itoa(moves))))
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for i, code := range []string{"side", "result", "luck", "own", "choices", "errors", "mean"} {
		fmt.Fprint(t, []string{"", "\t"}[min(i, 1)], say(code))
	}
	fmt.Fprintln(t)
	for _, side := range r.Sides {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%s\t%s\n", side.Seats, lang.Worth(theory.Percent(side.Share, 1)), side.LuckText, side.OwnText, side.Choices, side.ErrorsText, side.MeanText)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%s\n%s\n", r.Unit.About, say("share", "n", theory.Percent(r.Luck, 0)))
	if len(r.Turning) > 0 {
		fmt.Fprintln(w, "\n"+say("turning"))
		for _, i := range r.Turning {
			r.Events[i].writeText(w, say, i+1)
		}
	}
	if all {
		fmt.Fprintln(w, "\n"+say("all"))
		for i := range r.Events {
			r.Events[i].writeText(w, say, i+1)
		}
	}
	return nil
}

// writeText writes a throw or a move on one line.
func (ev *Event) writeText(w io.Writer, say func(code string, args ...any) string, number int) {
	what := ""
	switch {
	case ev.Kind == Throw:
		what = say("lucky", "n", ev.Change)
	case ev.Change != "":
		what = say("lost", "n", ev.Change, "best", ev.Best)
		if ev.Mark != theory.Fine {
			what += ", " + say(ev.Mark)
		}
	}
	fmt.Fprintf(w, "%5d  %s %-5s %-24s %s  %s\n", number, ev.Seat, say(ev.Kind), ev.Text, strings.Join(ev.Values, " "), what)
}

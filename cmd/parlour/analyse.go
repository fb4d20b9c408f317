package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/lab"
	"parlour/lab/analyse"
	"parlour/phrase"
	"parlour/record"
	"parlour/terminal"
)

func analyseCommand(s *streams) *cobra.Command {
	var asJSON, all bool
	var think time.Duration
	var bus busFlags
	cmd := &cobra.Command{
		Use:   "analyse RECORD | POSITION",
		Short: "Say what moves are worth and how lucky throws were",
		Long: `Say what the moves of a position are worth, or look at every throw and move of
a record.

All numbers are shares of the result in hundredths, as the strongest program
expects them. The luck of a throw is what the sides may expect after it, less the
mean over all throws that could have fallen. The error of a move is what could
have been expected after the best move, less what there is after the one that was
played. The turning points are the three throws or errors that moved the shares
most.

The luck share is the part of all ups and downs that the throws made: what the
throws moved, divided by what throws and errors moved. parlour luck measures it
for a game in general.

With --bus the games of a file are looked at on the machines where parlour worker
runs, which is quicker where there are many of them.`,
		Example: `  parlour analyse game.txt
  parlour analyse 'kleefeld G:-,-,3,5/Y:-,-,-,10 G 5 - -'
  parlour analyse club.pdn --json --bus nats://host:4222`,
		Args: between(1, -1, "RECORD or POSITION"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if think > 0 {
				ctx = context.WithValue(ctx, thinking{}, think)
			}
			if info, err := os.Stat(args[0]); len(args) == 1 && err == nil && !info.IsDir() {
				show := func(n int, r *analyse.Report) error {
					if asJSON {
						return printJSON(s.out, r)
					}
					if n > 1 {
						s.print()
					}
					return writeAnalysis(s, n, r, all)
				}
				if bus.address != "" {
					return analyseElsewhere(ctx, s, args[0], &bus, show)
				}
				return analyseFile(ctx, s, args[0], show)
			}
			if bus.address != "" {
				return misused("--bus is for a file with records, not for a position")
			}
			e, m, err := position(s, args)
			if err != nil {
				return err
			}
			return analysePosition(ctx, s, e, m, asJSON)
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&asJSON, "json", false, "print JSON")
	fl.BoolVar(&all, "all", false, "show every throw and move of a record")
	fl.DurationVar(&think, "think", 0, "time for each position, such as 100ms (default: the programs' own limits)")
	bus.add(cmd, "its workers look at the games of a file")
	cmd.MarkFlagsMutuallyExclusive("bus", "think") // what is found in a time differs from machine to machine
	return cmd
}

// thinking is the key of the time for a position.
type thinking struct{}

// hurried lets an adviser think no longer than the context says.
type hurried struct{ bot.Adviser }

func (h hurried) Value(ctx context.Context, m parlour.Match) (bot.Shares, error) {
	ctx, cancel := inTime(ctx)
	defer cancel()
	return h.Adviser.Value(ctx, m)
}

func (h hurried) Moves(ctx context.Context, m parlour.Match) ([]bot.Opinion, error) {
	ctx, cancel := inTime(ctx)
	defer cancel()
	return h.Adviser.Moves(ctx, m)
}

func inTime(ctx context.Context) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Value(thinking{}).(time.Duration); ok {
		return context.WithTimeout(ctx, d)
	}
	return ctx, func() {}
}

// analyst returns the one for a game.
func analyst(e *cabinet.Entry) (*analyse.Analyst, error) {
	a := e.Analyst()
	if a == nil {
		return nil, fmt.Errorf("nobody has an opinion on %s", e.Info.ID)
	}
	a.Moves, a.Throws = hurried{a.Moves}, hurried{a.Throws}
	return a, nil
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// percent writes a share in hundredths.
func percent(v float64) string { return fmt.Sprintf("%.2f", 100*v) }

func analysePosition(ctx context.Context, s *streams, e *cabinet.Entry, m parlour.Match, asJSON bool) error {
	a, err := analyst(e)
	if err != nil {
		return err
	}
	if m.Turn().Needs() != parlour.NeedMove {
		v, err := a.Throws.Value(ctx, m)
		if err != nil {
			return err
		}
		if asJSON {
			return printJSON(s.out, map[string]any{"position": m.String(), "shares": v[:len(e.Info.Seats)]})
		}
		s.printf("%s\n%s\n", terminal.Stands(m), seatShares(&e.Info, m, v[:]))
		return nil
	}
	list, err := a.Position(ctx, m)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(s.out, map[string]any{"position": m.String(), "choices": list})
	}
	t := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprint(t, "move\terror")
	for i, seat := range e.Info.Seats {
		if m.InPlay(parlour.Seat(i)) {
			fmt.Fprint(t, "\t"+seat.Letter)
		}
	}
	fmt.Fprintln(t)
	for _, c := range list {
		fmt.Fprintf(t, "%s\t%s", c.Move, percent(c.Error))
		for i, v := range c.Shares {
			if m.InPlay(parlour.Seat(i)) {
				fmt.Fprint(t, "\t"+percent(v))
			}
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// seatShares writes the shares of the seats in play: "G 31.20, Y 22.80".
func seatShares(info *parlour.Info, m parlour.Match, shares []float64) string {
	var list []string
	for i, seat := range info.Seats {
		if m.InPlay(parlour.Seat(i)) {
			list = append(list, seat.Letter+" "+percent(shares[i]))
		}
	}
	return strings.Join(list, ", ")
}

// analyseFile looks at one game of a file after another.
func analyseFile(ctx context.Context, s *streams, file string, show func(n int, r *analyse.Report) error) error {
	return eachGame(file, func(n int, rec *record.Record) error {
		e, _, err := cabinet.Parse(rec.Start())
		if err != nil {
			return err
		}
		a, err := analyst(e)
		if err != nil {
			return err
		}
		bar := newBar(s, len(rec.Entries)*2)
		a.Progress = bar.show
		r, err := a.Record(ctx, rec)
		bar.clear()
		if err != nil {
			return err
		}
		return show(n, r)
	})
}

// analyseElsewhere has workers look at the games of a file.
func analyseElsewhere(ctx context.Context, s *streams, file string, bus *busFlags, show func(n int, r *analyse.Report) error) error {
	var games []*record.Record
	err := eachGame(file, func(_ int, rec *record.Record) error {
		games = append(games, rec)
		// What is wrong with a game is found before anybody works on it.
		_, err := record.Replay(cabinet.Open, rec, nil)
		return err
	})
	if err != nil {
		return err
	}
	crew, leave, err := bus.crew(ctx, s, 0)
	if err != nil {
		return err
	}
	defer leave()
	bar := newBar(s, len(games))
	defer bar.clear()
	return lab.Analyse(ctx, crew, games, func(n int, r *analyse.Report) error {
		bar.clear()
		err := show(n+1, r)
		bar.show(n + 1)
		return err
	})
}

// eachGame calls f with every game of a file and its number, from 1.
func eachGame(file string, f func(n int, rec *record.Record) error) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	n := 0
	for rec, err := range records(in, file) {
		if err != nil {
			return fmt.Errorf("%s: %s", file, words(err))
		}
		n++
		if err := f(n, rec); err != nil {
			return fmt.Errorf("%s: game %d: %s", file, n, words(err))
		}
	}
	if n == 0 {
		return fmt.Errorf("%s holds no game", file)
	}
	return nil
}

// writeAnalysis writes a report for people.
func writeAnalysis(s *streams, n int, r *analyse.Report, all bool) error {
	throws, moves := 0, 0
	for i := range r.Events {
		if r.Events[i].Kind == analyse.Throw {
			throws++
		} else {
			moves++
		}
	}
	s.printf("game %d: %s, %s, %s\n\n", n, r.Game, phrase.Plural(throws, "throw"), phrase.Plural(moves, "move"))
	t := tabwriter.NewWriter(s.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "side\tshare\tluck\town throws\tchoices\terrors\tmean error")
	for _, side := range r.Sides {
		fmt.Fprintf(t, "%s\t%s\t%+.2f\t%+.2f\t%d\t%s\t%.3f\n", side.Seats, percent(side.Share), 100*side.Luck, 100*side.Own, side.Choices, percent(side.Errors), 100*side.Mean)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	s.printf("\nluck share %.0f %%\n", 100*r.Luck)
	if len(r.Turning) > 0 {
		s.print("\nturning points")
		for _, i := range r.Turning {
			eventLine(s, i, &r.Events[i])
		}
	}
	if all {
		s.print("\nevery throw and move")
		for i := range r.Events {
			eventLine(s, i, &r.Events[i])
		}
	}
	return nil
}

// eventLine writes one throw or move.
func eventLine(s *streams, i int, ev *analyse.Event) {
	var shares []string
	for _, v := range ev.After {
		shares = append(shares, percent(v))
	}
	what := ""
	switch {
	case ev.Kind == analyse.Throw:
		what = fmt.Sprintf("luck moved %s", percent(ev.Moved))
	case ev.Error > 0:
		what = fmt.Sprintf("error %s, best %s", percent(ev.Error), ev.Best)
		if ev.Mark != analyse.Fine {
			what += ", " + ev.Mark
		}
	}
	s.printf("%5d  %s %-5s %-24s %s  %s\n", i+1, ev.Seat, ev.Kind, ev.Text, strings.Join(shares, " "), what)
}

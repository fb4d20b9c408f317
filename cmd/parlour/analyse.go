package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/analyse"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/record"
)

func analyseCommand(s *streams) *cobra.Command {
	var asJSON, all bool
	var think time.Duration
	var games int
	var luck string
	var seed uint64
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

The luck share of a game is the part of all ups and downs that the throws made:
what the throws moved, divided by what throws and errors moved. With --luck GAME
it is measured at a table where players of all levels sit, who change their seats
from game to game: 100 % is a game of pure luck, 0 % one without any.`,
		Example: `  parlour analyse game.txt
  parlour analyse 'kleefeld G:-,-,3,5/Y:-,-,-,10 G 5 - -'
  parlour analyse --luck mensch --games 8`,
		Args: func(cmd *cobra.Command, args []string) error {
			if luck != "" {
				return exactly(0, "no argument beside --luck")(cmd, args)
			}
			return between(1, -1, "RECORD or POSITION")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if luck != "" {
				return measureLuck(cmd.Context(), s, luck, games, seed, asJSON)
			}
			ctx := cmd.Context()
			if think > 0 {
				ctx = context.WithValue(ctx, thinking{}, think)
			}
			if info, err := os.Stat(args[0]); len(args) == 1 && err == nil && !info.IsDir() {
				return analyseFile(ctx, s, args[0], asJSON, all)
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
	fl.StringVar(&luck, "luck", "", "measure how much of a game is luck")
	fl.IntVarP(&games, "games", "n", 8, "with --luck: how many games are played")
	fl.Uint64Var(&seed, "seed", 1928, "with --luck: seed of the games")
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
	moves, throws := e.Advisers()
	if moves == nil {
		return nil, fmt.Errorf("nobody has an opinion on %s", e.Info.ID)
	}
	return &analyse.Analyst{Moves: hurried{moves}, Throws: hurried{throws}, Open: cabinet.Open}, nil
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
		s.printf("%s\n%s\n", stands(m), seatShares(&e.Info, m, v[:]))
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

func analyseFile(ctx context.Context, s *streams, file string, asJSON, all bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	n := 0
	for rec, err := range records(f, file) {
		if err != nil {
			return fmt.Errorf("%s: %s", file, words(err))
		}
		n++
		e, _, err := cabinet.Parse(rec.Start())
		if err != nil {
			return fmt.Errorf("%s: game %d: %w", file, n, err)
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
			return fmt.Errorf("%s: game %d: %s", file, n, words(err))
		}
		if asJSON {
			if err := printJSON(s.out, r); err != nil {
				return err
			}
			continue
		}
		if n > 1 {
			s.print()
		}
		if err := writeAnalysis(s, n, r, all); err != nil {
			return err
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
		if r.Events[i].Kind == "throw" {
			throws++
		} else {
			moves++
		}
	}
	s.printf("game %d: %s, %s, %s\n\n", n, r.Game, plural(throws, "throw"), plural(moves, "move"))
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
	case ev.Kind == "throw":
		what = fmt.Sprintf("luck moved %s", percent(ev.Moved))
	case ev.Error > 0:
		what = fmt.Sprintf("error %s, best %s", percent(ev.Error), ev.Best)
	}
	s.printf("%5d  %s %-5s %-24s %s  %s\n", i+1, ev.Seat, ev.Kind, ev.Text, strings.Join(shares, " "), what)
}

// measureLuck lets all levels play and tells the luck share of their games.
func measureLuck(ctx context.Context, s *streams, id string, games int, seed uint64, asJSON bool) error {
	e, err := gameArg(id)
	if err != nil {
		return err
	}
	if games < 1 {
		return misused("--games %d: at least one game has to be played", games)
	}
	a, err := analyst(e)
	if err != nil {
		return err
	}
	bar := newBar(s, games)
	luck, errs := 0.0, 0.0
	for g := range games {
		rec, err := mixedGame(ctx, e, bot.Mix(seed, uint64(g)), g)
		if err != nil {
			return err
		}
		r, err := a.Record(ctx, rec)
		if err != nil {
			return err
		}
		for i := range r.Events {
			if r.Events[i].Kind == "throw" {
				luck += r.Events[i].Moved
			} else {
				errs += r.Events[i].Moved
			}
		}
		bar.show(g + 1)
	}
	bar.clear()
	share := 0.0
	if luck+errs > 0 {
		share = luck / (luck + errs)
	}
	if asJSON {
		return printJSON(s.out, map[string]any{"game": id, "games": games, "seed": seed, "luck_share": share,
			"throws_moved": luck / float64(games), "errors_moved": errs / float64(games)})
	}
	s.printf("%s: luck share %.1f %%; a game, the throws moved %.2f and the errors %.2f of the result (%s, seed %d)\n",
		id, 100*share, luck/float64(games), errs/float64(games), plural(games, "game"), seed)
	return nil
}

// mixedGame plays a game of all levels, who sit one seat further every game.
func mixedGame(ctx context.Context, e *cabinet.Entry, seed uint64, turned int) (*record.Record, error) {
	setup := e.Typical.Setup
	m, err := e.Game.New(setup)
	if err != nil {
		return nil, err
	}
	levels := e.Levels
	if levels == nil {
		levels = []string{"random"}
	}
	var players [parlour.MaxSeats]bot.Player
	for seat := range players {
		if players[seat], err = e.Player(levels[(seat+turned)%len(levels)], bot.Mix(seed, uint64(seat)+1)); err != nil {
			return nil, err
		}
	}
	rand := bot.NewRand(seed)
	rec := record.Begin(m)
	const most = 5000
	for range most {
		turn := m.Turn()
		if turn.Over() {
			rec.Close(m)
			return rec, nil
		}
		mv := parlour.NoMove
		if d := turn.Dice; d != 0 {
			mv = d.Nth(rand.Intn(d.Weight()))
		} else if mv, err = players[max(0, m.Side(turn.Seat))].Choose(ctx, m); err != nil {
			return nil, err
		}
		rec.Add(m, mv, e.Style)
		if err := m.Play(mv); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil {
		return nil, errors.New("interrupted")
	}
	return rec, nil
}

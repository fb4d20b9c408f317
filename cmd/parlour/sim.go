package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/lab"
	"parlour/lab/sim"
	"parlour/terminal"
)

func simCommand(s *streams) *cobra.Command {
	var f setupFlags
	var bus busFlags
	var c sim.Config
	var bots []string
	var asJSON, asCSV bool
	var from string
	cmd := &cobra.Command{
		Use:   "sim GAME",
		Short: "Play many games and count",
		Long: `Play many games and count who wins, how long they last and how often pieces are
captured. Shares have Wilson's 95 % interval. The same seed gives the same games
whatever the number of workers, and on whatever machines: with --bus the games
are played by those where parlour worker runs.`,
		Example: `  parlour sim kleefeld --games 20000 --seed 1
  parlour sim mensch --games 5000 --bots greedy,random,random,random
  parlour sim backgammon --bots X=greedy,O=random --option doubling=none --json
  parlour sim contact --bots expert --games 100000 --bus nats://host:4222`,
		Args:              exactly(1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if c.Games < 1 {
				return misused("--games %d: at least one game has to be played", c.Games)
			}
			if c.Opening < 0 {
				return misused("--opening %d: expected a number of moves", c.Opening)
			}
			m, err := f.match(e)
			if from != "" {
				m, err = e.Game.Parse(from)
			}
			if err != nil {
				return err
			}
			names, err := botNames(&e.Info, bots)
			if err != nil {
				return err
			}
			for _, n := range names {
				if n == "" {
					continue
				}
				if _, err := e.Player(n, 0); err != nil {
					return usage{err}
				}
			}
			if !cmd.Flags().Changed("seed") {
				c.Seed = rand.Uint64()
			}
			bar := newBar(s, c.Games)
			c.Progress = bar.show
			play := func() (*sim.Stats, error) { return e.Sim(cmd.Context(), m, c, names) }
			if bus.address != "" {
				crew, leave, err := bus.crew(cmd.Context(), s, 0)
				if err != nil {
					return err
				}
				defer leave()
				x := lab.Experiment{Game: e.Info.ID, Setup: f.setup, From: from, Bots: names, Games: c.Games, Seed: c.Seed, MaxMoves: c.MaxMoves}
				play = func() (*sim.Stats, error) {
					return x.Run(cmd.Context(), crew, func(sum *sim.Stats) { bar.show(sum.Games) })
				}
			}
			stats, err := play()
			bar.clear()
			if stats == nil || err != nil && cmd.Context().Err() == nil {
				return err
			}
			r := stats.Report(m, c.Seed, names)
			if werr := writeReport(s, r, asJSON, asCSV); werr != nil {
				return werr
			}
			if err != nil {
				return errors.New("interrupted; these are the games played so far")
			}
			return nil
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&c.Games, "games", "n", 1000, "how many games")
	fl.Uint64Var(&c.Seed, "seed", 0, "seed of the run (default: a fresh one)")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.IntVar(&c.MaxMoves, "max-moves", sim.DefaultMaxMoves, "moves after which a game is given up")
	fl.IntVar(&c.Opening, "opening", 0, "moves chosen at random before the players begin")
	fl.StringSliceVar(&bots, "bots", nil, "players by seat: one for all, a list in seat order, or G=greedy,Y=random")
	fl.StringVar(&from, "from", "", "position every game begins with, instead of the set-up")
	fl.BoolVar(&asJSON, "json", false, "print JSON")
	fl.BoolVar(&asCSV, "csv", false, "print CSV")
	bus.add(cmd, "its workers play the games")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
	cmd.MarkFlagsMutuallyExclusive("bus", "workers")
	return cmd
}

// botNames reads --bots: one name for all seats, names in seat order, or names
// by seat.
func botNames(info *parlour.Info, bots []string) ([]string, error) {
	names := make([]string, len(info.Seats))
	if len(bots) > 1 && !strings.Contains(strings.Join(bots, ""), "=") {
		if len(bots) > len(names) {
			return nil, misused("--bots names %d players; %s has %d seats", len(bots), info.ID, len(names))
		}
		copy(names, bots)
		return names, nil
	}
	by, err := perSeat(info, bots, "--bots")
	for seat, name := range by {
		names[seat] = name
	}
	return names, err
}

func writeReport(s *streams, r *sim.Report, asJSON, asCSV bool) error {
	switch {
	case asJSON:
		enc := json.NewEncoder(s.out)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	case asCSV:
		return r.WriteCSV(s.out)
	}
	return r.WriteText(s.out)
}

// A bar shows progress on standard error, if that is a terminal.
type bar struct {
	s     *streams
	total int
	on    bool
	last  time.Time
}

func newBar(s *streams, total int) *bar { return &bar{s: s, total: total, on: terminal.Is(s.err)} }

func (b *bar) show(done int) {
	if !b.on || time.Since(b.last) < 100*time.Millisecond {
		return
	}
	b.last = time.Now()
	const wide = 40
	full := done * wide / max(1, b.total)
	fmt.Fprintf(b.s.err, "\r[%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", wide-full), done, b.total)
}

// clear takes the bar off the line.
func (b *bar) clear() {
	if b.on && !b.last.IsZero() {
		fmt.Fprint(b.s.err, "\r\x1b[K")
	}
}

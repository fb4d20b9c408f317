package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/bot"
	"parlour/cabinet"
	"parlour/record"
)

func playCommand(s *streams) *cobra.Command {
	var f setupFlags
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play GAME",
		Short: "Play a game in the terminal",
		Long: `Play a game in the terminal against other people or programs. Dice are thrown
for you; with --manual you throw real ones and type what fell. ? shows what can
be typed. A game that is interrupted is kept in a file.`,
		Example: `  parlour play kleefeld
  parlour play mensch --players 3 --seat Y=human --seat G=greedy --seat R=random
  parlour play checkers --seat human
  parlour play --resume game.txt`,
		Args:              between(0, 1, "GAME, or --resume FILE"),
		ValidArgsFunction: completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = rand.Uint64()
			}
			if o.resume != "" {
				if len(args) > 0 {
					return misused("--resume goes on with the game of the file; name no other")
				}
				return resume(cmd.Context(), s, &o)
			}
			if len(args) == 0 && terminal(s.in) && terminal(s.out) {
				return playAny(cmd.Context(), s)
			}
			if len(args) == 0 {
				return misused("expected GAME, or --resume FILE; the games are %s", strings.Join(cabinet.IDs(), ", "))
			}
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			m, err := f.match(e)
			if err != nil {
				return err
			}
			g, err := newSession(s, e, m, &o, nil)
			if err != nil {
				return err
			}
			return g.run(cmd.Context())
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.StringArrayVar(&o.seats, "seat", nil, "who plays a seat, as G=human or G=greedy; a name alone is for all others; may be repeated")
	fl.BoolVar(&o.manual, "manual", false, "throw real dice and type what fell")
	fl.Uint64Var(&o.seed, "seed", 0, "seed of the dice and of random players (default: a fresh one)")
	fl.StringVar(&o.resume, "resume", "", "go on with a game that was saved in a file")
	fl.StringVar(&o.autosave, "autosave", "", "file that the game is saved to whenever you are asked, and at its end")
	fl.BoolVar(&o.plain, "plain", false, "no colours, only ASCII")
	return cmd
}

// playOptions are the flags of play beside the set-up.
type playOptions struct {
	seats            []string
	manual, plain    bool
	seed             uint64
	resume, autosave string
}

// newSession seats the players. Without --seat the tags of a resumed record
// tell who plays, and without those a human begins against greedy players.
func newSession(s *streams, e *cabinet.Entry, m parlour.Match, o *playOptions, tags []record.Tag) (*session, error) {
	by, err := perSeat(&e.Info, o.seats, "--seat")
	if err != nil {
		return nil, err
	}
	if len(o.seats) == 0 {
		for _, t := range tags {
			if letter, ok := strings.CutPrefix(t.Name, seatTag); ok && e.Info.SeatOf(letter) != parlour.Nobody {
				by[e.Info.SeatOf(letter)] = t.Value
			}
		}
		if len(by) == 0 && !m.Turn().Over() {
			by[m.Owner(m.Turn().Seat)] = human
		}
	}
	g := &session{s: s, e: e, opt: o, rand: bot.NewRand(o.seed), file: o.resume}
	for seat := range e.Info.Seats {
		name, ok := by[parlour.Seat(seat)]
		if !ok {
			name = "greedy"
		}
		g.names[seat] = name
		if name == human {
			continue
		}
		if g.bots[seat], err = e.Player(name, bot.Mix(o.seed, uint64(seat))); err != nil {
			return nil, usage{fmt.Errorf("--seat %s=%s: %w, or by a human", e.Info.Seats[seat].Letter, name, err)}
		}
	}
	g.begin(m)
	return g, nil
}

// human is the name of a player who is none of ours.
const human = "human"

// seatTag begins the name of a tag that tells who plays a seat: "Seat G".
const seatTag = "Seat "

// resume goes on with a saved game.
func resume(ctx context.Context, s *streams, o *playOptions) error {
	f, err := os.Open(o.resume)
	if err != nil {
		return err
	}
	rec, err := record.ReadOne(f)
	f.Close()
	if err != nil {
		return fmt.Errorf("%s: %s", o.resume, words(err))
	}
	e, m, err := cabinet.Parse(rec.Start())
	if err != nil {
		return fmt.Errorf("%s: %s", o.resume, words(err))
	}
	g, err := newSession(s, e, m, o, rec.Tags)
	if err != nil {
		return err
	}
	if err := g.load(rec); err != nil {
		return fmt.Errorf("%s: %s", o.resume, words(err))
	}
	return g.run(ctx)
}

// playAny offers the games and plays the one that is chosen.
func playAny(ctx context.Context, s *streams) error {
	for i, e := range cabinet.Games() {
		s.printf("%d  %s\n", i+1, e.Info.Title)
	}
	in := bufio.NewReader(s.in)
	for {
		s.printf("Which game? ")
		line, err := in.ReadString('\n')
		if err != nil {
			s.print()
			return nil
		}
		line = strings.TrimSpace(line)
		e := cabinet.ByID(line)
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(cabinet.Games()) {
			e = cabinet.Games()[n-1]
		}
		if e == nil {
			s.print("Type a number or one of", strings.Join(cabinet.IDs(), ", "))
			continue
		}
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			return err
		}
		g, err := newSession(&streams{in: in, out: s.out, err: s.err}, e, m, &playOptions{seed: rand.Uint64()}, nil)
		if err != nil {
			return err
		}
		return g.run(ctx)
	}
}

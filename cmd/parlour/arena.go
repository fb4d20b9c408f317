package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/arena"
	"parlour/bot"
	"parlour/cabinet"
)

func arenaCommand(s *streams) *cobra.Command {
	var f setupFlags
	var c arena.Contest
	var from, log, form string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "arena GAME PLAYER PLAYER...",
		Short: "Let programs play against each other",
		Long: `Let programs play against each other, every pair of them. The games of a round
have the same dice, each seat its own, and the players exchange their seats.
A share has the 95 % interval that follows from the differences of the rounds;
who is stronger beyond doubt has the whole interval above the equal share.

With --form one the first player plays alone against the second on all other
seats; otherwise both have as many seats.

A player is a program of the game, as parlour games lists them, or NAME=COMMAND:
the command is run and asked for moves by the engine protocol, one JSON object a
line, with NAME as the player to choose. parlour engine is such a command.

Games without chance begin with some random moves, the same for all games of a
round; --opening says how many.

With --log every round is written to a file, and rounds that are in it already
are not played again.`,
		Example: `  parlour arena kleefeld expert strong --rounds 500 --seed 1
  parlour arena mensch expert greedy --form one --rounds 1000 --log mensch.log
  parlour arena contact strong 'mine=python3 bot.py' --mode duel6 --ms 100`,
		Args:              between(3, -1, "GAME and at least two players"),
		ValidArgsFunction: completePlayers,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			if c.Rounds < 1 {
				return misused("--rounds %d: at least one round has to be played", c.Rounds)
			}
			if c.Start, err = f.match(e); from != "" {
				c.Start, err = e.Game.Parse(from)
			}
			if err != nil {
				return err
			}
			if c.Players, err = contestants(s, e, args[1:]); err != nil {
				return err
			}
			if !cmd.Flags().Changed("seed") {
				c.Seed = rand.Uint64()
			}
			if !cmd.Flags().Changed("opening") && withoutChance(c.Start) {
				c.Opening = 4
			}
			c.Form = arena.Form(form)
			book, err := openLog(log, &c, args[1:])
			if err != nil {
				return err
			}
			defer book.Close()
			pairs := len(c.Players) * (len(c.Players) - 1) / 2
			bar, done := newBar(s, c.Rounds*pairs), len(c.Done)
			c.Each = func(r arena.Round) error {
				done++
				bar.show(done)
				return book.write(r)
			}
			report, err := c.Run(cmd.Context())
			bar.clear()
			if report == nil {
				return err
			}
			if asJSON {
				enc := json.NewEncoder(s.out)
				enc.SetEscapeHTML(false)
				enc.SetIndent("", "  ")
				err = errors.Join(err, enc.Encode(report))
			} else {
				err = errors.Join(err, report.WriteText(s.out))
			}
			return err
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.IntVarP(&c.Rounds, "rounds", "n", 100, "how many rounds each pair plays")
	fl.Uint64Var(&c.Seed, "seed", 0, "seed of the contest (default: a fresh one)")
	fl.StringVar(&form, "form", string(arena.Even), "even: as many seats for both; one: the first alone against the second")
	fl.IntVar(&c.Opening, "opening", 0, "random moves before the players begin (default: 4 in games without chance)")
	fl.DurationVar(&c.Think, "think", 0, "time for a move, such as 100ms (default: the players' own limits)")
	fl.IntVar(&c.MaxMoves, "max-moves", 0, "moves after which a game is tied (default 20000)")
	fl.IntVar(&c.Workers, "workers", 0, "games played at the same time (default: one for each processor)")
	fl.StringVar(&from, "from", "", "position every game begins with, instead of the set-up")
	fl.StringVar(&log, "log", "", "file for the rounds, to go on from if it exists")
	fl.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// completePlayers offers the game, then its players.
func completePlayers(cmd *cobra.Command, args []string, text string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeGame(cmd, args, text)
	}
	if e := cabinet.ByID(args[0]); e != nil {
		return e.Bots, cobra.ShellCompDirectiveNoFileComp
	}
	return nil, cobra.ShellCompDirectiveNoFileComp
}

// contestants reads the players of the arguments.
func contestants(s *streams, e *cabinet.Entry, args []string) (list []arena.Player, err error) {
	for _, arg := range args {
		if name, command, ok := strings.Cut(arg, "="); ok {
			words := strings.Fields(command)
			if name == "" || len(words) == 0 {
				return nil, misused("%q is not written NAME=COMMAND", arg)
			}
			list = append(list, arena.Process(name, s.err, words[0], words[1:]...))
			continue
		}
		if _, err := e.Player(arg, 0); err != nil {
			return nil, usage{err}
		}
		list = append(list, arena.House(arg, func(seed uint64) (bot.Player, error) { return e.Player(arg, seed) }))
	}
	return list, nil
}

// withoutChance reports whether a game has begun to wait for moves without any
// throw, and none will come.
func withoutChance(m parlour.Match) bool {
	m = m.Clone()
	for range 4 {
		turn := m.Turn()
		if turn.Dice != 0 || turn.Over() || m.Play(m.Moves()[0]) != nil {
			return false
		}
	}
	return true
}

// A logbook holds the rounds of a contest, one JSON object a line, the first
// of which says what is played.
type logbook struct{ w io.WriteCloser }

// heading is the first line of a logbook.
type heading struct {
	Position string   `json:"position"`
	Players  []string `json:"players"`
	Form     string   `json:"form"`
	Seed     uint64   `json:"seed"`
	Opening  int      `json:"opening"`
	Think    string   `json:"think"`
}

// openLog opens the file of a contest and fills in what was played already.
func openLog(file string, c *arena.Contest, players []string) (*logbook, error) {
	if file == "" {
		return &logbook{}, nil
	}
	head := heading{c.Start.String(), players, string(c.Form), c.Seed, c.Opening, c.Think.String()}
	first, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	whole := len(data) // up to the last line that is complete
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		whole = strings.LastIndexByte(string(data), '\n') + 1
		if err := readLog(data[:whole], string(first), c); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	w, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err := w.Truncate(int64(whole)); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if _, err := w.Seek(0, io.SeekEnd); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if whole == 0 {
		if _, err := w.Write(append(first, '\n')); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	return &logbook{w}, nil
}

// readLog reads the rounds of a logbook, which must be of the same contest.
func readLog(data []byte, first string, c *arena.Contest) error {
	in := bufio.NewScanner(strings.NewReader(string(data)))
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		if n == 1 {
			if in.Text() != first {
				return fmt.Errorf("the rounds are of another contest: %s; now it is %s", in.Text(), first)
			}
			continue
		}
		var r arena.Round
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		c.Done = append(c.Done, r)
	}
	return in.Err()
}

func (l *logbook) write(r arena.Round) error {
	if l.w == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (l *logbook) Close() error {
	if l.w == nil {
		return nil
	}
	return l.w.Close()
}

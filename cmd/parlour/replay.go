package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/terminal"
)

func replayCommand(s *streams) *cobra.Command {
	var step, boards, plain bool
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Verify a record and show it",
		Long: `Play every game of a record (docs/RECORD.md) by its rules. Every throw, move,
position and result is checked; the first line that does not fit is named, with
what was expected, and the command exits with 1. - reads standard input. A file's
ending tells its format; parlour convert --help lists them.`,
		Example: `  parlour replay game.txt
  parlour replay game.txt --step`,
		Args: exactly(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			in, name := s.in, "standard input"
			if args[0] != "-" {
				f, err := os.Open(args[0])
				if err != nil {
					return err
				}
				defer f.Close()
				in, name = f, args[0]
			} else if step {
				return misused("--step needs a file: standard input holds the keys")
			}
			r := &replayer{s: s, boards: boards || step, plain: plain}
			if step {
				r.keys = bufio.NewReader(s.in)
			}
			games := 0
			for rec, err := range records(in, name) {
				if err != nil {
					return fmt.Errorf("%s: %s", name, words(err))
				}
				games++
				if err := r.game(games, rec); err != nil {
					if errors.Is(err, errQuit) {
						return nil
					}
					return fmt.Errorf("%s: game %d: %s", name, games, words(err))
				}
			}
			if games == 0 {
				return fmt.Errorf("%s holds no game", name)
			}
			return nil
		},
	}
	fl := cmd.Flags()
	fl.BoolVar(&step, "step", false, "show the board after every line and wait for Enter; q ends")
	fl.BoolVar(&boards, "boards", false, "show the board after every line")
	fl.BoolVar(&plain, "plain", false, "no colours, only ASCII")
	return cmd
}

// records returns the games of a file in the format that its ending tells,
// our own if it tells none.
func records(in io.Reader, name string) iter.Seq2[*record.Record, error] {
	f := cabinet.FormatByFile(name)
	if f == nil || f == cabinet.Own {
		return record.Read(in)
	}
	return func(yield func(*record.Record, error) bool) {
		games, err := f.Read(in)
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// A replayer shows records.
type replayer struct {
	s             *streams
	boards, plain bool
	keys          *bufio.Reader // nil: nobody is asked
}

// errQuit ends a replay at the reader's wish.
var errQuit = errors.New("quit")

func (r *replayer) game(n int, rec *record.Record) error {
	e, _, err := cabinet.Parse(rec.Start())
	if err != nil {
		return &record.Error{Line: rec.Entries[0].Line, Text: "the game cannot begin", Err: err}
	}
	throws, moves := 0, 0
	var last []parlour.Effect
	m, err := record.Follow(cabinet.Open, rec, func(en *record.Entry, m parlour.Match, mv parlour.Move) error {
		if m.Turn().Dice != 0 {
			throws++
		} else {
			moves++
		}
		if r.boards {
			last = m.Effects(mv)
			r.s.printf("%s %s: %s\n", en.Seat, m.Text(mv), terminal.Spoken(e, m, mv))
		}
		return nil
	}, func(_ int, en *record.Entry, m parlour.Match) error {
		if !r.boards {
			return nil
		}
		return r.show(e, en, m, last)
	})
	if err != nil {
		return err
	}
	end := rec.End
	if end == "" {
		end = record.EndText(m)
	}
	if end == "" {
		end = "not finished: " + terminal.Stands(m)
	}
	r.s.printf("game %d: %s, %s, %s, %s\n", n, e.Info.ID, phrase.Plural(throws, "throw"), phrase.Plural(moves, "move"), end)
	return nil
}

// show prints what an entry says, and the board after it.
func (r *replayer) show(e *cabinet.Entry, en *record.Entry, m parlour.Match, last []parlour.Effect) error {
	switch en.Kind {
	case record.Comment:
		r.s.print("#", en.Text)
		return nil
	case record.Event:
		r.s.print("!", en.Seat, en.Text)
	}
	if err := terminal.Show(r.s.out, e, m, last, r.plain); err != nil {
		return err
	}
	if r.keys == nil {
		return nil
	}
	r.s.printf("[Enter] goes on, q ends: ")
	key, err := r.keys.ReadString('\n')
	if err != nil && err != io.EOF {
		return err
	}
	if err == io.EOF || strings.TrimSpace(key) == "q" {
		r.s.print()
		return errQuit
	}
	return nil
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	checkersbot "parlour/bot/checkers"
	"parlour/lab/train/checkers"
)

// quickPieces is the number of pieces whose tables are made in seconds.
const quickPieces = 4

// lasts says what the tables of a number of pieces cost.
func lasts(pieces int) string {
	if pieces <= 5 {
		return "two minutes on one processor, 180 MB of memory and 53 MB of disk"
	}
	return "about an hour on one processor, 2 GB of memory and 1 GB of disk"
}

func endgamesCommand(s *streams) *cobra.Command {
	var pieces int
	var out string
	var yes, verify bool
	var as output
	cmd := &cobra.Command{
		Use:   "endgames",
		Short: "Make the endgame tables of checkers",
		Long: `Make the endgame tables of checkers: who wins each position with few pieces, and in
how many moves. The tables for up to four pieces are built into the command. Larger
ones are made on all processors, with one file for each combination of pieces. Files
that already exist are kept, so the same command continues an interrupted run.

Five pieces take ` + lasts(5) + `;
six take ` + lasts(6) + `. With
five or more the command asks before it begins; --yes skips the question. The program
uses the tables if the variable ` + checkersbot.EndgamesVariable + ` names their folder.

With --verify nothing is made. The command reads the tables in the folder, counts
their positions and proves one value of sixteen from the rules. Six pieces take
3 GB of memory.`,
		Example: `  parlour endgames --pieces 6 --out ~/endgames
  parlour endgames --pieces 6 --out ~/endgames --verify`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if (as.json || as.csv) && !verify {
				return misused("--json and --csv need --verify")
			}
			if pieces < 2 || pieces > checkersbot.MostPieces {
				return misused("--pieces %d: expected 2 to %d", pieces, checkersbot.MostPieces)
			}
			if out == "" {
				cache, err := os.UserCacheDir()
				if err != nil {
					return misused("--out: expected a folder, because this system has no default: %v", err)
				}
				out = filepath.Join(cache, "parlour", "endgames")
			}
			if verify {
				return verifyEndgames(cmd.Context(), s, pieces, out, as)
			}
			if !yes && pieces > quickPieces {
				if err := s.confirm(fmt.Sprintf("the tables of %d pieces take %s", pieces, lasts(pieces))); err != nil {
					return err
				}
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			bar := newBar(s, 1000)
			_, err := checkers.Make(cmd.Context(), pieces, out, func(e checkersbot.Slice, done, all int64) {
				if bar.on {
					bar.show(int(1000 * done / all))
					return
				}
				fmt.Fprintf(s.err, "%v  %d of %d positions\n", e, done, all)
			})
			bar.clear()
			if cmd.Context().Err() != nil {
				return fmt.Errorf("interrupted; the same command continues from %s", out)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(s.out, "All endgames of up to %d pieces are in %s.\n", pieces, out)
			return nil
		},
	}
	cmd.Flags().IntVar(&pieces, "pieces", 5, "number of pieces on the board, of both sides together")
	cmd.Flags().BoolVar(&verify, "verify", false, "check the tables in the folder instead")
	cmd.Flags().BoolVarP(&yes, "yes", "y", false, "begin without asking, even if it takes long")
	addOutFlag(cmd.Flags(), &out, "", "folder for the tables (default: in the user's cache folder)")
	as.add(cmd)
	return cmd
}

// proves says how many values there are for one that --verify proves.
const proves = 16

// A verified is what was found about the endgames with a number of pieces.
type verified struct {
	Pieces int `json:"pieces"`
	checkersbot.Census
	Proved int `json:"proved"` // values
}

func verifyEndgames(ctx context.Context, s *streams, pieces int, dir string, as output) error {
	people := !as.json && !as.csv // they see each line as soon as it is known
	if people {
		s.printf("pieces  %14s %14s %14s %14s  %-7s  %s\n", "positions", "wins", "draws", "losses", "longest", "proved")
	}
	var list []verified
	err := checkers.Verify(ctx, pieces, dir, proves, func(n int, c checkersbot.Census, proved int) {
		list = append(list, verified{n, c, proved})
		if people {
			s.printf("%-6d  %14d %14d %14d %14d  %-7d  %d\n", n, c.Positions, c.Wins, c.Draws, c.Losses, c.Longest, proved)
		}
	})
	return errors.Join(err, as.print(s, list, list, func(io.Writer) error { return nil }))
}

package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	checkersbot "parlour/bot/checkers"
)

func endgamesCommand(s *streams) *cobra.Command {
	var pieces int
	var out string
	cmd := &cobra.Command{
		Use:   "endgames",
		Short: "Make the endgame tables of checkers",
		Long: `Make the endgame tables of checkers: who wins every position of few pieces, and
in how many moves. Those of up to four pieces are part of the command; more are
made on all processors, each kind of endgame into a file of its own. What is
there already is not made again, so an interrupted run can be gone on with.

Five pieces take two minutes of one processor, 180 MB of memory and 53 MB of
disk; six about an hour, 2 GB and 1 GB. The program plays with them if
` + checkersbot.EndgamesVariable + ` names their folder.`,
		Example: "  parlour endgames --pieces 6 --out ~/endgames",
		Args:    exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if pieces < 2 || pieces > checkersbot.MostPieces {
				return misused("--pieces %d: expected 2 to %d", pieces, checkersbot.MostPieces)
			}
			if out == "" {
				cache, err := os.UserCacheDir()
				if err != nil {
					return misused("--out: expected a folder, since this system names none: %v", err)
				}
				out = filepath.Join(cache, "parlour", "endgames")
			}
			if err := os.MkdirAll(out, 0o755); err != nil {
				return err
			}
			bar := newBar(s, 1000)
			_, err := checkersbot.Make(cmd.Context(), pieces, out, func(e checkersbot.Slice, done, all int64) {
				if bar.on {
					bar.show(int(1000 * done / all))
					return
				}
				fmt.Fprintf(s.err, "%v  %d of %d positions\n", e, done, all)
			})
			bar.clear()
			if cmd.Context().Err() != nil {
				return fmt.Errorf("interrupted; the same command goes on from %s", out)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(s.out, "All endgames of up to %d pieces are in %s.\n", pieces, out)
			return nil
		},
	}
	cmd.Flags().IntVar(&pieces, "pieces", 5, "pieces on the board, both sides together")
	cmd.Flags().StringVar(&out, "out", "", "folder for the tables (default: in the user's cache)")
	return cmd
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"parlour/draw"
	"parlour/draw/png"
	"parlour/draw/svg"
	"parlour/draw/term"
	"parlour/terminal"
)

func drawCommand(s *streams) *cobra.Command {
	var out string
	var inTerm, plain bool
	var turn int
	cmd := &cobra.Command{
		Use:   "draw POSITION",
		Short: "Draw a position as SVG, as PNG or in the terminal",
		Example: `  parlour draw 'parker G:10,30,*,*/Y:-,-,-,14 G 42 - -' -o parker.svg
  parlour new contact --mode duel6 | parlour draw - -o contact.svg
  parlour draw 'checkers B:W21-32:B1-12' -o checkers.png
  parlour draw XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 --term`,
		Args: between(1, -1, "POSITION"),
		RunE: func(_ *cobra.Command, args []string) error {
			e, m, err := position(s, args)
			if err != nil {
				return err
			}
			if inTerm && out != "" {
				return misused("--term draws in the terminal and -o into a file; choose one")
			}
			v := draw.Of(m)
			v.Quarter = turn
			if inTerm {
				return term.Board(s.out, e.Board(m), v, terminal.Style(s.out, plain))
			}
			var buf bytes.Buffer
			if err := svg.Board(&buf, e.Board(m), v); err != nil {
				return err
			}
			if out == "" || out == "-" {
				_, err := s.out.Write(buf.Bytes())
				return err
			}
			body := buf.Bytes()
			if strings.EqualFold(filepath.Ext(out), ".png") {
				if body, err = pointsOf(body); err != nil {
					return err
				}
			}
			return os.WriteFile(out, body, 0o644)
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "output", "o", "", "file to write to, as PNG if it ends so, otherwise as SVG; - or nothing for standard output")
	fl.BoolVar(&inTerm, "term", false, "draw in the terminal")
	fl.BoolVar(&plain, "plain", false, "with --term: no colours, only ASCII")
	fl.IntVar(&turn, "turn", 0, "quarter turns clockwise by which the board is turned")
	return cmd
}

// pointsOf makes a picture of points out of a drawing, large enough for print.
func pointsOf(mark []byte) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, mark, png.Options{Width: 1600})
	return b.Bytes(), err
}

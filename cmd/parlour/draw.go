package main

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
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
  parlour draw checkers -o checkers.png
  parlour draw XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10 --term`,
		Args: between(1, -1, "POSITION"),
		RunE: func(_ *cobra.Command, args []string) error {
			ending := strings.ToLower(filepath.Ext(out))
			switch {
			case inTerm && out != "":
				return misused("--term draws in the terminal and -o writes a file; choose one")
			case out != "" && out != "-" && ending != ".svg" && ending != ".png":
				return misused("-o %s: expected a name that ends in .svg or .png", out)
			}
			e, m, err := position(s, args)
			if err != nil {
				return err
			}
			v := draw.Of(m)
			b := e.BoardIn(s.words(), m)
			v.Title, v.Says, v.Quarter = e.Title(s.words()), cabinet.ToAct(s.words(), m), turn
			if inTerm {
				return term.Board(s.out, b, v, terminal.Style(s.out, plain))
			}
			var drawing, picture bytes.Buffer
			if err := svg.Board(&drawing, b, v); err != nil {
				return err
			}
			if ending != ".png" {
				return s.write(out, drawing.Bytes())
			}
			if err := png.Encode(&picture, drawing.Bytes(), png.Options{Width: 1600}); err != nil { // large enough for print
				return err
			}
			return s.write(out, picture.Bytes())
		},
	}
	fl := cmd.Flags()
	addOutFlag(fl, &out, "", "file to write, an SVG or a PNG by its ending; - or nothing for an SVG on standard output")
	fl.BoolVar(&inTerm, "term", false, "draw in the terminal")
	fl.BoolVar(&plain, "plain", false, "with --term: no colours, only ASCII")
	fl.IntVar(&turn, "turn", 0, "quarter turns by which to rotate the board clockwise")
	return cmd
}

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/phrase"
)

func convertCommand(s *streams) *cobra.Command {
	var from, to, out string
	var list []string
	for _, f := range cabinet.Formats() {
		list = append(list, fmt.Sprintf("  %-7s %s, of %s (%s)", f.Name, f.Title, f.Holds(), strings.Join(f.Endings, ", ")))
	}
	cmd := &cobra.Command{
		Use:   "convert FILE [OUTPUT]",
		Short: "Convert games between file formats",
		Long: "Convert games between the formats\n\n" + strings.Join(list, "\n") + `

The formats are recognised by the endings of the files, or named by --from and
--to. - reads standard input. If a game cannot be read, the command says which,
converts the others and exits with 1.`,
		Example: `  parlour convert games.pdn games.txt
  parlour convert match.mat -o match.sgf
  parlour convert game.txt --to mat`,
		Args: between(1, 2, "FILE [OUTPUT]"),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 2 {
				if out != "" {
					return misused("the output is given twice: %s and -o %s", args[1], out)
				}
				out = args[1]
			}
			reads, err := format(from, args[0], "--from")
			if err != nil {
				return err
			}
			writes, err := format(to, out, "--to")
			if err != nil {
				return err
			}
			return convert(s, reads, writes, args[0], out)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&from, "from", "", "format of the file (default: by its ending)")
	fl.StringVar(&to, "to", "", "format to write (default: by the ending of the output)")
	addOutFlag(fl, &out, "", "file to write; - or nothing for standard output")
	names := func(*cobra.Command, []string, string) (l []string, _ cobra.ShellCompDirective) {
		for _, f := range cabinet.Formats() {
			l = append(l, f.Name+"\t"+f.Title+", of "+f.Holds())
		}
		return l, cobra.ShellCompDirectiveNoFileComp
	}
	_ = cmd.RegisterFlagCompletionFunc("from", names)
	_ = cmd.RegisterFlagCompletionFunc("to", names)
	return cmd
}

// format finds a format by its name, or by the ending of a file if no name is
// given.
func format(name, file, flag string) (*cabinet.Format, error) {
	f := cabinet.FormatByFile(file)
	if name != "" {
		f = cabinet.FormatByName(name)
	}
	if f != nil {
		return f, nil
	}
	var names []string
	for _, f := range cabinet.Formats() {
		names = append(names, f.Name)
	}
	if name != "" {
		return nil, misused("there is no format %q; the formats are %s", name, strings.Join(names, ", "))
	}
	return nil, misused("%s has no known format; use %s with one of %s", cmp.Or(file, "the output"), flag, strings.Join(names, ", "))
}

// convert converts the games of a file.
func convert(s *streams, reads, writes *cabinet.Format, name, out string) error {
	in, err := s.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	games, bad := reads.Read(in)
	if len(games) == 0 {
		if bad != nil {
			return fmt.Errorf("%s: %s", name, words(phrase.English, bad))
		}
		return fmt.Errorf("%s holds no game", name)
	}
	for _, g := range games {
		if !writes.HoldsGame(g) {
			return fmt.Errorf("%s is for %s", writes.Name, writes.Holds())
		}
	}
	var buf bytes.Buffer
	if err := writes.Write(&buf, games); err != nil {
		return fmt.Errorf("%s cannot be written as %s: %s", name, writes.Name, words(phrase.English, err))
	}
	if err := s.write(out, buf.Bytes()); err != nil {
		return err
	}
	if bad != nil {
		return fmt.Errorf("%s: %s converted, but:\n%s", name, phrase.Plural(len(games), "game"), words(phrase.English, bad))
	}
	return nil
}

package main

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/spf13/cobra"

	"parlour/draw/printing"
	"parlour/terminal"
)

func printCommand(s *streams) *cobra.Command {
	var setup setupFlags
	var out, paper, server string
	var onePage bool
	cmd := &cobra.Command{
		Use:   "print GAME",
		Short: "Write a game as a PDF to print and play",
		Long: `Write a game as a PDF to print and play: its rules in our words, its board in true
size on as many sheets as it needs, and its pieces to cut out. Print it at 100 %, not
fitted to the page. With --one-page it is a single sheet: the board as large as the
paper allows, and the rules on four cards. The same game always gives the same file.`,
		Example: `  parlour print kleefeld -o kleefeld.pdf
  parlour print checkers --paper letter -o checkers.pdf
  parlour print mensch --one-page --paper a3 -o mensch.pdf
  parlour print parker --url https://parlour.example -o parker.pdf
  parlour print auto-race --option layout=hundred -o auto-race.pdf`,
		Args:              between(1, 1, "GAME"),
		ValidArgsFunction: completeGame,
		RunE: func(_ *cobra.Command, args []string) error {
			e, err := gameArg(args[0])
			if err != nil {
				return err
			}
			p, ok := printing.PaperByName(strings.ToLower(paper))
			if !ok {
				return misused("there is no paper %q; the papers are %s", paper, strings.Join(papers(), ", "))
			}
			link, err := pageOf(server, e.Info.ID)
			if err != nil {
				return err
			}
			if (out == "" || out == "-") && terminal.Is(s.out) {
				return misused("a terminal cannot show a PDF; name a file with -o")
			}
			m, err := setup.match(e)
			if err != nil {
				return err
			}
			var b bytes.Buffer
			write := printing.Set(s.words(), e, m, p).WritePDF
			if onePage {
				write = printing.Set(s.words(), e, m, p).WritePage
			}
			if err := write(&b, link); err != nil {
				return err
			}
			return s.write(out, b.Bytes())
		},
	}
	fl := cmd.Flags()
	addOutFlag(fl, &out, "", "file to write; - or nothing for standard output")
	fl.StringVar(&paper, "paper", printing.Papers[0].Name, "paper to print on: "+strings.Join(papers(), " or "))
	fl.BoolVar(&onePage, "one-page", false, "one sheet with the board and short rules")
	fl.StringVar(&server, "url", "", "address of a server; a QR code then leads to its page of the game")
	_ = cmd.RegisterFlagCompletionFunc("paper", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return papers(), cobra.ShellCompDirectiveNoFileComp
	})
	setup.add(cmd)
	return cmd
}

// papers returns the names of the papers.
func papers() (names []string) {
	for _, p := range printing.Papers {
		names = append(names, p.Name)
	}
	return names
}

// pageOf returns the address of the page of a game on a server, "" for no server.
func pageOf(server, game string) (string, error) {
	if server == "" {
		return "", nil
	}
	u, err := url.Parse(server)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
		return "", misused("--url %s: expected the address of a server, such as https://parlour.example", server)
	}
	return u.JoinPath("g", game).String(), nil
}

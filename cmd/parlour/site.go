package main

import (
	"github.com/spf13/cobra"

	"parlour/phrase"
	"parlour/server"
	"parlour/web/site"
)

func siteCommand(s *streams) *cobra.Command {
	var out, base, online, local, lang string
	cmd := &cobra.Command{
		Use:   "site --out DIR",
		Short: "Write a website of plain files, to play without a server",
		Long: `Site writes Parlour as plain files that any web server can serve: the shelf, the
rules, lessons, measurements and pages to print. People play against bots or
together on one device; their tables are kept in the browser. docs/SITE.md shows which
headers to set.

The folder has to be new, empty, or a site that the command wrote before. Two runs of
the same build write the same bytes.`,
		Example: `  parlour site --out public
  parlour site --out public --base /games/
  parlour site --out public --base https://example.org/games/ --server https://parlour.example.org`,
		Args: exactly(0, "no arguments"),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if out == "" {
				return misused("say where to write the site: --out DIR")
			}
			var c site.Config
			if c.Base, c.Origin, err = site.ParseBase(base); err != nil {
				return misused("--base: %w", err)
			}
			if c.Server, err = site.ParseServer(online); err != nil {
				return misused("--server: %w", err)
			}
			if c.Language, err = spoken(lang); err != nil {
				return err
			}
			p, err := server.Program(cmd.Context(), local)
			if err != nil {
				return err
			}
			if p != nil { // a nil pointer is no Program
				c.Program = p
			}
			bar := newBar(s, 0)
			defer bar.clear()
			c.Progress = func(done, all int) { bar.showOf(done, all) }
			sum, err := site.Write(cmd.Context(), out, c)
			if err != nil {
				return err
			}
			bar.clear()
			s.printf("%s (%.1f MB) written to %s.\n", phrase.Plural(sum.Files, "file"), float64(sum.Bytes)/1e6, out)
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&out, "out", "", "folder to write")
	fl.StringVar(&base, "base", "/", "where the site will be: a path such as /games/, or an address such as https://example.org/games/")
	fl.StringVar(&online, "server", "", "server where people play online, such as https://parlour.example.org; the site points to it")
	addLang(fl, &lang)
	fl.StringVar(&local, "local", "", "folder with the program that plays on the device (default: the one in this build)")
	return cmd
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/internal/files"
	"parlour/language"
	"parlour/language/list"
	"parlour/language/source"
)

func wordsCommand(s *streams) *cobra.Command {
	var dir string
	var missing bool
	cmd := &cobra.Command{
		Use:   "words [LANGUAGE]",
		Short: "Show how much of Parlour is translated",
		Long: `Show for each language how much of each area is translated, in percent. A text
whose English has changed does not count. With a language, also list the texts that
are stale, and with --missing those that nobody has translated.

Translations are PO files in the folder language of the source. Run the command
there to see your changes at once; elsewhere it shows those of the program.`,
		Example: `  parlour words
  parlour words de --missing
  parlour words update
  parlour words import de texts.json`,
		Args:              between(0, 1, "[LANGUAGE]"),
		ValidArgsFunction: completeLanguage,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return writeWords(s, dir)
			}
			l, err := languageArg(args[0], dir)
			if err != nil {
				return err
			}
			return writeMissing(s, l, missing)
		},
	}
	cmd.PersistentFlags().StringVar(&dir, "dir", "language", "folder with the folders of the languages; without it, those of the program")
	cmd.Flags().BoolVar(&missing, "missing", false, "also list what is not translated")
	cmd.AddCommand(wordsUpdateCommand(s, &dir), wordsImportCommand(s, &dir), wordsEnglishCommand(s))
	return cmd
}

// languageArg finds a language other than English. If dir has its folder, it is
// read from there.
func languageArg(tag, dir string) (*language.Language, error) {
	l := language.Match(list.All[1:], tag)
	if l == nil {
		return nil, misused("there is no language %q; expected one of %s", tag, anyOf(tags()))
	}
	if path := filepath.Join(dir, l.Tag); isFolder(path) {
		return &language.Language{Tag: l.Tag, Name: l.Name, Dir: l.Dir, Ready: l.Ready, Grammar: l.Grammar, Files: os.DirFS(path)}, nil
	}
	return l, nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// tags returns the languages other than English.
func tags() (tags []string) {
	for _, l := range list.All[1:] {
		tags = append(tags, l.Tag)
	}
	return tags
}

func completeLanguage(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return tags(), cobra.ShellCompDirectiveNoFileComp
}

// writeWords writes a table of areas and languages.
func writeWords(s *streams, dir string) error {
	states := map[string]map[string]language.State{}
	t := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
	fmt.Fprint(t, "AREA\tTEXTS")
	for _, tag := range tags() {
		l, err := languageArg(tag, dir)
		if err != nil {
			return err
		}
		entries, err := l.Entries()
		if err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		states[tag] = map[string]language.State{}
		for _, a := range source.Areas() {
			states[tag][a.Name] = language.Compare(a, entries[a.Name])
		}
		fmt.Fprintf(t, "\t%s", tag)
	}
	fmt.Fprintln(t)
	for _, a := range source.Areas() {
		fmt.Fprintf(t, "%s\t%d", a.Name, len(a.Texts))
		for _, tag := range tags() {
			state := states[tag][a.Name]
			fmt.Fprintf(t, "\t%d %%", state.Percent())
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// writeMissing lists what a language lacks, and every fault of its texts.
func writeMissing(s *streams, l *language.Language, missing bool) error {
	entries, err := l.Entries()
	if err != nil {
		return err
	}
	for _, a := range source.Areas() {
		state := language.Compare(a, entries[a.Name])
		s.printf("%s: %d %%, %d of %d texts\n", a.Name, state.Percent(), state.Done, state.Texts)
		lines := func(what string, contexts []string) {
			for _, c := range contexts {
				s.printf("  %s %s\n", what, c)
			}
		}
		if missing {
			lines("missing", state.Missing)
		}
		lines("stale", state.Stale)
		lines("no longer used", state.Dead)
		for _, fault := range language.Faults(l, a.Name, entries[a.Name]) {
			s.printf("  %s\n", fault)
		}
	}
	return nil
}

func wordsUpdateCommand(s *streams, dir *string) *cobra.Command {
	return &cobra.Command{
		Use:   "update",
		Short: "Write today's English into the PO files",
		Long: `Write today's English into the PO files of all languages. Translations are kept.
Those whose English has changed are marked as fuzzy, with the English before.`,
		Example: `  parlour words update`,
		Args:    between(0, 0, "no arguments"),
		RunE: func(*cobra.Command, []string) error {
			for _, tag := range tags() {
				l, err := languageArg(tag, *dir)
				if err != nil {
					return err
				}
				entries, err := l.Entries()
				if err != nil {
					return err
				}
				for _, a := range source.Areas() {
					if err := writePO(l, *dir, a.Name, language.Update(a, entries[a.Name])); err != nil {
						return err
					}
				}
			}
			return writeWords(s, *dir)
		},
	}
}

func writePO(l *language.Language, dir, area string, entries []language.Entry) error {
	folder := filepath.Join(dir, l.Tag)
	if !isFolder(folder) {
		return fmt.Errorf("there is no folder %s; run the command in the source of Parlour, or name it with --dir", folder)
	}
	return files.WriteFile(filepath.Join(folder, area+".po"), []byte(language.WritePO(l, entries)), 0o644)
}

func wordsImportCommand(s *streams, dir *string) *cobra.Command {
	return &cobra.Command{
		Use:   "import LANGUAGE FILE",
		Short: "Take translations from a JSON file",
		Long: `Take translations into the PO files of a language from a JSON file: an object with
an object for each area, which has the text for each context. Texts with a fault are
left out and listed; the others are taken.`,
		Example: `  parlour words import de texts.json`,
		Args:    between(2, 2, "LANGUAGE FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			l, err := languageArg(args[0], *dir)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(args[1])
			if err != nil {
				return err
			}
			var texts map[string]map[string]string
			if err := json.Unmarshal(data, &texts); err != nil {
				return fmt.Errorf("%s: %w", args[1], err)
			}
			entries, err := l.Entries()
			if err != nil {
				return err
			}
			var faults []error
			taken := 0
			for _, a := range source.Areas() {
				if texts[a.Name] == nil {
					continue
				}
				list, found := language.Import(l, a, entries[a.Name], texts[a.Name])
				for _, f := range found {
					faults = append(faults, errors.New(a.Name+": "+f))
				}
				taken += len(texts[a.Name])
				if err := writePO(l, *dir, a.Name, list); err != nil {
					return err
				}
				delete(texts, a.Name)
			}
			for name := range texts {
				faults = append(faults, fmt.Errorf("there is no area %q", name))
			}
			s.printf("%d texts read\n", taken)
			return errors.Join(faults...)
		},
	}
}

func wordsEnglishCommand(s *streams) *cobra.Command {
	return &cobra.Command{
		Use:   "english [AREA]",
		Short: "Write the English texts of an area as JSON",
		Long: `Write the English texts of an area as JSON: context, English and a note for
translators. Without an area, list the areas.`,
		Example: `  parlour words english sentences`,
		Args:    between(0, 1, "[AREA]"),
		RunE: func(_ *cobra.Command, args []string) error {
			for _, a := range source.Areas() {
				if len(args) == 0 {
					s.print(a.Name)
				} else if a.Name == args[0] {
					out := json.NewEncoder(s.out)
					out.SetEscapeHTML(false)
					out.SetIndent("", " ")
					return out.Encode(a.Texts)
				}
			}
			if len(args) > 0 {
				return misused("there is no area %q; parlour words english lists them", args[0])
			}
			return nil
		},
	}
}

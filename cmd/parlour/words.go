package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"parlour/internal/files"
	"parlour/language"
	"parlour/language/source"
	"parlour/phrase"
)

func wordsCommand(s *streams) *cobra.Command {
	var dir string
	var missing bool
	var as output
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
				return writeWords(s, dir, as)
			}
			l, err := languageArg(args[0], dir)
			if err != nil {
				return err
			}
			return writeMissing(s, l, missing, as)
		},
	}
	cmd.PersistentFlags().StringVar(&dir, "dir", "language", "folder with the folders of the languages; without it, those of the program")
	cmd.Flags().BoolVar(&missing, "missing", false, "also list what is not translated")
	as.add(cmd)
	cmd.AddCommand(wordsUpdateCommand(s, &dir), wordsImportCommand(s, &dir), wordsEnglishCommand(s))
	return cmd
}

// languageArg finds a language other than English. If dir has its folder, it is
// read from there.
func languageArg(tag, dir string) (*language.Language, error) {
	l := language.Match(translated, tag)
	if l == nil {
		return nil, misused("there is no language %q; expected one of %s", tag, phrase.English.Or(tags(translated)))
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

// translated are the languages other than English.
var translated = language.All[1:]

// tags returns the tags of languages.
func tags(list []*language.Language) (tags []string) {
	for _, l := range list {
		tags = append(tags, l.Tag)
	}
	return tags
}

func completeLanguage(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return tags(translated), cobra.ShellCompDirectiveNoFileComp
}

// A translation says how much of an area a language has.
type translation struct {
	Language string `json:"language"`
	Percent  int    `json:"percent"`
	language.State
	Faults []string `json:"faults,omitempty"`
}

// translations returns how much a language has of every area.
func translations(l *language.Language) (list []translation, err error) {
	entries, err := l.Entries()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", l.Tag, err)
	}
	for _, a := range source.Areas() {
		state := language.Compare(a, entries[a.Name])
		list = append(list, translation{l.Tag, state.Percent(), state, language.Faults(l, a.Name, entries[a.Name])})
	}
	return list, nil
}

// writeWords writes a table of areas and languages.
func writeWords(s *streams, dir string, as output) error {
	var all []translation
	for _, l := range translated {
		l, err := languageArg(l.Tag, dir)
		if err != nil {
			return err
		}
		list, err := translations(l)
		if err != nil {
			return err
		}
		all = append(all, list...)
	}
	return as.print(s, all, all, func(w io.Writer) error {
		t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
		fmt.Fprintf(t, "AREA\tTEXTS\t%s\n", strings.Join(tags(translated), "\t"))
		areas := source.Areas()
		for i, a := range areas {
			fmt.Fprintf(t, "%s\t%d", a.Name, len(a.Texts))
			for k := i; k < len(all); k += len(areas) {
				fmt.Fprintf(t, "\t%d %%", all[k].Percent)
			}
			fmt.Fprintln(t)
		}
		return t.Flush()
	})
}

// writeMissing lists what a language lacks, and every fault of its texts.
func writeMissing(s *streams, l *language.Language, missing bool, as output) error {
	list, err := translations(l)
	if err != nil {
		return err
	}
	return as.print(s, list, list, func(io.Writer) error {
		for _, t := range list {
			s.printf("%s: %d %%, %d of %d texts\n", t.Area, t.Percent, t.Done, t.Texts)
			lines := func(what string, contexts []string) {
				for _, c := range contexts {
					s.printf("  %s %s\n", what, c)
				}
			}
			if missing {
				lines("missing", t.Missing)
			}
			lines("stale", t.Stale)
			lines("no longer used", t.Dead)
			for _, fault := range t.Faults {
				s.printf("  %s\n", fault)
			}
		}
		return nil
	})
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
			for _, l := range translated {
				l, err := languageArg(l.Tag, *dir)
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
			return writeWords(s, *dir, output{})
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
					return s.printJSON(a.Texts)
				}
			}
			if len(args) > 0 {
				return misused("there is no area %q; parlour words english lists them", args[0])
			}
			return nil
		},
	}
}

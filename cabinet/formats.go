package cabinet

import (
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"parlour"
	"parlour/phrase"
	"parlour/record"
	"parlour/record/mat"
	"parlour/record/pdn"
	"parlour/record/sgf"
	"parlour/record/sheet"
)

// A Format is a way to write games into files. An entry names the formats that
// hold its game; every game can be written as Own.
type Format struct {
	Name    string   // for flags and addresses: "pdn"
	Title   string   // for people: "Portable Draughts Notation"
	Endings []string // of files, the usual one first: ".pdn"
	Type    string   // media type: "application/x-go-sgf"

	// Read reads the games of a file. Games that cannot be read are left out,
	// and the error joins the reasons.
	Read func(io.Reader) ([]*record.Record, error)

	// Write writes games. The error says which game the format cannot hold.
	Write func(io.Writer, []*record.Record) error

	// Looks reports whether a text is meant to be in this format, valid or not.
	// It is for texts without a file name. If it is nil no text is.
	Looks func(text string) bool
}

// Own is the format of package record, which holds every game.
var Own = &Format{"record", "Parlour's own records", []string{".txt", ".parlour"}, "text/plain; charset=utf-8", readRecords, writeRecords, looksOwn}

// The formats of other programs.
var (
	pdnFormat = &Format{"pdn", "Portable Draughts Notation", []string{".pdn"}, "application/vnd.chess-pgn", readPDN, writePDN, looksPDN}
	matFormat = &Format{"mat", "Jellyfish match files", []string{".mat"}, "text/plain; charset=utf-8", readSheet(mat.Read), writeSheet(mat.Write), looksMat}
	sgfFormat = &Format{"sgf", "Smart Game Format", []string{".sgf"}, "application/x-go-sgf", readSheet(sgf.Read), writeSheet(sgf.Write), looksSGF}
)

func init() {
	for _, s := range []parlour.Sentences{record.Sentences, pdn.Sentences, sheet.Sentences, mat.Sentences, sgf.Sentences} {
		phrase.English.Add(s, nil)
	}
}

// FaultWords returns the texts that are arguments of what is wrong with files.
func FaultWords() []string { return append(pdn.OtherGames(), sheet.NoOptions) }

// Formats returns the formats of records, our own first.
func Formats() []*Format {
	list := []*Format{Own}
	for _, e := range shelf {
		for _, f := range e.Formats {
			if !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	return list
}

// Games returns the ids of the games that the format holds.
func (f *Format) Games() (ids []string) {
	for _, e := range shelf {
		if f == Own || slices.Contains(e.Formats, f) {
			ids = append(ids, e.Info.ID)
		}
	}
	return ids
}

// Holds names the games that the format holds: "all games", "checkers".
func (f *Format) Holds() string {
	if f == Own {
		return "all games"
	}
	return strings.Join(f.Games(), ", ")
}

// HoldsGame reports whether a game can be one that the format holds.
func (f *Format) HoldsGame(r *record.Record) bool {
	e, _, err := Parse(r.Start())
	return err != nil || f == Own || slices.Contains(e.Formats, f)
}

// FormatByName returns the format with the given name, or nil.
func FormatByName(name string) *Format {
	for _, f := range Formats() {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// FormatByFile returns the format that a file's ending tells, or nil.
func FormatByFile(name string) *Format {
	ending := strings.ToLower(filepath.Ext(name))
	for _, f := range Formats() {
		if slices.Contains(f.Endings, ending) {
			return f
		}
	}
	return nil
}

// FormatOf returns the format of a text: the one that it looks like or, if it
// looks like none, that of the file name. It is nil if neither tells.
func FormatOf(name, text string) *Format {
	for _, f := range Formats() {
		if f.Looks != nil && f.Looks(text) {
			return f
		}
	}
	return FormatByFile(name)
}

// The first lines of a text that show its format.
var (
	ownLine = regexp.MustCompile(`(?m)\A(?:\x{feff})?(?:\s*#.*\n)*\s*(?:[@=]|start|last) \S`)
	pdnLine = regexp.MustCompile(`(?m)^\s*\[\w+\s+"|^\s*1\.\s*\d+\s*[-x:]\s*\d`)
	matLine = regexp.MustCompile(`(?mi)^\s*\d+ point match|^\s*game \d+\s*$`)
	sgfLine = regexp.MustCompile(`\A(?:\x{feff})?\s*\(\s*;`)
)

func looksOwn(text string) bool { return ownLine.MatchString(text) }
func looksPDN(text string) bool {
	return !looksSGF(text) && !looksMat(text) && pdnLine.MatchString(text)
}
func looksMat(text string) bool { return matLine.MatchString(text) }
func looksSGF(text string) bool { return sgfLine.MatchString(text) }

func readRecords(r io.Reader) (list []*record.Record, err error) {
	for rec, err := range record.Read(r) {
		if err != nil {
			return list, err
		}
		list = append(list, rec)
	}
	return list, nil
}

func writeRecords(w io.Writer, list []*record.Record) error { return record.Write(w, list...) }

func readPDN(r io.Reader) (list []*record.Record, err error) {
	var faults []error
	for g, err := range pdn.Games(r) {
		if err == nil {
			var rec *record.Record
			if rec, err = g.Record(); err == nil {
				list = append(list, rec)
				continue
			}
		}
		faults = append(faults, err)
	}
	return list, errors.Join(faults...)
}

func writePDN(w io.Writer, list []*record.Record) error {
	games := make([]pdn.Game, 0, len(list))
	for _, rec := range list {
		g, err := pdn.FromRecord(rec)
		if err != nil {
			return err
		}
		games = append(games, *g)
	}
	return pdn.Write(w, games...)
}

// The two formats of backgammon hold one sheet each.
func readSheet(read func(io.Reader) (*sheet.Match, error)) func(io.Reader) ([]*record.Record, error) {
	return func(r io.Reader) ([]*record.Record, error) {
		s, err := read(r)
		if err != nil {
			return nil, err
		}
		return sheet.Records(s)
	}
}

func writeSheet(write func(io.Writer, *sheet.Match) error) func(io.Writer, []*record.Record) error {
	return func(w io.Writer, list []*record.Record) error {
		s, err := sheet.FromRecords(list...)
		if err != nil {
			return err
		}
		return write(w, s)
	}
}

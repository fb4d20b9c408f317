package language_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
)

// setups are tables that no game can have.
var setups = []parlour.Setup{
	{Players: 9, Mode: "x", Preset: "x", Seats: "x", Colours: "x", First: "x"},
	{Colours: "GG", First: "x"},
	{Players: 2, Colours: "GYB"},
	{Players: 4, Seats: "1212", Colours: "YK"},
	{Mode: "pairs", Players: 2, Colours: "GR"},
	{First: "x", Seats: "12n3"},
	{Options: map[string]string{"match": "3", "jacoby": "yes", "tile": "wide", "jump": "own", "capture": "may", "huff": "yes", "no": "x", "quiet": "-1"}},
	{Options: map[string]string{"match": "3", "jacoby": "yes"}},
	{Options: map[string]string{"capture": "may", "huff": "yes"}},
	{Options: map[string]string{"tile": "wide", "jump": "own"}},
	{Options: map[string]string{"huff": "x"}},
}

// rare are the sentences that no line and no file here is answered with: those around
// faults, those about writing files and about very long ones, invariants that a line cannot break, and ids that nobody types.
var rare = map[string]bool{
	"fault.position": true, "fault.setup": true, "contact.fault-count": true, "contact.fault-seven-begun": true, "contact.fault-tiles": true,
	"backgammon.fault-outside": true, "backgammon.fault-crawford-stake": true, "backgammon.fault-loser": true, "race.fault-two-pairs": true,
	"fault.in-game-line": true, "fault.in-game-act": true, "fault.in-game": true, "fault.in-line": true, "fault.because": true,
	"record.fault-comments": true, "record.fault-entries": true, "record.fault-no-start": true, "record.fault-nothing": true, "record.fault-referee": true,
	"record.fault-second": true, "pdn.fault-long": true, "mat.fault-automatic": true, "sgf.fault-large": true, "sgf.fault-player": true,
	"sheet.fault-full": true, "sheet.fault-over": true, "sheet.fault-over-match": true, "sheet.fault-nothing": true, "sheet.fault-open": true, "sheet.fault-opening": true,
	"sheet.fault-options": true, "sheet.fault-other": true,
	"backgammon.fault-match-cube": true, "backgammon.fault-match-dice": true, "backgammon.fault-match-double": true, "backgammon.fault-match-side": true,
}

// Every fault of every game is told in every language, and the plain English of an
// error is the English of the catalogue.
func TestFaults(t *testing.T) {
	told := map[string]bool{}
	quoted := regexp.MustCompile(`"[^"]*"`)
	var tell func(err error)
	tell = func(err error) {
		var file *parlour.FileError
		var position *parlour.PositionError
		var setup *parlour.SetupError
		var faults []parlour.Fault
		switch {
		case errors.As(err, &file):
			faults = file.Faults
			tell(file.Err)
		case errors.As(err, &position):
			faults = position.Faults
		case errors.As(err, &setup):
			faults = setup.Faults
		}
		for _, f := range faults {
			in := phrase.English.Say(f.Code, f.Args)
			if f.English() != in {
				t.Errorf("%s is %q as an error and %q in the catalogue", f.Code, f.English(), in)
			}
			if told[f.Code] {
				continue
			}
			told[f.Code] = true
			for l := range others(t) {
				said := l.Catalogue().Say(f.Code, f.Args)
				if plain := quoted.ReplaceAllString(said, ""); said == in || leftover.MatchString(plain) || english.MatchString(plain) {
					t.Errorf("%s: %s is said as %q", l.Tag, f.Code, said)
				}
			}
		}
	}
	for _, line := range brokenLines(t) {
		_, _, err := cabinet.Parse(line)
		tell(err)
	}
	for _, e := range cabinet.Games()[:8] {
		for _, line := range []string{"nonsense", `[EVENT "x"]`, strings.Repeat("x", parlour.MostLine)} {
			_, err := e.Game.Parse(line + " 1 2 3 4 5")
			tell(err)
		}
		start, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		for _, at := range []string{"6", "nowhere"} {
			all := parlour.TrayOf(start)
			for i := range all {
				all[i].Place = at
			}
			_, err := parlour.Arrange(start, parlour.Arrangement{Pieces: all, Fields: map[string]string{"colours": "GB"}})
			tell(err)
		}
		for _, s := range setups {
			_, err := e.Game.New(s)
			tell(err)
		}
	}
	for name, err := range brokenFiles(t) {
		tell(err)
		for l := range others(t) {
			said := l.Catalogue().Error(err)
			if plain := quoted.ReplaceAllString(said, ""); said == phrase.English.Error(err) || leftover.MatchString(plain) || english.MatchString(plain) {
				t.Errorf("%s: %s is said as %q", l.Tag, name, said)
			}
		}
	}
	for _, code := range phrase.English.Codes() {
		if ours(code) && (strings.Contains(code, ".fault-") || strings.HasPrefix(code, "fault.")) && told[code] == rare[code] {
			t.Errorf("%s is told: %v", code, told[code])
		}
	}
}

// brokenFiles returns what is wrong with files of games, by their names.
func brokenFiles(t *testing.T) map[string]error {
	data, err := os.ReadFile("testdata/files.txt")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"control.txt":   "= auto-race G:0/B:0 G - - -\nG 4 0>\x004\n",
		"utf8.txt":      "= auto-race G:0/B:0 G - - -\n# \xff\n",
		"long-line.txt": "# " + strings.Repeat("x", record.MaxLine),
		"many-tags.txt": strings.Repeat("@ a: b\n", record.MaxTags+1),
		"long.mat":      strings.Repeat("x", 1<<13),
	}
	for part := range strings.SplitSeq("\n"+string(data), "\n-- ") {
		if name, text, ok := strings.Cut(part, " --"); ok {
			files[name] = strings.TrimPrefix(text, "\n")
		}
	}
	faults := map[string]error{}
	for name, text := range files {
		f := cabinet.FormatByFile(name)
		games, err := f.Read(strings.NewReader(text))
		if f == cabinet.Own && err == nil {
			var one *record.Record
			if one, err = record.ReadOne(strings.NewReader(text)); err == nil {
				_, err = record.Replay(cabinet.Open, one, nil)
			}
		}
		if err == nil {
			t.Errorf("%s is read without a fault: %d games", name, len(games))
			continue
		}
		if several, ok := err.(interface{ Unwrap() []error }); ok {
			err = several.Unwrap()[0]
		}
		faults[name] = err
	}
	return faults
}

// brokenLines returns the lines of a file, the invalid positions of the scenario
// files, and their valid ones with one wrong character.
func brokenLines(t *testing.T) (lines []string) {
	data, err := os.ReadFile("testdata/broken.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines = strings.Split(strings.TrimSpace(string(data)), "\n")
	files, err := filepath.Glob("../games/*/testdata/*extra.json")
	if err != nil || len(files) < 3 {
		t.Fatalf("found %v, %v", files, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var all struct{ Invalid, Refuses []struct{ Position string } }
		if err := json.Unmarshal(data, &all); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		for _, x := range all.Invalid {
			lines = append(lines, x.Position)
		}
		last := ""
		for i, x := range all.Refuses {
			if x.Position == last || i%4 > 0 {
				continue
			}
			last = x.Position
			for at := range x.Position {
				for _, c := range []string{"", "x", "0", "-", ",", ";", "=", "3", "G"} {
					lines = append(lines, x.Position[:at]+c+x.Position[at+1:])
				}
			}
		}
	}
	return lines
}

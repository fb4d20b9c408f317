package cabinet_test

import (
	"bytes"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/record"
)

// The complete games go into the formats of the field and come back to the
// same last position.
func TestFormats(t *testing.T) {
	for _, c := range []struct{ game, format string }{
		{"checkers", "record"}, {"checkers", "pdn"}, {"backgammon", "record"}, {"backgammon", "mat"}, {"backgammon", "sgf"},
	} {
		f := completeGames(t, c.game)
		own := cabinet.FormatByName("record")
		games, err := own.Read(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		format := cabinet.FormatByName(c.format)
		for i, g := range games {
			var file bytes.Buffer
			if err := format.Write(&file, games[i:i+1]); err != nil {
				if c.format == "mat" && strings.Contains(g.Start(), "auto-doubles=") {
					continue // a match file has no place for them
				}
				t.Errorf("%s %d as %s: %v", c.game, i+1, c.format, err)
				continue
			}
			text := file.String()
			back, err := format.Read(&file)
			if err != nil || len(back) != 1 {
				t.Errorf("%s %d as %s: %d games, %v\n%s", c.game, i+1, c.format, len(back), err, text)
				continue
			}
			if _, err := record.Replay(cabinet.Open, back[0], nil); err != nil {
				t.Errorf("%s %d as %s: %v", c.game, i+1, c.format, err)
			}
			if back[0].End != g.End {
				t.Errorf("%s %d as %s ends %q, want %q", c.game, i+1, c.format, back[0].End, g.End)
			}
		}
	}
}

func TestFormatNames(t *testing.T) {
	for _, f := range cabinet.Formats() {
		if cabinet.FormatByName(f.Name) != f || cabinet.FormatByFile("games/X"+strings.ToUpper(f.Endings[0])) != f {
			t.Errorf("%s is not found", f.Name)
		}
	}
	if cabinet.FormatByName("gif") != nil || cabinet.FormatByFile("x.gif") != nil || cabinet.FormatByFile("pdn") != nil {
		t.Error("there are formats that are none")
	}
}

// A format refuses games it cannot hold, and files that are none.
func TestFormatErrors(t *testing.T) {
	ludo := &record.Record{Entries: []record.Entry{{Kind: record.Check, Text: "kleefeld G:-,-,-,-/B:-,-,-,- G - - -"}}}
	for _, f := range cabinet.Formats()[1:] {
		if err := f.Write(new(bytes.Buffer), []*record.Record{ludo}); err == nil {
			t.Errorf("%s holds a game of Ludo", f.Name)
		}
		for _, text := range []string{"", "\x00\x01", "1. 1-2 {", "Game 1\n 1) 99: 1/2\n", "(;GM[6];B[99aa]", strings.Repeat("(", 10000)} {
			if list, err := f.Read(strings.NewReader(text)); err == nil && len(list) > 0 && text == "" {
				t.Errorf("%s reads %q as %d games", f.Name, text, len(list))
			}
		}
	}
}

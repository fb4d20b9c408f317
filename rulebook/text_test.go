package rulebook

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Every rule and option of every book is written, on lines that fit a terminal.
func TestWriteText(t *testing.T) {
	for _, b := range []*Book{Kleefeld, Parker, British, Mensch, AutoRace, Contact, Checkers, Backgammon} {
		var out strings.Builder
		b.WriteText(&out)
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(line) > 81 && strings.Count(strings.TrimSpace(line), " ") > 0 {
				t.Errorf("%s: this line is too long: %s", b.ID, line)
			}
		}
		want := 0
		for _, c := range b.Clauses {
			if want++; !strings.Contains(out.String(), "["+c.ID+"]\n") {
				t.Errorf("%s is missing", c.ID)
			}
		}
		for _, r := range b.Rulings {
			if want++; !strings.Contains(out.String(), "["+r.ID+"]\n") {
				t.Errorf("%s is missing", r.ID)
			}
		}
		if want == 0 || strings.Count(out.String(), "(default ") < len(b.Options) {
			t.Errorf("%s: options are missing", b.ID)
		}
	}
}

// TestPrinted checks that only what the sheet of 1928 has stands under "The book
// says" in the two books whose rules come from elsewhere.
func TestPrinted(t *testing.T) {
	for _, b := range []*Book{Checkers, Backgammon} {
		var out strings.Builder
		b.WriteText(&out)
		_, rest, _ := strings.Cut(out.String(), "The book says\n")
		says, rest, ok := strings.Cut(rest, "Not in the book")
		if strings.Count(says, "[") != 1 || !strings.Contains(says, "["+b.ID+"/sheet]") || !ok {
			t.Errorf("%s: under \"The book says\" stands %s", b.ID, says)
		}
		if n := strings.Count(rest, "Source: "); n != len(b.Clauses)-1 {
			t.Errorf("%s: %d clauses from elsewhere name their source, want %d", b.ID, n, len(b.Clauses)-1)
		}
		for _, id := range b.Printed {
			if b.Clause(id) == nil {
				t.Errorf("%s prints %s, which it does not have", b.ID, id)
			}
		}
	}
}

func TestWriteRule(t *testing.T) {
	for id, want := range map[string]string{"kick": "Source: ", "r-tries": "Decision: ", "tries": "(default "} {
		var out strings.Builder
		if err := Kleefeld.WriteRule(&out, id); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%s: %v, %s", id, err, out.String())
		}
	}
	if err := Kleefeld.WriteRule(&strings.Builder{}, "gears"); err == nil || !strings.Contains(err.Error(), `"gears"`) {
		t.Errorf("an unknown rule: %v", err)
	}
}

func TestWrap(t *testing.T) {
	long := strings.Repeat("word ", 20)
	if got, want := wrap(long, "  "), "  "+strings.TrimSpace(strings.Repeat("word ", 15))+"\n  word word word word word"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

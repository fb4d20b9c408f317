package cabinet_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/rulebook"
)

// Every clause of every book stands in exactly one chapter, and the chapters
// have the names and the order that all books share.
func TestReadingHasEveryClause(t *testing.T) {
	for _, e := range cabinet.Games() {
		read := e.Book.Read()
		seen := map[string]int{}
		last := -1
		for _, ch := range read.Chapters {
			at := slices.Index(rulebook.ChapterNames, ch.Name)
			if at <= last {
				t.Errorf("%s: the chapter %q is unknown or out of order", e.Info.ID, ch.Name)
			}
			last = at
			if ch.Lead == "" || len(ch.Pages) == 0 {
				t.Errorf("%s: the chapter %s is empty", e.Info.ID, ch.Name)
			}
			for _, s := range ch.Pages {
				for _, id := range s.IDs(e.Book) {
					seen[id]++
				}
			}
		}
		for _, c := range e.Book.Clauses {
			if seen[c.ID] != 1 {
				t.Errorf("%s stands in %d chapters", c.ID, seen[c.ID])
			}
			delete(seen, c.ID)
		}
		for id := range seen {
			t.Errorf("%s: %s is no clause", e.Info.ID, id)
		}
	}
}

// Every summary has its four cards with words and a picture, short enough to be
// read in a minute: 200 words are.
func TestSummaries(t *testing.T) {
	for _, e := range cabinet.Games() {
		read := e.Book.Read()
		words := 0
		for _, c := range read.Cards() {
			words += len(strings.Fields(c.Text))
			if c.Text == "" || e.Figure("summary-"+c.Name) == nil {
				t.Errorf("%s: the card %s lacks its words or its picture", e.Info.ID, c.Name)
			}
		}
		if len(read.Cards()) != 4 || words > 200 {
			t.Errorf("%s: a summary of %d cards and %d words", e.Info.ID, len(read.Cards()), words)
		}
	}
}

// Every clause that has a worked position is shown beside a picture.
func TestEveryWorkedClauseIsShown(t *testing.T) {
	for _, e := range cabinet.Games() {
		shown := map[string]bool{}
		for _, f := range e.Figures(phrase.English) {
			if f.Note == "" {
				t.Errorf("%s: the picture %s has no caption", e.Info.ID, f.Name)
			}
			if strings.HasPrefix(f.Name, "summary-") {
				continue
			}
			for _, id := range f.Shows {
				shown[id] = true
			}
		}
		for _, ch := range e.Book.Read().Chapters {
			for _, s := range ch.Pages {
				for _, id := range s.IDs(e.Book) {
					if name, _, _ := strings.Cut(s.Clauses, " "); e.Example(id) != nil && e.Figure(name) == nil {
						t.Errorf("%s has a worked position, but no picture", id)
					}
				}
			}
		}
		t.Logf("%s: %d pictures, %d of %d clauses beside one", e.Info.ID, len(e.Figures(phrase.English)), len(shown), len(e.Book.Clauses))
	}
}

// notation finds what only a program or an expert reads: squares written as
// h5 or 24, moves, options, and the names of positions.
var notation = regexp.MustCompile(`[>=*/^|\[\]:+_]\S|\b[a-p][0-9]{1,2}\b|[0-9]|\bXGID\b|\bFEN\b`)

// No caption contains notation, and each is one or two sentences.
func TestCaptionsAreWords(t *testing.T) {
	for _, e := range cabinet.Games() {
		for _, f := range e.Figures(phrase.English) {
			text := f.Note
			if f.Name != "preset-1928" && notation.MatchString(text) {
				t.Errorf("%s: %s: notation in %q", e.Info.ID, f.Name, text)
			}
			if !strings.HasSuffix(text, ".") || len(text) > 160 || strings.ToUpper(text[:1]) != text[:1] {
				t.Errorf("%s: %s: not a short sentence: %q", e.Info.ID, f.Name, text)
			}
		}
	}
}

// Every picture is of a position that the game reads, and what is done in it is
// legal. The dice in the picture are those of the position.
func TestFiguresAreLegal(t *testing.T) {
	for _, e := range cabinet.Games() {
		for _, f := range e.Figures(phrase.English) {
			m, err := e.Game.Parse(f.Position)
			if err != nil {
				t.Errorf("%s: %s: %v", e.Info.ID, f.Name, err)
				continue
			}
			if f.Move == "" {
				continue
			}
			mv, err := m.Parse(strings.TrimPrefix(f.Move, "throw "))
			if err == nil {
				err = m.Play(mv)
			}
			if err != nil {
				t.Errorf("%s: %s: %s: %v", e.Info.ID, f.Name, f.Move, err)
			}
			if fields := strings.Fields(f.Position); e.Family == "race" && fields[3] != "-" && fields[3] != f.Throw {
				t.Errorf("%s: %s: the dice show %q in %s", e.Info.ID, f.Name, f.Throw, f.Position)
			}
		}
	}
	if f := cabinet.ByID("kleefeld").Figure("no-such-picture"); f != nil {
		t.Errorf("a picture that does not exist: %+v", f)
	}
}

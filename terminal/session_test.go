package terminal

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/language"
	"parlour/phrase"
)

// A game that cannot be saved is printed.
func TestKeepPrints(t *testing.T) {
	t.Chdir(t.TempDir())
	m, _ := cabinet.Open("auto-race G:0/B:0 G - - -")
	var o bytes.Buffer
	g, err := newSession(Streams{In: strings.NewReader(""), Out: &o, Err: io.Discard}, &Game{Entry: cabinet.ByID("auto-race"), Start: m}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	g.file = "no/such/folder/x.txt"
	if err := g.do(act{move: 4}); err != nil {
		t.Fatal(err)
	}
	if err := g.keep(); err == nil || !strings.Contains(o.String(), "G throw 4") {
		t.Errorf("%v: %s", err, o.String())
	}
}

// A person named in a saved game continues it, and keeps the name.
func TestNamedPlayers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.txt")
	text := "@ Game: checkers\n@ Seat B: Ada\n@ Seat W: greedy\n= checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	game, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	g, err := newSession(Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}, game, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if g.names[0] != Human || g.names[1] != "greedy" {
		t.Errorf("the seats have %q", g.names)
	}
	rec := g.record()
	if b, w := rec.Tag("Seat B"), rec.Tag("Seat W"); b != "Ada" || w != "greedy" {
		t.Errorf("the record names %q and %q", b, w)
	}
}

func TestPlayAny(t *testing.T) {
	t.Chdir(t.TempDir())
	for in, want := range map[string]string{
		"":                      "Which game?",
		"chess\n":               "checkers, backgammon",
		"7\nabandon\n":          "Black to move",
		"checkers\nabandon\n":   "Black to move",
		"99\n7\nwhy\nabandon\n": "why 12>18",
	} {
		var out bytes.Buffer
		s := Streams{In: strings.NewReader(in), Out: &out, Err: io.Discard}
		if err := PlayAny(context.Background(), s); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%q: %v, %s", in, err, out.String())
		}
	}
}

// TestOtherLanguages plays in every language: nothing that has a translation is said
// in English.
func TestOtherLanguages(t *testing.T) {
	english := map[string]string{} // by text
	for _, code := range phrase.English.Codes() {
		if text := phrase.English.Sentence(code); !strings.Contains(text, "{") && strings.Contains(text, " ") {
			english[text] = code
		}
	}
	for _, l := range language.All[1:] {
		e := cabinet.ByID("checkers")
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		in := "?\nmoves\nwhy\nwhy 9-14\n99\n\nnonsense\nthrow\nundo\nsave\naccept\nboard\n9-14\nresign\nabandon\n"
		g := &Game{Entry: e, Start: m}
		if err := g.Play(t.Context(), Streams{In: strings.NewReader(in), Out: &out, Err: io.Discard, Lang: l.Catalogue()}, Options{Seed: 1, Plain: true}); err != nil {
			t.Fatal(err)
		}
		said := out.String()
		for text, code := range english {
			if own := l.Catalogue().Sentence(code); own != text && strings.Contains(said, text) {
				t.Errorf("%s: %q is said in English", l.Tag, text)
			}
		}
		for _, text := range []string{"Black", "to move", "moved", "Type"} {
			if strings.Contains(said, text) {
				t.Errorf("%s: %q is said:\n%s", l.Tag, text, said)
			}
		}
		if !strings.Contains(said, l.Catalogue().Say("terminal.after", nil)) {
			t.Errorf("%s: the game does not end:\n%s", l.Tag, said)
		}
	}
}

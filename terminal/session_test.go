package terminal

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"parlour/cabinet"
)

// A game that cannot be saved is printed.
func TestKeepPrints(t *testing.T) {
	t.Chdir(t.TempDir())
	m, _ := cabinet.Open("auto-race G:0/B:0 G - - -")
	var o bytes.Buffer
	g, err := newSession(Streams{strings.NewReader(""), &o, io.Discard}, &Game{Entry: cabinet.ByID("auto-race"), Start: m}, Options{})
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
		s := Streams{strings.NewReader(in), &out, io.Discard}
		if err := PlayAny(context.Background(), s); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%q: %v, %s", in, err, out.String())
		}
	}
}

package engine_test

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/engine"
)

var update = flag.Bool("update", false, "write the answers of the engine into docs/PROTOCOL.md")

// TestProtocol runs every example of the document against the engine.
func TestProtocol(t *testing.T) {
	const name = "../docs/PROTOCOL.md"
	old, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var questions, out bytes.Buffer
	n, fenced := 0, false
	for line := range strings.Lines(string(old)) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if fenced && strings.HasPrefix(line, "< ") {
			continue
		}
		out.WriteString(line)
		if q, ok := strings.CutPrefix(line, "> "); fenced && ok {
			questions.WriteString(q)
			n++
			out.WriteString("< ")
			out.Write(engine.AppendAnswer(nil, []byte(strings.TrimSpace(q))))
			out.WriteString("\n")
		}
	}
	if n < 20 {
		t.Errorf("only %d examples", n)
	}
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if got, want := strings.Split(out.String(), "\n"), strings.Split(string(old), "\n"); out.String() != string(old) {
		for i := range min(len(got), len(want)) {
			if got[i] != want[i] {
				t.Fatalf("%s:%d:\nengine:   %s\ndocument: %s\n(go test ./engine -update rewrites it)", name, i+1, got[i], want[i])
			}
		}
		t.Fatal("the document ends too early")
	}
	// The same through the pipe.
	var answers bytes.Buffer
	if err := engine.Serve(&questions, &answers); err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(answers.Bytes(), []byte("\n")); got != n {
		t.Errorf("%d answers to %d questions", got, n)
	}
}

// The document names every kind of dice, and every deck of a game.
func TestProtocolDice(t *testing.T) {
	doc, err := os.ReadFile("../docs/PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	ballot, err := cabinet.Open("checkers[opening=three-move] B:W21-32:B1-12 q=0;ballot")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range []parlour.Dice{parlour.OneDie, parlour.TwoDice, parlour.OneEach, ballot.Turn().Dice} {
		if !strings.Contains(string(doc), "`"+d.String()+"`") {
			t.Errorf("the document does not know the dice %q", d)
		}
	}
}

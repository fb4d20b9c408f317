package cabinet

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"
)

// An Example shows rules at work: a position and what is done in it.
type Example struct {
	Position string   `json:"position"`
	Move     string   `json:"move,omitempty"`  // or "throw 31"; "" where the position speaks for itself
	Throw    string   `json:"throw,omitempty"` // the dice on the table: "53"
	Note     string   `json:"note"`            // what is to be seen, in words
	Shows    []string `json:"shows"`           // the clauses and rulings, in the order of the book
}

// Options returns the options that the example is played by, as they are
// written in its position; "" for the book's own reading.
func (x *Example) Options() string {
	game, _, _ := strings.Cut(x.Position, " ")
	_, tag, _ := strings.Cut(game, "[")
	return strings.TrimSuffix(tag, "]")
}

// Context returns what the note is called in translations.
func (x *Example) Context() string { return x.Shows[0] + ".example" }

//go:embed examples.json
var examplesFile []byte

// ownExamples are those of the games of the house. They are chosen from the
// scenarios that the engines are tested with, by
// go test ./cabinet -run Examples -update.
var ownExamples = sync.OnceValue(func() map[string][]Example {
	var all map[string][]Example
	if err := json.Unmarshal(examplesFile, &all); err != nil {
		panic("cabinet: examples.json: " + err.Error())
	}
	return all
})

func examples(id string) func() []Example {
	return func() []Example { return ownExamples()[id] }
}

// Example returns the example of a clause or ruling, given with or without the
// name of the game before it, or nil.
func (e *Entry) Example(id string) *Example {
	if !strings.Contains(id, "/") {
		id = e.Info.ID + "/" + id
	}
	all := e.Examples()
	for i := range all {
		if slices.Contains(all[i].Shows, id) {
			return &all[i]
		}
	}
	return nil
}

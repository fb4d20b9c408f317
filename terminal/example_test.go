package terminal_test

import (
	"context"
	"os"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/terminal"
)

// A player with real dice looks at the position and quits.
func Example() {
	e := cabinet.ByID("kleefeld")
	m, err := e.Game.New(parlour.Setup{Players: 2})
	if err != nil {
		panic(err)
	}
	g := &terminal.Game{Entry: e, Start: m}
	typed := strings.NewReader("position\nabandon\n")
	err = g.Play(context.Background(), terminal.Streams{In: typed, Out: os.Stdout, Err: os.Stderr}, terminal.Options{Manual: true})
	if err != nil {
		panic(err)
	}
	// Output:
	// Ludo, by Kleefeld: Green human, Blue casual. Type ? for help.
	// Green throws (one die, 1 to 6): kleefeld G:-,-,-,-/B:-,-,-,- G - - -
	// Green throws (one die, 1 to 6):
}

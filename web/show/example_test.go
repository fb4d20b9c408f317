package show_test

import (
	"fmt"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/show"
)

// A table of checkers where Black is to move.
func Example() {
	e := cabinet.ByID("checkers")
	view := show.ViewOf(phrase.English, table.View{Game: e.Info.ID, Status: table.Playing, Turn: "B", Needs: "move"})
	fmt.Println(view.GameTitle+":", view.Words)
	// Output: Checkers: Black to move
}

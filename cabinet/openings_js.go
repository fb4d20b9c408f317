package cabinet

import "parlour/opening"

// A program inside a browser carries no books of openings.
var (
	checkersOpenings, backgammonOpenings func() *opening.Book
	checkersOpener, backgammonOpener     *opening.Maker
)

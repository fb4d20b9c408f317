package cabinet

import "parlour/learn/opening"

// A program inside a browser carries no books of openings. It only knows of which
// games there are some: the site that it belongs to has the pages.
var (
	checkersOpenings, backgammonOpenings = elsewhere, elsewhere
	checkersOpener, backgammonOpener     *opening.Maker
)

func elsewhere() *opening.Book { return &opening.Book{} }

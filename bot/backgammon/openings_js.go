package backgammon

import "parlour/learn/opening"

// OpeningMaker is nil inside a browser, where no book is made.
var OpeningMaker *opening.Maker

// OpeningBook returns a book without lines: the site has its pages.
var OpeningBook = opening.Elsewhere

// Package rules writes the rulebook of a game as a page that needs no scripts: a
// summary on four cards, chapters with pictures beside their clauses, and the
// questions that the printed book leaves open, folded away.
//
//	body, err := rules.Page(phrase.English, cabinet.ByID("kleefeld"))
//
// It also writes the game for printing: the board in true size, its pieces and
// its rules. A program inside a browser knows only the addresses of the pages.
package rules

// Package contact plays Contact. Tiles with a number in each corner move along
// the lines of a board and spin a quarter turn to the right after every move.
// Where corners of opponents meet, the lower number is removed.
//
//	m, err := contact.Game().New(parlour.Setup{Mode: "duel6"})
//	...
//	mv, err := m.Parse("f1-f3")
//	err = m.Play(mv)
//
// There are five modes: "four", "pairs", "three", "duel6" and "duel12". Options
// change the rulings; [rulebook.Contact] lists them.
//
// A position is one line of six fields:
//
//	contact duel6 h8G3456,c13R3412 s 0 -
//	|       |     |                | | turns made in the seven-step ending
//	|       |     |                | turns since a tile was removed or turned
//	|       |     |                seat to move
//	|       |     tiles: crossing, colour, numbers clockwise from north-west
//	|       mode
//	game, with its options in brackets
//
// A move names where a tile comes from and where it goes, "h8-h9"; the way
// between does not matter. [Rules] works on plain [Position] values and neither
// checks nor allocates; [Game] wraps it with every check.
package contact

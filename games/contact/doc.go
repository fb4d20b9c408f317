// Package contact plays Contact: tiles with a number at each corner walk along
// the lines of a board, spin a quarter to the right after every move, and where
// corners of opponents meet the lower number goes.
//
//	m, err := contact.Game().New(parlour.Setup{Mode: "duel6"})
//	...
//	mv, err := m.Parse("f1-f3")
//	err = m.Play(mv)
//
// Five modes: "four", "pairs", "three", "duel6" and "duel12". Options switch
// the rulings; they are listed in [rulebook.Contact].
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
// A move is where a tile comes from and goes to, "h8-h9"; the way between has
// no effect on anything. [Rules] works on plain [Position] values, checks
// nothing and allocates nothing; [Game] wraps it with every check.
package contact

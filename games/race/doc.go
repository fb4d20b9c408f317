// Package race plays the five race games: Kleefeld's, Parker's and British
// Ludo, Mensch and Auto Race. They share one Position, one notation and the
// throw-off. Each rulebook has its own Rules type in its own file, so you can
// read the code beside the book.
//
//	game := race.KleefeldGame()
//	m, err := game.Parse("kleefeld G:-,-,-,10/Y:-,-,-,14 G 4 - -")
//	if err == nil {
//		fmt.Println(m.Text(m.Moves()[0])) // 10>14xY
//	}
//
// Seats go round the board in the direction of travel. Progress counts along a
// colour's own course: -1 for a waiting man, 0 for its first space, then the
// track, the lane and home.
package race

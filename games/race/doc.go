// Package race plays the five race games: Kleefeld's, Parker's and the British
// Ludo, Mensch and Auto Race. They share one Position, one notation and the
// throw-off; each book is its own Rules type in its own file, to be read beside
// its text.
//
//	game := race.KleefeldGame()
//	m, err := game.Parse("kleefeld G:-,-,-,10/Y:-,-,-,14 G 4 - -")
//	if err == nil {
//		fmt.Println(m.Text(m.Moves()[0])) // 10>14xY
//	}
//
// Seats go round the board in the direction of travel. Progress counts along a
// colour's own course: waiting is -1, its first space 0, then the track, the
// lane and home.
package race

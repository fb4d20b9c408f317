// Package mat reads and writes match files as Jellyfish made them and most
// programs of backgammon exchange them:
//
//	7 point match
//
//	Game 1
//	X : 0                          O : 0
//	 1) 31: 8/5 6/5                 52: 13/8 24/22
//	 2)  Doubles => 2                Takes
//
// X is the player on the left. Records become sheets and sheets records:
//
//	s, err := mat.Read(file)
//	...
//	records, err := sheet.Records(s)
package mat

// Package mat reads and writes match files in the format of Jellyfish, which
// most backgammon programs exchange:
//
//	7 point match
//
//	Game 1
//	X : 0                          O : 0
//	 1) 31: 8/5 6/5                 52: 13/8 24/22
//	 2)  Doubles => 2                Takes
//
// X is the player on the left. Package sheet converts sheets to records and
// back:
//
//	s, err := mat.Read(file)
//	...
//	records, err := sheet.Records(s)
package mat

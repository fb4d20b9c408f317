// Package sgf reads and writes backgammon in the Smart Game Format, FF[4] with
// GM[6], as GNU Backgammon saves it:
//
//	(;FF[4]GM[6]MI[length:7][game:0][ws:0][bs:0]PB[X]PW[O]RU[Crawford]
//	;B[31qtst];W[52mhxv];B[double];W[take])
//
// X is black and O is white. Points are letters, a to x in white's numbering; y
// is the bar and z is off. Some programs count black's points from black's
// side. The reader can tell, because men only move towards home.
//
//	s, err := sgf.Read(file)
//	...
//	records, err := sheet.Records(s)
package sgf

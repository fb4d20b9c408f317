// Package sheet is a match of backgammon as players write it down and as match
// files store it, game by game. Packages mat and sgf read and write it; this
// package converts it to a record and back:
//
//	records, err := sheet.Records(s)
//	s, err := sheet.FromRecords(records...)
package sheet

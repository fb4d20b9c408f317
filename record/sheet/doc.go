// Package sheet holds a match of backgammon as players write it down and as
// the match files of the field hold it, game by game. Packages mat and sgf read
// and write it; here it becomes a record and a record becomes a sheet:
//
//	records, err := sheet.Records(s)
//	s, err := sheet.FromRecords(records...)
package sheet

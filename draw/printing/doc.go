// Package printing sets a game on paper: its rules, its board in true size on as
// many sheets as it needs, and its pieces to cut out.
//
//	m, err := e.Game.New(parlour.Setup{})
//	err = printing.Set(e, m, printing.A4).WritePDF(w, "https://parlour.example/g/checkers")
//
// Web pages print the same sheets (web/rules); all measures are here.
package printing

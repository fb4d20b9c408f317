// Package pdf writes documents to print: drawings of draw/svg as outlines, and
// words that can be searched and copied.
//
//	doc := pdf.New("Checkers")
//	board, err := doc.Drawing(svg.AppendEmpty(nil, b, v))
//	page := doc.Page(210, 297)
//	page.Draw(board, 10, 10, 190, 190)
//	page.Text(doc.Font(outline.Face{Bold: true}), 12, 10, 210, "Checkers")
//	_, err = doc.WriteTo(w)
//
// All lengths are millimetres from the upper left corner of the page, except the
// sizes of fonts, which are points. The same calls give the same bytes: a
// document holds neither a date nor a random number.
//
// It writes what our sheets need, and no more. docs/adr/0015-own-pdf.md says why
// we do not use a library.
package pdf

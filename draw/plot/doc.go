// Package plot draws figures in the manner of the boards: ink on warm paper,
// four inks each with its pattern.
//
//	h := plot.Histogram{Title: "Turns of a game", X: "turns", Y: "games", Bars: bars}
//	svg := h.AppendSVG(nil)
//
// A plot is plain data and becomes SVG that stands by itself. It carries a
// title and a description for those who do not see it. Every part has a class,
// so that a page can give it the colours of its own theme: paper, ink, soft,
// hair, column, band and the names of the inks.
package plot

// Package plot draws charts in the style of the boards: ink on warm paper, and
// four inks, each with its own pattern.
//
//	h := plot.Histogram{Title: "Turns of a game", X: "turns", Y: "games", Bars: bars}
//	svg := h.AppendSVG(nil)
//
// A plot is plain data and becomes a self-contained SVG. It has a title and a
// description for people who cannot see it. Every part has a class, so that a
// page can apply the colours of its theme: paper, ink, soft, hair, column, band
// and the names of the inks.
package plot

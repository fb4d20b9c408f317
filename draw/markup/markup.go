// Package markup writes SVG: text as it is, numbers with few digits, and other
// people's words escaped.
//
//	var w markup.Writer
//	w.Put(`<circle cx="~" cy="~" r="3"/>`, x, y)
//	w.Raw("<title>" + markup.Escape(title) + "</title>")
package markup

import (
	"math"
	"strconv"
	"strings"
)

// A Writer is a drawing in progress. Drawings embed it.
type Writer struct{ Buf []byte }

// Raw appends text as it is.
func (w *Writer) Raw(text string) { w.Buf = append(w.Buf, text...) }

// Put appends text with each ~ replaced by the next number.
func (w *Writer) Put(form string, numbers ...float64) {
	for _, n := range numbers {
		before, after, _ := strings.Cut(form, "~")
		w.Raw(before)
		w.Buf = AppendNumber(w.Buf, n)
		form = after
	}
	w.Raw(form)
}

// AppendNumber appends n with at most two decimals.
func AppendNumber(dst []byte, n float64) []byte {
	n = math.Round(n*100) / 100
	if n == 0 || math.IsNaN(n) || math.IsInf(n, 0) {
		return append(dst, '0') // no -0, and nothing that a reader could not handle
	}
	return strconv.AppendFloat(dst, n, 'f', -1, 64)
}

// Escape returns text that is safe between tags and in attributes. Characters
// that XML does not allow become question marks.
func Escape(text string) string {
	return strings.Map(func(r rune) rune {
		if r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return '?'
		}
		return r
	}, escaper.Replace(strings.ToValidUTF8(text, "?")))
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;")

// Package png turns the drawings of draw/svg into bitmaps, for places that
// cannot show an SVG: link previews, chats, printers.
//
//	err := png.Encode(w, svg.AppendBoard(nil, b, v), png.Options{Width: 1200, Height: 630})
//
// It understands what draw/outline reads. The size of a picture and the work on
// it are limited, so that no drawing can do harm.
package png

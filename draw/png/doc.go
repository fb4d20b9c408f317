// Package png turns the drawings of draw/svg into bitmaps, for places that
// cannot show an SVG: link previews, chats, printers.
//
//	err := png.Encode(w, svg.AppendBoard(nil, b, v), png.Options{Width: 1200, Height: 630})
//
// It understands only what draw/svg writes: groups with transforms, rectangles,
// circles, ellipses, paths, text, patterns; fills and strokes with their
// opacities, dashes and ends. Anything else is an error; nothing is left out
// silently. Input, size, nesting and work are limited, so that no drawing can
// do harm.
//
// Text is set in DejaVu, the last of the fonts that the drawings name, so that
// pictures look the same everywhere. Its licence is in the file FONTS.
package png

// Package png makes pictures of points out of the drawings of draw/svg, for
// those who cannot show a drawing: previews of links, chats, printers.
//
//	err := png.Encode(w, svg.AppendBoard(nil, b, v), png.Options{Width: 1200, Height: 630})
//
// It understands what draw/svg writes and nothing else: groups with transforms,
// rectangles, circles, ellipses, paths, words, patterns; fills and strokes with
// their opacities, dashes and ends. Whatever it does not understand is an error
// and never left out silently. Input, size, nesting and work are bounded, so
// that a drawing from anywhere does no harm.
//
// Words are set in DejaVu, the last of the faces that the drawings name, so that
// pictures look the same everywhere. Its licence is in the file FONTS.
package png

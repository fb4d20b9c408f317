// Package outline reads the drawings of draw/svg and hands their outlines, one
// after the other, to whatever shows them: a bitmap or a printed page.
//
//	d, err := outline.Read(svg.AppendBoard(nil, b, v))
//	err = d.Draw(device, outline.Identity, outline.Patterns{}, &work)
//
// It understands only what draw/svg writes: groups with transforms, rectangles,
// circles, ellipses, paths, text, patterns; fills and strokes with their
// opacities, dashes and ends. Anything else is an error; nothing is left out
// silently. Input, nesting and work are limited, so that no drawing can do harm.
//
// Text is set in DejaVu, the last of the fonts that the drawings name, so that
// pictures look the same everywhere. See package font.
package outline

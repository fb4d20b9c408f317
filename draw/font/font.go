// Package font holds the fonts of drawings as TrueType files: parts of DejaVu with
// Latin, Greek and Cyrillic letters and the signs that games need, and Caprasimo with
// Latin letters for the names on lids (web/page/fonts/subset makes it).
//
//	f, err := sfnt.Parse(font.Serif())
//
// The files are unpacked at the first call. Do not change them.
package font

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the fonts
	"io"
	"sync"
)

//go:embed serif.deflate
var serif []byte

//go:embed serif-bold.deflate
var serifBold []byte

//go:embed serif-italic.deflate
var serifItalic []byte

//go:embed sans-bold.deflate
var sansBold []byte

//go:embed poster.deflate
var poster []byte

// The fonts, by their looks.
var (
	Poster      = unpack(poster)
	Serif       = unpack(serif)
	SerifBold   = unpack(serifBold)
	SerifItalic = unpack(serifItalic)
	SansBold    = unpack(sansBold)
)

func unpack(packed []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		data, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
		if err != nil {
			panic(err) // the fonts are part of the program
		}
		return data
	})
}

package table

import (
	"strings"
	"unicode"
)

// letters counts the characters of a text as people see them: an emoji of
// several parts, a flag or a letter with its accents is one. The page counts
// with Intl.Segmenter; letters never counts more than that does.
func letters(text string) (n int) {
	var last rune // the rune before
	flag := false // last is the first half of a flag
	symbol := false
	for _, r := range text {
		half := 0x1f1e6 <= r && r <= 0x1f1ff
		joins := n > 0 && (extends(r) || half && flag ||
			last == joiner && symbol && unicode.Is(unicode.So, r) ||
			strings.ContainsRune(viramas, last) && unicode.Is(unicode.Lo, r))
		if !joins {
			n++
		}
		flag = half && !joins
		symbol = unicode.Is(unicode.So, r) || symbol && joins
		last = r
	}
	return n
}

// viramas join the consonants on both sides.
const viramas = "\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d"

// extends reports whether a rune is part of the character before it.
func extends(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc) || r == joiner ||
		0x1f3fb <= r && r <= 0x1f3ff || // skin tones
		0x1160 <= r && r <= 0x11ff // vowels and final consonants of Korean syllables
}

package printing

import (
	"strings"

	"parlour/draw/outline"
	"parlour/draw/pdf"
)

// The faces of words.
var (
	plain  = outline.Face{}
	bold   = outline.Face{Bold: true}
	italic = outline.Face{Italic: true}
)

// A block is a paragraph or a heading.
type block struct {
	words   string
	face    outline.Face
	size    float64 // points
	leading float64 // between lines, by size
	before  float64 // room above, unless it begins a column
	heading bool    // never the last in a column
}

// A setter sets words on pages. Its first error stays.
type setter struct {
	doc    *pdf.Document
	err    error
	widths map[measured]float64 // of what was measured before, at a size of 1
}

// measured is what has a width: rules are set at several sizes until they fit.
type measured struct {
	face  outline.Face
	words string
}

func newSetter(doc *pdf.Document) *setter {
	return &setter{doc: doc, widths: map[measured]float64{}}
}

// line writes a line whose letters stand on y.
func (s *setter) line(p *pdf.Page, face outline.Face, size, x, y float64, words string) {
	if err := p.Text(s.doc.Font(face), size, x, y, words); err != nil && s.err == nil {
		s.err = err
	}
}

func (s *setter) width(face outline.Face, size float64, words string) float64 {
	key := measured{face, words}
	w, ok := s.widths[key]
	if !ok {
		var err error
		if w, err = s.doc.Font(face).Width(1, words); err != nil && s.err == nil {
			s.err = err
		}
		s.widths[key] = w
	}
	return w * size
}

// wrap breaks words into lines. A word that is too long for a line, such as an
// address, is broken anywhere.
func (s *setter) wrap(face outline.Face, size, room float64, words string) (lines []string) {
	blank := s.width(face, size, " ")
	line, long := "", 0.0
	for _, word := range strings.Fields(words) {
		w := s.width(face, size, word)
		if line != "" && long+blank+w > room {
			lines = append(lines, line)
			line, long = "", 0
		}
		for w > room {
			part := []rune(word)
			for len(part) > 1 && s.width(face, size, string(part)) > room {
				part = part[:len(part)-1]
			}
			lines = append(lines, string(part))
			word = word[len(string(part)):]
			w = s.width(face, size, word)
		}
		if line != "" {
			line += " "
			long += blank
		}
		line, long = line+word, long+w
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// A leaf is a block broken into lines.
type leaf struct {
	*block
	lines []string
}

func (l *leaf) step() float64 { return l.size * l.leading * pdf.Point }

func (l *leaf) height() float64 { return float64(len(l.lines)) * l.step() }

// leaves breaks blocks into lines.
func (s *setter) leaves(blocks []block, room float64) []leaf {
	list := make([]leaf, len(blocks))
	for i := range blocks {
		b := &blocks[i]
		list[i] = leaf{b, s.wrap(b.face, b.size, room, b.words)}
	}
	return list
}

// column returns how many blocks fit into a column of a height. Blocks stay
// whole, and a heading stays with what follows it.
func column(list []leaf, height float64) int {
	y := 0.0
	for i := range list {
		if i > 0 {
			y += list[i].before
		}
		if y += list[i].height(); y > height+1e-9 {
			for i > 1 && list[i-1].heading {
				i--
			}
			return max(i, 1) // one that is too high for any column
		}
	}
	return len(list)
}

// balance returns the least height at which the blocks fit into columns, and
// whether it is not more than most.
func balance(list []leaf, columns int, most float64) (height float64, fits bool) {
	fit := func(height float64) bool {
		rest := list
		for range columns {
			rest = rest[column(rest, height):]
		}
		return len(rest) == 0
	}
	if !fit(most) {
		return most, false
	}
	low, high := 0.0, most
	for high-low > 0.1 {
		if middle := (low + high) / 2; fit(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// set writes blocks from the top of a column and returns where they end.
func (s *setter) set(p *pdf.Page, list []leaf, x, y float64) float64 {
	for i := range list {
		l := &list[i]
		if i > 0 {
			y += l.before
		}
		for _, words := range l.lines {
			// Letters stand at four fifths of the font's height, in the middle of the line.
			s.line(p, l.face, l.size, x, y+l.step()/2+l.size*0.3*pdf.Point, words)
			y += l.step()
		}
	}
	return y
}

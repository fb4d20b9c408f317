package pdf

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"unicode/utf16"

	"parlour/draw/outline"
)

// A Font is a font of a document, which holds only the letters that are used.
type Font struct {
	doc    *Document
	face   outline.Face
	font   *outline.Font
	object int
	codes  map[uint16]int // by glyph
	glyphs []outline.Glyph
	means  []rune // what each code stands for
}

// Font returns the font of a face. It panics if there is none.
func (d *Document) Font(face outline.Face) *Font {
	for _, f := range d.fonts {
		if f.face == face {
			return f
		}
	}
	font := outline.FontOf(face)
	if font == nil {
		panic(fmt.Sprintf("pdf: no font for %+v", face))
	}
	f := &Font{doc: d, face: face, font: font, object: d.reserve(), codes: map[uint16]int{}}
	f.code(outline.Glyph{}, 0) // what is shown for a letter that is missing has to be the first
	d.fonts = append(d.fonts, f)
	return f
}

// code returns the code of a glyph in the document.
func (f *Font) code(g outline.Glyph, r rune) int {
	n, ok := f.codes[g.ID]
	if !ok {
		n = len(f.glyphs)
		f.codes[g.ID], f.glyphs, f.means = n, append(f.glyphs, g), append(f.means, r)
	}
	return n
}

// Width returns the length of a line of text.
func (f *Font) Width(size float64, words string) (float64, error) {
	_, long, err := f.font.Set([]rune(words))
	return long * size * Point, err
}

// show returns the operator that shows words. A letter that the font lacks is an
// error.
func (f *Font) show(words string) (string, error) {
	letters := []rune(words)
	glyphs, _, err := f.font.Set(letters)
	if err != nil {
		return "", fmt.Errorf("pdf: %w", err)
	}
	if len(glyphs) == 0 {
		return "", nil
	}
	var b strings.Builder
	b.WriteString("[<")
	end := 0.0
	for i, g := range glyphs {
		if g.ID == 0 {
			return "", fmt.Errorf("pdf: the font has no letter %q", letters[i])
		}
		if gap := (g.At - end) * 1000; gap > 0.5 || gap < -0.5 {
			fmt.Fprintf(&b, ">%.0f<", -gap)
		}
		end = g.At + g.Width
		fmt.Fprintf(&b, "%04X", f.code(g, letters[i]))
	}
	b.WriteString(">]TJ")
	return b.String(), nil
}

// name is the font's own.
func (f *Font) name() string {
	name := "DejaVuSerif"
	if f.face.Sans {
		name = "DejaVuSans"
	}
	switch {
	case f.face.Bold:
		name += "-Bold"
	case f.face.Italic:
		name += "-Italic"
	}
	return name
}

// embed adds the objects of the font to its document.
func (f *Font) embed() error {
	t, err := readTrueType(f.font.Data)
	if err != nil {
		return err
	}
	list := make([]uint16, len(f.glyphs))
	for i, g := range f.glyphs {
		list[i] = g.ID
	}
	data, err := t.subset(list)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	var tag strings.Builder // six letters that tell subsets of the same font apart
	for _, n := range sum[:6] {
		tag.WriteByte('A' + n%26)
	}
	name := tag.String() + "+" + f.name()
	d := f.doc
	file := d.add(d.stream(fmt.Sprintf("/Length1 %d", len(data)), data))
	flags, slant := 4, 0
	if !f.face.Sans {
		flags |= 2
	}
	if f.face.Italic {
		flags, slant = flags|64, -11
	}
	m := t.measures()
	descriptor := d.add(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags %d/FontBBox[%d %d %d %d]/ItalicAngle %d/Ascent %d/Descent %d/CapHeight %d/StemV 80/FontFile2 %d 0 R>>",
		name, flags, m.box[0], m.box[1], m.box[2], m.box[3], slant, m.ascent, m.descent, m.ascent, file))
	var widths strings.Builder
	for _, g := range f.glyphs {
		fmt.Fprintf(&widths, "%s", strings.ReplaceAll(string(appendNumbers(nil, 2, "", g.Width*1000)), "\n", ""))
	}
	kid := d.add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %d 0 R/DW 600/W[0[%s]]/CIDToGIDMap/Identity>>", name, descriptor, widths.String()))
	means := d.add(d.stream("", f.toUnicode()))
	d.objects[f.object-1] = fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%d 0 R]/ToUnicode %d 0 R>>", name, kid, means)
	return nil
}

// toUnicode says what each code stands for, so that words can be searched.
func (f *Font) toUnicode() []byte {
	b := []byte("/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><FFFF>\nendcodespacerange\n")
	const most = 100 // in one list
	for from := 1; from < len(f.means); from += most {
		to := min(from+most, len(f.means))
		b = fmt.Appendf(b, "%d beginbfchar\n", to-from)
		for code := from; code < to; code++ {
			b = fmt.Appendf(b, "<%04X><", code)
			for _, u := range utf16.Encode(f.means[code : code+1]) {
				b = fmt.Appendf(b, "%04X", u)
			}
			b = append(b, ">\n"...)
		}
		b = append(b, "endbfchar\n"...)
	}
	return append(b, "endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n"...)
}

package pdf

import (
	"fmt"
	"strings"
)

// A Page is a page in progress.
type Page struct {
	doc           *Document
	width, height float64
	content       []byte
	uses          resources
	links         []int // objects
}

// Page adds a page of a size.
func (d *Document) Page(width, height float64) *Page {
	p := &Page{doc: d, width: width, height: height, uses: resources{}}
	p.content = appendNumbers(p.content, 6, "cm", 1/Point, 0, 0, -1/Point, 0, height/Point)
	d.pages = append(d.pages, p)
	return p
}

// finish adds the objects of the page to its document.
func (p *Page) finish(tree int) int {
	content := p.doc.add(p.doc.stream("", p.content))
	var links strings.Builder
	for _, l := range p.links {
		fmt.Fprintf(&links, "%d 0 R ", l)
	}
	size := appendNumbers(nil, 4, "", p.width/Point, p.height/Point)
	return p.doc.add(fmt.Sprintf("<</Type/Page/Parent %d 0 R/MediaBox[0 0 %s]/Resources%s/Contents %d 0 R/Annots[%s]>>", tree, strings.TrimSpace(string(size)), p.uses, content, links.String()))
}

// op appends an operator with its numbers.
func (p *Page) op(name string, numbers ...float64) {
	p.content = appendNumbers(p.content, 4, name, numbers...)
}

// Draw shows a drawing, stretched over a rectangle.
func (p *Page) Draw(d *Drawing, x, y, width, height float64) {
	name := fmt.Sprintf("X%d", d.object)
	p.uses.use("XObject", name, d.object)
	p.op("q")
	p.content = appendNumbers(p.content, 8, "cm", width/d.width, 0, 0, height/d.height, x, y)
	p.op("/" + name + " Do")
	p.op("Q")
}

// Clip shows only what is inside a rectangle of all that f draws.
func (p *Page) Clip(x, y, width, height float64, f func()) {
	p.op("q")
	p.op("re W n", x, y, width, height)
	f()
	p.op("Q")
}

// Line draws a black line. Dash is the length of a dash and the gap after it;
// nothing for a whole line.
func (p *Page) Line(x1, y1, x2, y2, width float64, dash ...float64) {
	p.op("q")
	p.op("w", width)
	if len(dash) == 2 {
		p.content = fmt.Appendf(p.content, "[%v %v]0 d\n", dash[0], dash[1])
	}
	p.op("m", x1, y1)
	p.op("l", x2, y2)
	p.op("S")
	p.op("Q")
}

// Text writes a line of text that begins at x. Its letters stand on y.
func (p *Page) Text(f *Font, size, x, y float64, words string) error {
	shown, err := f.show(words)
	if err != nil || shown == "" {
		return err
	}
	name := fmt.Sprintf("F%d", f.object)
	p.uses.use("Font", name, f.object)
	p.op("BT")
	p.op("/" + name + " " + string(appendNumbers(nil, 4, "Tf", size*Point)))
	p.op("Tm", 1, 0, 0, -1, x, y)
	p.op(shown)
	p.op("ET")
	return nil
}

// Link makes a rectangle lead to an address.
func (p *Page) Link(x, y, width, height float64, address string) {
	box := appendNumbers(nil, 2, "", x/Point, (p.height-y-height)/Point, (x+width)/Point, (p.height-y)/Point)
	uri := strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`).Replace(address)
	p.links = append(p.links, p.doc.add(fmt.Sprintf("<</Type/Annot/Subtype/Link/Rect[%s]/Border[0 0 0]/F 4/A<</S/URI/URI(%s)>>>>", strings.TrimSpace(string(box)), uri)))
}

// Package pdftest reads the documents of draw/pdf for tests. It checks their
// structure as it goes, and it shares no code with the writer.
//
//	f := pdftest.Read(t, data)
//	words := f.Pages[0].Words()
package pdftest

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// A File is a document.
type File struct {
	Objects map[int]Object
	Pages   []Page
	t       testing.TB
}

// An Object is a part of a document: its dictionary, and the data of a stream.
type Object struct {
	Dict string
	Data []byte
}

// A Page is a page of a document.
type Page struct {
	Width, Height float64 // millimetres
	Content       string
	Dict          string
	file          *File
}

var (
	beginning = regexp.MustCompile(`^(\d+) 0 obj\n`)
	length    = regexp.MustCompile(`/Length (\d+)`)
	reference = regexp.MustCompile(`(\d+) 0 R`)
	shown     = regexp.MustCompile(`<([0-9A-F]*)>`)
	meant     = regexp.MustCompile(`(?m)^<([0-9A-F]{4})><([0-9A-F]{4})>$`)
	mediaBox  = regexp.MustCompile(`/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]`)
)

// Read reads a document.
func Read(t testing.TB, data []byte) *File {
	t.Helper()
	f := &File{Objects: map[int]Object{}, t: t}
	if !bytes.HasPrefix(data, []byte("%PDF-1.")) || !bytes.HasSuffix(data, []byte("%%EOF\n")) {
		t.Fatal("this is not a PDF")
	}
	_, tail, _ := bytes.Cut(data[bytes.LastIndex(data, []byte("startxref")):], []byte("\n"))
	at, err := strconv.Atoi(string(bytes.Fields(tail)[0]))
	if err != nil || !bytes.HasPrefix(data[at:], []byte("xref\n0 ")) {
		t.Fatal("the table of objects is not where the file says")
	}
	lines := strings.Split(string(data[at:]), "\n")
	count := f.number(strings.TrimPrefix(lines[1], "0 "))
	for n := 1; n < int(count); n++ {
		entry := lines[2+n]
		if len(entry) != 19 || !strings.HasSuffix(entry, " 00000 n ") {
			t.Fatalf("bad entry %q of object %d", entry, n)
		}
		f.Objects[n] = f.object(n, data[int(f.number(entry[:10])):])
	}
	trailer := string(data[at:])
	catalog := f.Objects[f.named(trailer, "Root")]
	pages := f.Objects[f.named(catalog.Dict, "Pages")]
	kids := pages.Dict[strings.Index(pages.Dict, "/Kids"):]
	for _, m := range reference.FindAllStringSubmatch(kids, -1) {
		p := f.Objects[int(f.number(m[1]))]
		box := mediaBox.FindStringSubmatch(p.Dict)
		if box == nil {
			t.Fatalf("a page without a size: %s", p.Dict)
		}
		const mm = 25.4 / 72
		f.Pages = append(f.Pages, Page{f.number(box[1]) * mm, f.number(box[2]) * mm, string(f.Objects[f.named(p.Dict, "Contents")].Data), p.Dict, f})
	}
	return f
}

// object reads the object at the beginning of data.
func (f *File) object(n int, data []byte) Object {
	f.t.Helper()
	m := beginning.FindSubmatch(data)
	if m == nil || string(m[1]) != strconv.Itoa(n) {
		f.t.Fatalf("object %d is not where the table says: %.30q", n, data)
	}
	data = data[len(m[0]):]
	body, _, _ := bytes.Cut(data, []byte("\nendobj\n"))
	dict, _, isStream := bytes.Cut(body, []byte(">>stream\n"))
	if !isStream {
		return Object{Dict: string(body)}
	}
	o := Object{Dict: string(dict) + ">>"}
	size := int(f.number(length.FindStringSubmatch(o.Dict)[1]))
	packed := data[len(dict)+len(">>stream\n"):]
	if !bytes.HasPrefix(packed[size:], []byte("\nendstream\nendobj\n")) {
		f.t.Fatalf("object %d does not end where it says", n)
	}
	z, err := zlib.NewReader(bytes.NewReader(packed[:size]))
	if err == nil {
		o.Data, err = io.ReadAll(z)
	}
	if err != nil {
		f.t.Fatalf("object %d: %v", n, err)
	}
	return o
}

func (f *File) number(text string) float64 {
	f.t.Helper()
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		f.t.Fatal(err)
	}
	return n
}

// named returns the number of the object to which an entry of a dictionary leads.
func (f *File) named(dict, name string) int {
	f.t.Helper()
	_, after, ok := strings.Cut(dict, "/"+name)
	m := reference.FindStringSubmatch(after)
	if !ok || m == nil || strings.TrimLeft(after[:strings.Index(after, m[0])], " [") != "" {
		f.t.Fatalf("no %s in %.200s", name, dict)
	}
	return int(f.number(m[1]))
}

// Words returns the words of a page, line by line in the order in which they
// were written, as a viewer finds them.
func (p *Page) Words() string {
	var lines []string
	fonts := map[string]map[int]rune{}
	var means map[int]rune
	for _, line := range strings.Split(p.Content, "\n") {
		if name, _, ok := strings.Cut(line, " "); ok && strings.HasSuffix(line, " Tf") {
			if fonts[name] == nil {
				fonts[name] = p.file.means(p.file.named(p.Dict, strings.TrimPrefix(name, "/")))
			}
			means = fonts[name]
		}
		if !strings.HasSuffix(line, "]TJ") {
			continue
		}
		var b strings.Builder
		for _, m := range shown.FindAllStringSubmatch(line, -1) {
			for code := m[1]; code != ""; code = code[4:] {
				n, err := strconv.ParseUint(code[:4], 16, 16)
				if err != nil || means[int(n)] == 0 {
					p.file.t.Fatalf("the code %s stands for no letter", code[:4])
				}
				b.WriteRune(means[int(n)])
			}
		}
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

// means returns what the codes of a font stand for.
func (f *File) means(font int) map[int]rune {
	out := map[int]rune{}
	data := f.Objects[f.named(f.Objects[font].Dict, "ToUnicode")].Data
	for _, m := range meant.FindAllSubmatch(data, -1) {
		code, _ := strconv.ParseUint(string(m[1]), 16, 16)
		letter, _ := strconv.ParseUint(string(m[2]), 16, 16)
		out[int(code)] = rune(letter)
	}
	return out
}

// Font returns the file of the font of that name, without its tag.
func (f *File) Font(name string) []byte {
	f.t.Helper()
	for _, o := range f.Objects {
		if strings.Contains(o.Dict, "/FontDescriptor/FontName/") && strings.Contains(o.Dict, "+"+name+"/") {
			return f.Objects[f.named(o.Dict, "FontFile2")].Data
		}
	}
	f.t.Fatalf("no font %s", name)
	return nil
}

// A Box is the extent of something on a page, in millimetres from its upper left
// corner.
type Box struct{ Left, Top, Right, Bottom float64 }

// Near reports whether no side of two boxes differs by more than a distance.
func (b Box) Near(o Box, most float64) bool {
	return math.Abs(b.Left-o.Left) <= most && math.Abs(b.Top-o.Top) <= most && math.Abs(b.Right-o.Right) <= most && math.Abs(b.Bottom-o.Bottom) <= most
}

// A Drawing is a drawing on a page.
type Drawing struct {
	Shapes []Shape
}

// A Shape is what one operator paints. Its box holds the control points of its
// curves.
type Shape struct {
	Box   Box
	Parts []Box  // of its parts, each of which begins with a move
	Op    string // f, S or B
}

// Drawings returns the drawings of a page, in order, with their places on it.
func (p *Page) Drawings() (list []Drawing) {
	lines := strings.Split(p.Content, "\n")
	for i, line := range lines {
		name, ok := strings.CutSuffix(line, " Do")
		if !ok {
			continue
		}
		var m [6]float64
		if _, err := fmt.Sscanf(lines[i-1], "%g %g %g %g %g %g cm", &m[0], &m[1], &m[2], &m[3], &m[4], &m[5]); err != nil {
			p.file.t.Fatalf("a drawing without a place: %q: %v", lines[i-1], err)
		}
		form := p.file.Objects[p.file.named(p.Dict, strings.TrimPrefix(name, "/"))]
		list = append(list, Drawing{p.file.shapes(string(form.Data), m)})
	}
	return list
}

// shapes returns what content paints, with its coordinates mapped by m.
func (f *File) shapes(content string, m [6]float64) (list []Shape) {
	var parts []Box
	for line := range strings.SplitSeq(content, "\n") {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		switch op := words[len(words)-1]; op {
		case "m", "l", "c":
			if op == "m" {
				parts = append(parts, nothing)
			}
			now := &parts[len(parts)-1]
			for i := 0; i+1 < len(words)-1; i += 2 {
				x, y := f.number(words[i]), f.number(words[i+1])
				x, y = m[0]*x+m[2]*y+m[4], m[1]*x+m[3]*y+m[5]
				*now = now.and(Box{x, y, x, y})
			}
		case "f", "S", "B":
			all := nothing
			for _, p := range parts {
				all = all.and(p)
			}
			list, parts = append(list, Shape{all, parts, op}), nil
		}
	}
	return list
}

// nothing is the box of nothing.
var nothing = Box{math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)}

// and returns the box around two.
func (b Box) and(o Box) Box {
	return Box{min(b.Left, o.Left), min(b.Top, o.Top), max(b.Right, o.Right), max(b.Bottom, o.Bottom)}
}

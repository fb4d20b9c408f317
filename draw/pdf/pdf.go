package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"parlour/draw/outline"
)

// Point is the length of a typographic point in millimetres.
const Point = 25.4 / 72

// A Document is a file in progress.
type Document struct {
	title    string
	objects  []string // the body of each object; object n is objects[n-1]
	pages    []*Page
	fonts    []*Font
	patterns outline.Patterns
	tiles    map[tile]int        // objects of patterns
	fades    map[[2]float64]fade // of opacities
	work     int
	packer   *zlib.Writer
}

// New begins a document. People see the title in the window of their viewer.
func New(title string) *Document {
	return &Document{title: title, patterns: outline.Patterns{}, tiles: map[tile]int{}, fades: map[[2]float64]fade{}, work: 5_000_000}
}

// reserve returns the number of a new object.
func (d *Document) reserve() int {
	d.objects = append(d.objects, "")
	return len(d.objects)
}

// add adds an object and returns its number.
func (d *Document) add(body string) int {
	d.objects = append(d.objects, body)
	return len(d.objects)
}

// stream returns the body of an object that holds data.
func (d *Document) stream(entries string, data []byte) string {
	var b bytes.Buffer
	if d.packer == nil {
		d.packer, _ = zlib.NewWriterLevel(&b, zlib.BestCompression) // the level is valid
	} else {
		d.packer.Reset(&b)
	}
	_, _ = d.packer.Write(data) // a buffer takes everything
	_ = d.packer.Close()
	return fmt.Sprintf("<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream", entries, b.Len(), b.Bytes())
}

// resources are the objects that some content names, by kind and name.
type resources map[string]map[string]int

func (r resources) use(kind, name string, object int) {
	if r[kind] == nil {
		r[kind] = map[string]int{}
	}
	r[kind][name] = object
}

func (r resources) String() string {
	var b strings.Builder
	b.WriteString("<<")
	for _, kind := range slices.Sorted(maps.Keys(r)) {
		b.WriteString("/" + kind + "<<")
		for _, name := range slices.Sorted(maps.Keys(r[kind])) {
			fmt.Fprintf(&b, "/%s %d 0 R", name, r[kind][name])
		}
		b.WriteString(">>")
	}
	b.WriteString(">>")
	return b.String()
}

// WriteTo writes the document. It can be called once.
func (d *Document) WriteTo(w io.Writer) (int64, error) {
	for _, f := range d.fonts {
		if err := f.embed(); err != nil {
			return 0, fmt.Errorf("pdf: %w", err)
		}
	}
	tree := d.reserve()
	var kids strings.Builder
	for _, p := range d.pages {
		fmt.Fprintf(&kids, "%d 0 R ", p.finish(tree))
	}
	d.objects[tree-1] = fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(d.pages), kids.String())
	// A viewer that offers to fit pages to the paper begins with their true size.
	catalog := d.add(fmt.Sprintf("<</Type/Catalog/Pages %d 0 R/Lang(en)/ViewerPreferences<</PrintScaling/None/DisplayDocTitle true>>>>", tree))
	info := d.add(fmt.Sprintf("<</Title %s/Producer(Parlour)>>", text(d.title)))

	var b bytes.Buffer
	b.WriteString("%PDF-1.6\n%\xe2\xe3\xcf\xd3\n") // bytes that show that it is no text
	at := make([]int, len(d.objects))
	for i, body := range d.objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, body)
	}
	table := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(d.objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root %d 0 R/Info %d 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(d.objects)+1, catalog, info, table)
	return b.WriteTo(w)
}

// text returns words as a string of a document.
func text(words string) string {
	var b strings.Builder
	b.WriteString("<FEFF")
	for _, u := range utf16.Encode([]rune(words)) {
		fmt.Fprintf(&b, "%04X", u)
	}
	b.WriteString(">")
	return b.String()
}

// appendNumbers appends numbers with at most the given number of decimals, and
// then an operator.
func appendNumbers(dst []byte, decimals int, op string, numbers ...float64) []byte {
	k := math.Pow10(decimals)
	for _, n := range numbers {
		if n = math.Round(n*k) / k; n == 0 {
			n = 0 // no -0
		}
		dst = append(strconv.AppendFloat(dst, n, 'f', -1, 64), ' ')
	}
	return append(append(dst, op...), '\n')
}

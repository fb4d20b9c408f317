package pdf_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"parlour/draw/outline"
	"parlour/draw/pdf"
	"parlour/draw/pdf/pdftest"
)

const begin = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 20" stroke-linejoin="round">`

// drawn returns a document with one drawing, 100 by 200 mm, and how it was made.
func drawn(t *testing.T, draws string) *pdftest.File {
	t.Helper()
	doc := pdf.New("A drawing")
	d, err := doc.Drawing([]byte(begin + draws + "</svg>"))
	if err != nil {
		t.Fatal(err)
	}
	doc.Page(210, 297).Draw(d, 10, 20, 100, 200)
	return pdftest.Read(t, written(t, doc))
}

func written(t *testing.T, doc *pdf.Document) []byte {
	t.Helper()
	var b bytes.Buffer
	if _, err := doc.WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func near(a, b float64) bool { return math.Abs(a-b) < 0.001 }

func TestPages(t *testing.T) {
	doc := pdf.New("Zwei Größen")
	doc.Page(210, 297)
	doc.Page(215.9, 279.4)
	data := written(t, doc)
	f := pdftest.Read(t, data)
	if len(f.Pages) != 2 || !near(f.Pages[0].Width, 210) || !near(f.Pages[0].Height, 297) || !near(f.Pages[1].Width, 215.9) || !near(f.Pages[1].Height, 279.4) {
		t.Errorf("%+v", f.Pages)
	}
	for _, want := range []string{"/PrintScaling/None", "<FEFF005A0077006500690020004700720" + "0F600DF0065006E>"} {
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
	for _, banned := range []string{"CreationDate", "ModDate", "/ID"} {
		if bytes.Contains(data, []byte(banned)) {
			t.Errorf("%s would differ from time to time", banned)
		}
	}
}

// A shape stands on the page where the drawing has it, in millimetres.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, draws string
		want        pdftest.Box
		op          string
	}{
		{"rect", `<rect x="2" y="3" width="4" height="5" fill="#ff0000"/>`, pdftest.Box{Left: 30, Top: 50, Right: 70, Bottom: 100}, "f"},
		{"circle", `<circle cx="5" cy="5" r="4" fill="#ff0000"/>`, pdftest.Box{Left: 20, Top: 30, Right: 100, Bottom: 110}, "f"},
		{"half an ellipse", `<path d="M2 10a3 2 0 0 1 6 0z"/>`, pdftest.Box{Left: 30, Top: 100, Right: 90, Bottom: 120}, "f"},
		{"moved and turned", `<g transform="translate(5 10) rotate(90) scale(2)"><rect width="3" height="1"/></g>`, pdftest.Box{Left: 40, Top: 120, Right: 60, Bottom: 180}, "f"},
		{"both", `<rect x="2" y="3" width="4" height="5" fill="#ff0000" stroke="#000000"/>`, pdftest.Box{Left: 30, Top: 50, Right: 70, Bottom: 100}, "B"},
		{"stroke", `<path d="M1 5H9" fill="none" stroke="#ff0000" stroke-width="2"/>`, pdftest.Box{Left: 20, Top: 70, Right: 100, Bottom: 70}, "S"},
	} {
		f := drawn(t, c.draws)
		got := f.Pages[0].Drawings()[0].Shapes
		if len(got) != 1 || got[0].Op != c.op || !got[0].Box.Near(c.want, 0.01) {
			t.Errorf("%s: %+v, want %s of %+v", c.name, got, c.op, c.want)
		}
	}
}

// content returns the operators of the only drawing.
func content(f *pdftest.File) string {
	for _, o := range f.Objects {
		if strings.Contains(o.Dict, "/Subtype/Form") {
			return string(o.Data)
		}
	}
	return ""
}

func TestStyles(t *testing.T) {
	for _, c := range []struct{ name, draws, want string }{
		{"colour", `<rect width="1" height="1" fill="#ff8000"/>`, "1 0.502 0 rg\n"},
		{"line", `<path d="M0 0H5" stroke="#0000ff" stroke-width="2" stroke-linecap="round" stroke-dasharray="1 0.5"/>`, "0 0 1 RG\n1000 w\n1 J 1 j\n[500 \n250 \n]0 d\n"},
		{"opacity", `<rect width="1" height="1" fill-opacity="0.4"/>`, " gs\n"},
		{"pattern", pattern + `<rect width="9" height="9" fill="url(#p)"/>`, "/Pattern cs\n"},
	} {
		if got := content(drawn(t, c.draws)); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q is not in %q", c.name, c.want, got)
		}
	}
	f := drawn(t, `<rect width="1" height="1" fill-opacity="0.4"/><rect width="1" height="1"/>`)
	all := ""
	for _, o := range f.Objects {
		all += o.Dict
	}
	if !strings.Contains(all, "/ca 0.4/CA 1>>") || strings.Count(content(f), " gs\n") != 2 {
		t.Error("an opacity is missing, or stays after its element")
	}
}

const pattern = `<defs><pattern id="p" width="4" height="4" patternUnits="userSpaceOnUse"><rect width="4" height="4" fill="#00ff00"/><rect width="2" height="4" fill="#ff0000"/></pattern></defs>`

// Below a pattern lies its ground, so that viewers show no seams.
func TestPatternHasGround(t *testing.T) {
	f := drawn(t, pattern+`<rect width="9" height="9" fill="url(#p)"/>`)
	got := content(f)
	if ground, cloth := strings.Index(got, "0 1 0 rg\n"), strings.Index(got, "/Pattern cs"); ground < 0 || cloth < ground {
		t.Errorf("no ground below the pattern: %q", got)
	}
	for _, o := range f.Objects {
		if strings.Contains(o.Dict, "/PatternType 1") && (!strings.Contains(o.Dict, "/XStep 400/YStep 400") || !strings.Contains(o.Dict, "/Matrix[5 0 0 5 0 0 \n]")) {
			t.Errorf("the pattern is %s", o.Dict)
		}
	}
}

func TestErrors(t *testing.T) {
	doc := pdf.New("")
	for _, c := range []struct{ svg, says string }{
		{"", "no drawing"},
		{begin + `<line/></svg>`, "unknown element <line>"},
		{begin + `<rect width="1" height="1" fill="url(#none)"/></svg>`, "unknown pattern"},
	} {
		if _, err := doc.Drawing([]byte(c.svg)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %s", c.svg, err, c.says)
		}
	}
	if err := doc.Page(10, 10).Text(doc.Font(outline.Face{}), 10, 1, 1, "水"); err == nil || !strings.Contains(err.Error(), "'水'") {
		t.Errorf("a letter that the font lacks: %v", err)
	}
}

// Words can be found, and the document holds only their letters.
func TestWords(t *testing.T) {
	const words = "AVé Würfel “10 × 10” – ½"
	doc := pdf.New("Words")
	font := doc.Font(outline.Face{})
	if err := doc.Page(100, 100).Text(font, 12, 10, 20, words); err != nil {
		t.Fatal(err)
	}
	f := pdftest.Read(t, written(t, doc))
	if got := f.Pages[0].Words(); got != words {
		t.Errorf("%q, want %q", got, words)
	}
	if !strings.Contains(f.Pages[0].Content, "1 0 0 -1 10 20 Tm") {
		t.Errorf("the words stand elsewhere: %s", f.Pages[0].Content)
	}

	if n := len(f.Font("DejaVuSerif")); n > 30_000 {
		t.Errorf("a font of %d bytes for a few letters", n)
	}
}

func TestLink(t *testing.T) {
	doc := pdf.New("")
	doc.Page(100, 100).Link(10, 20, 30, 5, `https://parlour.example/a(b)\`)
	data := written(t, doc)
	pdftest.Read(t, data)
	if want := `/URI(https://parlour.example/a\(b\)\\)`; !bytes.Contains(data, []byte(want)) {
		t.Errorf("no %s", want)
	}
}

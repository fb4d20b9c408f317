package cover_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	imagepng "image/png"
	"io"
	"math"
	"strings"
	"testing"

	"parlour/board"
	"parlour/cabinet"
	"parlour/draw/cover"
	"parlour/draw/png"
)

// Every game on the shelf has a lid and a sentence of its own. In grey and 80 pixels
// across, no two lids look alike.
func TestLids(t *testing.T) {
	const across, least = 80, 0.12 // the mean difference of two lids, black to white being 1
	grey := map[string][]float64{}
	says := map[string]string{}
	for _, e := range cabinet.Games() {
		id := e.Info.ID
		if e.Lid.Cover.Art == "" || e.Lid.Says == "" {
			t.Errorf("%s has no cover or no sentence", id)
			continue
		}
		if n := len([]rune(e.Lid.Says)); n > 80 || !strings.HasSuffix(e.Lid.Says, ".") {
			t.Errorf("%s: the sentence has %d letters, more than fit under a lid: %s", id, n, e.Lid.Says)
		}
		if other := says[e.Lid.Says]; other != "" {
			t.Errorf("%s and %s have the same sentence", id, other)
		}
		says[e.Lid.Says] = id
		lid := cover.Append(nil, e.Lid.Cover, e.Info.Title)
		wellFormed(t, lid)
		grey[id] = pixels(t, lid, across)
		for other, have := range grey {
			if d := differ(grey[id], have); other != id && d < least {
				t.Errorf("the lids of %s and %s differ by %.3f only", id, other, d)
			}
		}
	}
}

// A game that brings no cover has one with its name.
func TestPlainLid(t *testing.T) {
	a, b := cover.Append(nil, board.Cover{}, "Halma"), cover.Append(nil, board.Cover{}, "Nine Men's Morris & more")
	wellFormed(t, a)
	wellFormed(t, b)
	if !bytes.Contains(a, []byte("<title>Halma</title>")) || !bytes.Contains(b, []byte("Nine Men&#39;s Morris &amp; more")) {
		t.Error("a plain lid lacks its name")
	}
	if differ(pixels(t, a, 80), pixels(t, b, 80)) == 0 {
		t.Error("two plain lids with other names are the same")
	}
}

// A name never reaches the border, however long it is.
func TestNamesFit(t *testing.T) {
	for _, title := range []string{"X", "Go", "Backgammon", "Traditional British Ludo", "Ludo, by somebody with a very long name", "Donaudampfschifffahrt"} {
		lid := cover.Append(nil, board.Cover{Ground: "#000000", Letters: "#ffffff", Art: "<g></g>"}, title)
		const across = 300
		img := pixels(t, lid, across)
		inked := 0
		for y := 18; y < across-18; y++ {
			for x := 18; x < across-18; x++ {
				if img[y*across+x] < 0.3 {
					continue
				}
				inked++
				if x < 24 || x > across-25 {
					t.Fatalf("%s reaches the border at %d, %d", title, x, y)
				}
			}
		}
		if inked == 0 {
			t.Errorf("%s is not on its lid", title)
		}
	}
}

func wellFormed(t *testing.T, drawing []byte) {
	t.Helper()
	d := xml.NewDecoder(bytes.NewReader(drawing))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// pixels returns how bright each pixel of a drawing is.
func pixels(t *testing.T, drawing []byte, across int) []float64 {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, drawing, png.Options{Width: across, Height: across}); err != nil {
		t.Fatal(err)
	}
	img, err := imagepng.Decode(&b)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]float64, 0, across*across)
	for y := range across {
		for x := range across {
			at := img.Bounds().Min.Add(image.Pt(x, y))
			r, g, b, _ := img.At(at.X, at.Y).RGBA()
			out = append(out, (0.2126*float64(r)+0.7152*float64(g)+0.0722*float64(b))/0xffff)
		}
	}
	return out
}

// differ returns the mean difference of two pictures.
func differ(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return sum / float64(len(a))
}

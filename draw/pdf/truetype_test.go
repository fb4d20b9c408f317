package pdf

import (
	"bytes"
	"encoding/binary"
	"testing"

	"parlour/draw/outline"
)

// A subset has the outlines and the widths of the whole font, also those of
// letters that are made of others.
func TestSubset(t *testing.T) {
	f := outline.FontOf(outline.Face{})
	whole, err := readTrueType(f.Data)
	if err != nil {
		t.Fatal(err)
	}
	glyphs, _, err := f.Set([]rune("Aéü½“W"))
	if err != nil {
		t.Fatal(err)
	}
	list := []uint16{0}
	for _, g := range glyphs {
		list = append(list, g.ID)
	}
	data, err := whole.subset(list)
	if err != nil {
		t.Fatal(err)
	}
	if sum(data) != 0xB1B0AFBA {
		t.Errorf("the sum of the file is %x", sum(data))
	}
	small, err := readTrueType(data)
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	var same func(a, b int)
	same = func(a, b int) {
		one, err1 := small.glyph(a)
		two, err2 := whole.glyph(b)
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		w1, w2 := small.tables["hmtx"][4*a:4*a+4], whole.tables["hmtx"][4*b:4*b+4]
		if !bytes.Equal(w1, w2) {
			t.Errorf("glyph %d is %v wide, want %v", b, w1, w2)
		}
		one = one[:len(two)] // without what fills it up
		if len(two) == 0 || int16(binary.BigEndian.Uint16(two)) >= 0 {
			if !bytes.Equal(one, two) {
				t.Errorf("glyph %d differs", b)
			}
			return
		}
		made++
		for at := 10; ; {
			flags := binary.BigEndian.Uint16(two[at:])
			same(int(binary.BigEndian.Uint16(one[at+2:])), int(binary.BigEndian.Uint16(two[at+2:])))
			if flags&0x20 == 0 {
				break
			}
			at += 6
			if flags&1 != 0 {
				at += 2
			}
		}
	}
	for i, id := range list {
		same(i, int(id))
	}
	if made == 0 {
		t.Error("no letter is made of others, so nothing was tested")
	}
}

// A damaged font is an error.
func TestDamagedFont(t *testing.T) {
	data := outline.FontOf(outline.Face{}).Data
	for _, n := range []int{0, 11, 100, 1000, len(data) / 2} {
		if _, err := readTrueType(data[:n]); err == nil {
			t.Errorf("%d bytes of a font were read", n)
		}
	}
	whole, err := readTrueType(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := whole.subset([]uint16{0, 65000}); err == nil {
		t.Error("a glyph that the font does not have was found")
	}
}

package pdf

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

var errFont = errors.New("the font is damaged")

// A trueType is a font file by its tables.
type trueType struct {
	tables map[string][]byte
	glyphs int
	long   bool // the table of places has 32 bits for each
}

// readTrueType reads the directory of a font file.
func readTrueType(data []byte) (*trueType, error) {
	if len(data) < 12 {
		return nil, errFont
	}
	t := &trueType{tables: map[string][]byte{}}
	for i := range int(binary.BigEndian.Uint16(data[4:])) {
		at := 12 + 16*i
		if at+16 > len(data) {
			return nil, errFont
		}
		from, long := uint64(binary.BigEndian.Uint32(data[at+8:])), uint64(binary.BigEndian.Uint32(data[at+12:]))
		if from+long > uint64(len(data)) {
			return nil, errFont
		}
		t.tables[string(data[at:at+4])] = data[from : from+long]
	}
	for name, least := range map[string]int{"head": 54, "hhea": 36, "maxp": 6, "hmtx": 4, "loca": 4, "glyf": 1} {
		if len(t.tables[name]) < least {
			return nil, fmt.Errorf("the font has no table %s", name)
		}
	}
	t.glyphs = int(binary.BigEndian.Uint16(t.tables["maxp"][4:]))
	t.long = binary.BigEndian.Uint16(t.tables["head"][50:]) == 1
	return t, nil
}

// measures are those of a whole font, in thousandths of its size.
type measures struct {
	box             [4]int
	ascent, descent int
}

func (t *trueType) measures() (m measures) {
	head, hhea := t.tables["head"], t.tables["hhea"]
	em := int(binary.BigEndian.Uint16(head[18:]))
	of := func(b []byte) int { return int(int16(binary.BigEndian.Uint16(b))) * 1000 / em }
	for i := range m.box {
		m.box[i] = of(head[36+2*i:])
	}
	m.ascent, m.descent = of(hhea[4:]), of(hhea[6:])
	return m
}

// glyph returns the outline of a glyph; it is empty for a blank.
func (t *trueType) glyph(id int) ([]byte, error) {
	loca, glyf := t.tables["loca"], t.tables["glyf"]
	at := func(i int) int {
		if t.long {
			return int(binary.BigEndian.Uint32(loca[4*i:]))
		}
		return 2 * int(binary.BigEndian.Uint16(loca[2*i:]))
	}
	wide := 2
	if t.long {
		wide = 4
	}
	if id >= t.glyphs || (id+2)*wide > len(loca) {
		return nil, errFont
	}
	from, to := at(id), at(id+1)
	if from > to || to > len(glyf) {
		return nil, errFont
	}
	return glyf[from:to], nil
}

// subset returns a font file with only the given glyphs, in that order, and
// those that they are made of after them.
func (t *trueType) subset(list []uint16) ([]byte, error) {
	list = slices.Clone(list)
	var glyf, loca, hmtx []byte
	metrics := int(binary.BigEndian.Uint16(t.tables["hhea"][34:]))
	for i := 0; i < len(list); i++ { // the list grows
		id := int(list[i])
		outline, err := t.glyph(id)
		if err != nil {
			return nil, err
		}
		outline = slices.Clone(outline)
		if list, err = renumber(outline, list); err != nil {
			return nil, err
		}
		loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))
		glyf = append(glyf, outline...)
		for len(glyf)%4 != 0 {
			glyf = append(glyf, 0)
		}
		wide := min(id, metrics-1) // the last width stands for all that follow
		side := 4*wide + 2
		if id >= metrics {
			side = 4*metrics + 2*(id-metrics)
		}
		if wide < 0 || side+2 > len(t.tables["hmtx"]) {
			return nil, errFont
		}
		hmtx = append(append(hmtx, t.tables["hmtx"][4*wide:4*wide+2]...), t.tables["hmtx"][side:side+2]...)
	}
	loca = binary.BigEndian.AppendUint32(loca, uint32(len(glyf)))

	head, hhea, maxp := slices.Clone(t.tables["head"]), slices.Clone(t.tables["hhea"]), slices.Clone(t.tables["maxp"])
	binary.BigEndian.PutUint32(head[8:], 0) // the sum over the whole file, set below
	binary.BigEndian.PutUint16(head[50:], 1)
	binary.BigEndian.PutUint16(hhea[34:], uint16(len(list)))
	binary.BigEndian.PutUint16(maxp[4:], uint16(len(list)))
	return assemble([]table{
		{"cvt ", t.tables["cvt "]}, {"fpgm", t.tables["fpgm"]}, {"glyf", glyf}, {"head", head}, {"hhea", hhea},
		{"hmtx", hmtx}, {"loca", loca}, {"maxp", maxp}, {"prep", t.tables["prep"]},
	}), nil
}

// renumber makes a glyph that consists of others point to their places in the
// list, and adds them to it where they are missing.
func renumber(outline []byte, list []uint16) ([]uint16, error) {
	if len(outline) < 10 || int16(binary.BigEndian.Uint16(outline)) >= 0 {
		return list, nil
	}
	const words, scaled, more, twoScales, matrix = 1, 8, 0x20, 0x40, 0x80
	for at := 10; ; {
		if at+4 > len(outline) {
			return nil, errFont
		}
		flags, id := binary.BigEndian.Uint16(outline[at:]), binary.BigEndian.Uint16(outline[at+2:])
		n := slices.Index(list, id)
		if n < 0 {
			n, list = len(list), append(list, id)
		}
		binary.BigEndian.PutUint16(outline[at+2:], uint16(n))
		at += 6
		if flags&words != 0 {
			at += 2
		}
		switch {
		case flags&scaled != 0:
			at += 2
		case flags&twoScales != 0:
			at += 4
		case flags&matrix != 0:
			at += 8
		}
		if flags&more == 0 {
			return list, nil
		}
	}
}

// A table is a part of a font file.
type table struct {
	name string
	data []byte
}

// assemble writes a font file. Empty tables are left out.
func assemble(tables []table) []byte {
	tables = slices.DeleteFunc(tables, func(t table) bool { return len(t.data) == 0 })
	n, log := len(tables), 0
	for 2<<log <= n {
		log++
	}
	out := binary.BigEndian.AppendUint32(nil, 0x00010000)
	for _, v := range []int{n, 16 << log, log, 16*n - 16<<log} {
		out = binary.BigEndian.AppendUint16(out, uint16(v))
	}
	at, head := 12+16*n, 0
	for _, t := range tables {
		if t.name == "head" {
			head = at
		}
		out = append(out, t.name...)
		out = binary.BigEndian.AppendUint32(out, sum(t.data))
		out = binary.BigEndian.AppendUint32(out, uint32(at))
		out = binary.BigEndian.AppendUint32(out, uint32(len(t.data)))
		at += (len(t.data) + 3) &^ 3
	}
	for _, t := range tables {
		out = append(out, t.data...)
		for len(out)%4 != 0 {
			out = append(out, 0)
		}
	}
	binary.BigEndian.PutUint32(out[head+8:], 0xB1B0AFBA-sum(out))
	return out
}

// sum adds up the words of a table, as font files do.
func sum(data []byte) (n uint32) {
	for i := 0; i < len(data); i += 4 {
		var word [4]byte
		copy(word[:], data[i:])
		n += binary.BigEndian.Uint32(word[:])
	}
	return n
}

package brotli

import (
	"math/bits"
	"slices"
)

// A code is a prefix code. Short words are found in a table at once, longer ones by
// counting.
type code struct {
	fast    [1 << fastBits]uint16 // by the next bits: the symbol times 16, plus the length of its word; 0 if that is longer
	count   [16]int               // of words by length
	symbols []uint16              // by word
}

const fastBits = 8

// newCode makes the code with words of these lengths, 0 for symbols that are not
// used.
func newCode(lengths []byte) *code {
	c := &code{}
	for _, n := range lengths {
		c.count[n]++
	}
	c.count[0] = 0
	var at [17]int
	for n := 1; n < 16; n++ {
		at[n+1] = at[n] + c.count[n]
	}
	c.symbols = make([]uint16, at[16])
	for s, n := range lengths {
		if n > 0 {
			c.symbols[at[n]] = uint16(s)
			at[n]++
		}
	}
	word, i := 0, 0
	for n := 1; n <= fastBits; n++ {
		for range c.count[n] {
			for w := int(bits.Reverse16(uint16(word)) >> (16 - n)); w < len(c.fast); w += 1 << n {
				c.fast[w] = c.symbols[i]<<4 | uint16(n)
			}
			word++
			i++
		}
		word <<= 1
	}
	return c
}

// single returns the code of one symbol, whose word is empty.
func single(symbol int) *code { return &code{symbols: []uint16{uint16(symbol)}} }

// symbol reads a symbol.
func (d *decoder) symbol(c *code) int {
	if len(c.symbols) == 1 {
		return int(c.symbols[0])
	}
	d.fill()
	if f := c.fast[d.bits&(1<<fastBits-1)]; f != 0 {
		n := uint(f & 15)
		d.bits >>= n
		d.n -= n
		return int(f >> 4)
	}
	word, first, before := 0, 0, 0
	for n := uint(1); n < 16; n++ {
		word |= int(d.bits >> (n - 1) & 1)
		if i := word - first; i < c.count[n] {
			d.bits >>= n
			d.n -= n
			return int(c.symbols[before+i])
		}
		before += c.count[n]
		first = (first + c.count[n]) << 1
		word <<= 1
	}
	bad()
	return 0
}

// codes reads n codes.
func (d *decoder) codes(n, alphabet int) []*code {
	list := make([]*code, n)
	for i := range list {
		list[i] = d.code(alphabet)
	}
	return list
}

// code reads a code for that many symbols.
func (d *decoder) code(alphabet int) *code {
	skip := d.read(2)
	if skip == 1 {
		return d.simple(alphabet)
	}
	lengths := make([]byte, alphabet)
	meta := d.metaCode(skip)
	room := 1 << 15
	last, repeat, repeats := byte(8), 0, byte(0)
	i := 0
	for i < alphabet && room > 0 {
		s := d.symbol(meta)
		if s < 16 {
			repeat = 0
			if s > 0 {
				last = byte(s)
				room -= 1 << 15 >> s
			}
			lengths[i] = byte(s)
			i++
			continue
		}
		extra, what := uint(2), last
		if s == 17 {
			extra, what = 3, 0
		}
		if what != repeats {
			repeat, repeats = 0, what
		}
		before := repeat
		if repeat > 0 {
			repeat = (repeat - 2) << extra
		}
		repeat += d.read(extra) + 3
		more := repeat - before
		if more > alphabet-i {
			bad()
		}
		if what > 0 {
			for k := range more {
				lengths[i+k] = what
			}
			room -= more << (15 - what)
		}
		i += more
	}
	if room != 0 {
		bad()
	}
	return newCode(lengths)
}

// metaCode reads the code in which the lengths of words are written.
func (d *decoder) metaCode(skip int) *code {
	// How the lengths of its own words are written, by the next four bits.
	const (
		values = "\x00\x04\x03\x02\x00\x04\x03\x01\x00\x04\x03\x02\x00\x04\x03\x05"
		widths = "\x02\x02\x02\x03\x02\x02\x02\x04\x02\x02\x02\x03\x02\x02\x02\x04"
		order  = "\x01\x02\x03\x04\x00\x05\x11\x06\x10\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f"
	)
	lengths := make([]byte, 18)
	room, used, only := 32, 0, 0
	for _, s := range []byte(order[skip:]) {
		if room <= 0 {
			break
		}
		d.fill()
		next := d.bits & 15
		d.read(uint(widths[next]))
		if n := values[next]; n > 0 {
			lengths[s] = n
			room -= 32 >> n
			used++
			only = int(s)
		}
	}
	switch {
	case used == 1:
		return single(only)
	case room != 0:
		bad()
	}
	return newCode(lengths)
}

// simple reads a code of at most four symbols.
func (d *decoder) simple(alphabet int) *code {
	n := d.read(2) + 1
	width := uint(bits.Len(uint(alphabet - 1)))
	var list []int
	for range n {
		s := d.read(width)
		if s >= alphabet || slices.Contains(list, s) {
			bad()
		}
		list = append(list, s)
	}
	widths := [][]byte{{0}, {1, 1}, {1, 2, 2}, {2, 2, 2, 2}}[n-1]
	switch {
	case n == 1:
		return single(list[0])
	case n == 4 && d.bit():
		widths = []byte{1, 2, 3, 3}
	}
	lengths := make([]byte, alphabet)
	for i, s := range list {
		lengths[s] = widths[i]
	}
	return newCode(lengths)
}

// Package brotli decompresses data in the format of RFC 7932.
//
//	program, err := brotli.Decode(small)
//
// The server keeps large files in this format only, because it is the smallest that
// browsers support. For other clients it decodes them on request.
package brotli

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the dictionary
	"errors"
	"io"
	"sync"
)

// ErrFormat says that data is not in this format, or incomplete.
var ErrFormat = errors.New("brotli: the data is damaged")

//go:embed dictionary.deflate
var packed []byte

// dictionary holds the words that every decoder knows, by their lengths.
var dictionary = sync.OnceValue(func() []byte {
	words, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		panic(err) // it is part of the program
	}
	return words
})

// wordBits tells how many words of a length there are: a power of two, or none.
var wordBits = [25]byte{4: 10, 10, 11, 11, 10, 10, 10, 10, 10, 9, 9, 8, 7, 7, 8, 7, 7, 6, 6, 5, 5}

// wordStart tells where the words of a length begin.
var wordStart = func() (start [25]int) {
	for n := 4; n < 24; n++ {
		start[n+1] = start[n] + n<<wordBits[n]
	}
	return start
}()

// Decode returns the data that was compressed.
func Decode(data []byte) (out []byte, err error) {
	defer func() {
		switch fault := recover().(type) {
		case nil:
		case error:
			if !errors.Is(fault, ErrFormat) {
				panic(fault)
			}
			out, err = nil, ErrFormat
		default:
			panic(fault)
		}
	}()
	d := &decoder{reader: reader{data: data}, distances: [4]int{4, 11, 15, 16}, out: make([]byte, 0, 4*len(data))}
	d.window = 1<<d.windowBits() - 16
	for !d.block() {
	}
	return d.out, nil
}

// bad ends the decoding.
func bad() { panic(ErrFormat) }

// A reader reads bits, the lowest of each byte first.
type reader struct {
	data []byte
	at   int // the byte after those in bits
	bits uint64
	n    uint // how many bits there are
	lack int  // how many bytes were asked for after the end
}

// fill makes sure that there are at least 32 bits. After the end there are zeros.
func (r *reader) fill() {
	for r.n <= 56 {
		if r.at < len(r.data) {
			r.bits |= uint64(r.data[r.at]) << r.n
			r.at++
		} else if r.lack++; r.lack > 8+8 {
			bad()
		}
		r.n += 8
	}
}

// read returns the next n bits, at most 24.
func (r *reader) read(n uint) int {
	r.fill()
	v := int(r.bits & (1<<n - 1))
	r.bits >>= n
	r.n -= n
	return v
}

func (r *reader) bit() bool { return r.read(1) == 1 }

// align skips to the next byte and returns where that is.
func (r *reader) align() int {
	r.fill()
	return r.at - int(r.n/8) + r.lack
}

// jump goes on at a byte.
func (r *reader) jump(at int) {
	if at > len(r.data) {
		bad()
	}
	r.at, r.bits, r.n, r.lack = at, 0, 0, 0
}

// A decoder holds what lives longer than a block.
type decoder struct {
	reader
	out       []byte
	window    int
	distances [4]int // the last ones, the newest first
}

// windowBits reads how far back copies reach.
func (d *decoder) windowBits() int {
	if !d.bit() {
		return 16
	}
	if n := d.read(3); n != 0 {
		return 17 + n
	}
	switch n := d.read(3); n {
	case 0:
		return 17
	case 1:
		bad()
		return 0
	default:
		return 8 + n
	}
}

// block decodes a block of the file and reports whether it was the last.
func (d *decoder) block() (last bool) {
	last = d.bit()
	if last && d.bit() {
		d.ended()
		return true
	}
	nibbles := 4 + d.read(2)
	if nibbles == 7 { // nothing that counts
		if d.bit() {
			bad()
		}
		n := d.read(2)
		skip := 0
		if n > 0 {
			skip = d.read(uint(8*n)) + 1
		}
		d.jump(d.align() + skip)
		return last
	}
	size := 0
	for i := range nibbles {
		size |= d.read(4) << (4 * i)
	}
	size++
	if !last && d.bit() { // not compressed
		at := d.align()
		d.jump(at + size)
		d.out = append(d.out, d.data[at:at+size]...)
		return false
	}
	d.compressed(len(d.out) + size)
	if last {
		d.ended()
	}
	return last
}

// ended checks that nothing was read after the end.
func (d *decoder) ended() {
	if d.align() > len(d.data) {
		bad()
	}
}

// few reads a number from 1 to 256.
func (d *decoder) few() int {
	if !d.bit() {
		return 1
	}
	n := uint(d.read(3))
	return 1<<n + 1 + d.read(n)
}

// A kind is one of the three kinds of symbols: literals, commands and distances.
// Stretches of symbols of a kind have types, each with codes of its own.
type kind struct {
	types         int
	current, last int
	left          int // symbols until the type changes
	typeCode      *code
	lengthCode    *code
}

func (d *decoder) newKind() *kind {
	k := &kind{types: d.few(), last: 1, left: 1 << 24}
	if k.types > 1 {
		k.typeCode, k.lengthCode = d.code(k.types+2), d.code(26)
		k.left = d.extended(stretches, d.symbol(k.lengthCode))
	}
	return k
}

// next counts a symbol and returns its type.
func (d *decoder) next(k *kind) int {
	if k.left == 0 {
		if k.types == 1 {
			bad()
		}
		var t int
		switch s := d.symbol(k.typeCode); s {
		case 0:
			t = k.last
		case 1:
			t = (k.current + 1) % k.types
		default:
			t = s - 2
		}
		k.last, k.current = k.current, t
		k.left = d.extended(stretches, d.symbol(k.lengthCode))
	}
	k.left--
	return k.current
}

// An extent stands for numbers from base on, by that many bits that follow.
type extent struct {
	bits uint
	base int
}

// extents returns extents that follow each other.
func extents(base int, bits ...uint) (list []extent) {
	for _, n := range bits {
		list = append(list, extent{n, base})
		base += 1 << n
	}
	return list
}

var (
	stretches = extents(1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 24)
	inserts   = extents(0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 12, 14, 24)
	copies    = extents(2, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10, 24)
)

// extended reads a number.
func (d *decoder) extended(list []extent, i int) int { return list[i].base + d.read(list[i].bits) }

// cells tells the first codes for the lengths of an insertion and of a copy, by the
// upper bits of a command. The first two cells repeat the last distance.
var cells = [11][2]int{{0, 0}, {0, 8}, {0, 0}, {0, 8}, {8, 0}, {8, 8}, {0, 16}, {16, 0}, {8, 16}, {16, 8}, {16, 16}}

// compressed decodes a block until the output has that many bytes.
func (d *decoder) compressed(end int) {
	literals, commands, distances := d.newKind(), d.newKind(), d.newKind()
	postfix := uint(d.read(2))
	direct := d.read(4) << postfix
	modes := make([]byte, literals.types)
	for i := range modes {
		modes[i] = byte(d.read(2))
	}
	literalMap, literalTrees := d.contexts(64 * literals.types)
	distanceMap, distanceTrees := d.contexts(4 * distances.types)
	literalCodes := d.codes(literalTrees, 256)
	commandCodes := d.codes(commands.types, 704)
	distanceCodes := d.codes(distanceTrees, 16+direct+48<<postfix)
	for len(d.out) < end {
		command := d.symbol(commandCodes[d.next(commands)])
		cell := cells[command>>6]
		insert := d.extended(inserts, cell[0]+command>>3&7)
		length := d.extended(copies, cell[1]+command&7)
		if insert > end-len(d.out) {
			bad()
		}
		for range insert {
			t := d.next(literals)
			tree := literalMap[64*t+d.context(modes[t])]
			d.out = append(d.out, byte(d.symbol(literalCodes[tree])))
		}
		if len(d.out) == end {
			return
		}
		symbol := 0
		if command >= 128 {
			t := d.next(distances)
			symbol = d.symbol(distanceCodes[distanceMap[4*t+min(length, 5)-2]])
		}
		d.copy(d.distance(symbol, postfix, direct), length, symbol == 0, end)
	}
}

// distance reads how far back a copy begins.
func (d *decoder) distance(symbol int, postfix uint, direct int) int {
	switch {
	case symbol < 4:
		return d.distances[symbol]
	case symbol < 16: // near one of the last two
		from, step := d.distances[0], symbol-4
		if symbol >= 10 {
			from, step = d.distances[1], symbol-10
		}
		if by := step/2 + 1; step%2 == 0 {
			from -= by
		} else {
			from += by
		}
		if from <= 0 {
			bad()
		}
		return from
	case symbol < 16+direct:
		return symbol - 15
	}
	symbol -= 16 + direct
	bits := uint(1 + symbol>>(postfix+1))
	high, low := symbol>>postfix, symbol&(1<<postfix-1)
	offset := (2+high&1)<<bits - 4
	return (offset+d.read(bits))<<postfix + low + direct + 1
}

// copy copies what was there before, or a word.
func (d *decoder) copy(distance, length int, again bool, end int) {
	reach := min(d.window, len(d.out))
	if distance > reach {
		d.word(distance-reach-1, length)
		if len(d.out) > end {
			bad()
		}
		return
	}
	if !again {
		d.distances = [4]int{distance, d.distances[0], d.distances[1], d.distances[2]}
	}
	if length > end-len(d.out) {
		bad()
	}
	for length > 0 { // it may reach into what it writes
		from := len(d.out) - distance
		n := min(length, distance)
		d.out = append(d.out, d.out[from:from+n]...)
		length -= n
	}
}

// word appends a word of the dictionary.
func (d *decoder) word(id, length int) {
	if length >= len(wordBits) || wordBits[length] == 0 || id>>wordBits[length] >= len(transforms) {
		bad()
	}
	at := wordStart[length] + id&(1<<wordBits[length]-1)*length
	d.out = transforms[id>>wordBits[length]].apply(d.out, dictionary()[at:at+length])
}

// apply appends a changed word.
func (t *transform) apply(dst, word []byte) []byte {
	dst = append(dst, t.prefix...)
	switch k := int(t.kind); {
	case k < 10:
		word = word[:max(0, len(word)-k)]
	case k >= 12:
		word = word[min(len(word), k-11):]
	}
	from := len(dst)
	dst = append(dst, word...)
	if t.kind == 10 || t.kind == 11 {
		for rest := dst[from:]; len(rest) > 0; {
			rest = rest[min(len(rest), upper(rest)):]
			if t.kind == 10 {
				break
			}
		}
	}
	return append(dst, t.suffix...)
}

// upper capitalises a letter, more or less, and returns how many bytes it has.
func upper(p []byte) int {
	switch {
	case p[0] < 0xC0:
		if 'a' <= p[0] && p[0] <= 'z' {
			p[0] ^= 32
		}
		return 1
	case p[0] < 0xE0:
		if len(p) > 1 {
			p[1] ^= 32
		}
		return 2
	}
	if len(p) > 2 {
		p[2] ^= 5
	}
	return 3
}

// context returns which of 64 surroundings a literal has, by the two bytes before it.
func (d *decoder) context(mode byte) int {
	var p1, p2 byte
	if n := len(d.out); n > 1 {
		p1, p2 = d.out[n-1], d.out[n-2]
	} else if n > 0 {
		p1 = d.out[0]
	}
	switch mode {
	case 0:
		return int(p1 & 63)
	case 1:
		return int(p1 >> 2)
	case 2:
		return int(text1[p1] | text2[p2])
	}
	return int(size(p1)<<3 | size(p2))
}

// size returns the class of a byte as a signed number.
func size(b byte) byte {
	switch {
	case b == 0:
		return 0
	case b < 16:
		return 1
	case b < 64:
		return 2
	case b < 128:
		return 3
	case b < 192:
		return 4
	case b < 240:
		return 5
	case b < 255:
		return 6
	}
	return 7
}

// The classes of bytes of text: of the last byte and of the one before.
var text1, text2 = func() (a, b [256]byte) {
	const classes = "" + // of the characters from the space on, in fours
		"\x02\x03\x04\x03\x03\x05\x03\x04\x06\x07\x03\x03\x08\x03\x09\x03" +
		"\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x0b\x08\x08\x06\x0a\x07\x03" +
		"\x03\x0c\x0d\x0d\x0d\x0c\x0d\x0d\x0d\x0c\x0d\x0d\x0d\x0d\x0d\x0c" +
		"\x0d\x0d\x0d\x0d\x0d\x0c\x0d\x0d\x0d\x0d\x0d\x06\x03\x07\x03\x03" +
		"\x03\x0e\x0f\x0f\x0f\x0e\x0f\x0f\x0f\x0e\x0f\x0f\x0f\x0f\x0f\x0e" +
		"\x0f\x0f\x0f\x0f\x0f\x0e\x0f\x0f\x0f\x0f\x0f\x06\x03\x07\x03\x00"
	a['\t'], a['\n'], a['\r'] = 4, 4, 4
	for i := range classes {
		a[32+i] = classes[i] << 2
	}
	for i := 128; i < 256; i++ {
		a[i] = byte(i>>6&1<<1 | i&1)
		if i >= 224 {
			b[i] = 2
		}
	}
	for i := 33; i < 127; i++ {
		switch c := byte(i); {
		case 'a' <= c && c <= 'z':
			b[i] = 3
		case 'A' <= c && c <= 'Z' || '0' <= c && c <= '9':
			b[i] = 2
		default:
			b[i] = 1
		}
	}
	return a, b
}()

// contexts reads which code each surrounding has, and how many codes there are.
func (d *decoder) contexts(n int) (list []byte, trees int) {
	list = make([]byte, n)
	trees = d.few()
	if trees == 1 {
		return list, trees
	}
	longest := 0
	if d.bit() {
		longest = d.read(4) + 1
	}
	c := d.code(trees + longest)
	for i := 0; i < n; {
		switch s := d.symbol(c); {
		case s == 0:
			i++
		case s <= longest:
			i += 1<<s + d.read(uint(s))
		default:
			list[i] = byte(s - longest)
			i++
		}
		if i > n {
			bad()
		}
	}
	if d.bit() { // they were moved to the front
		var order [256]byte
		for i := range order {
			order[i] = byte(i)
		}
		for i, k := range list {
			v := order[k]
			copy(order[1:int(k)+1], order[:k])
			order[0], list[i] = v, v
		}
	}
	return list, trees
}

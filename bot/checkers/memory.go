package checkers

import (
	"sync/atomic"

	"parlour"
)

// A slot of the transposition table.
//
//	 0     16      32     40    48   56
//	+-----+-------+------+-----+----+-----+
//	|value| move  |depth |kind |age |  0  |   what is known
//	+-----+-------+------+-----+----+-----+
//	|  hash, exclusive or with the above  |   check
//	+-------------------------------------+
//
// Move is the low ten bits of a move, origin and last square, plus one. Several
// searches may share a table: a slot that two of them wrote at once fails its check.
type slot struct{ known, check uint64 }

const slotSize = 16

// An entry is what a slot knows about a position.
type entry struct {
	value int16
	move  uint16
	depth int8
	kind  uint8 // 0 if nothing is known
	age   uint8
}

// The kinds of stored values.
const (
	atMost uint8 = iota + 1
	atLeast
	exact
)

func (e entry) packed() uint64 {
	return uint64(uint16(e.value)) | uint64(e.move)<<16 | uint64(uint8(e.depth))<<32 | uint64(e.kind)<<40 | uint64(e.age)<<48
}

func unpacked(x uint64) entry {
	return entry{int16(x), uint16(x >> 16), int8(x >> 32), uint8(x >> 40), uint8(x >> 48)}
}

func (s *search) load(i int) (known, check uint64) {
	e := &s.memory[i]
	if s.shared {
		return atomic.LoadUint64(&e.known), atomic.LoadUint64(&e.check)
	}
	return e.known, e.check
}

// recall returns the entry of a position. Its kind is 0 if there is none.
func (s *search) recall(hash uint64) entry {
	i := int(hash) & (len(s.memory) - 1)
	if known, check := s.load(i); known^check == hash && known != 0 {
		return unpacked(known)
	}
	if known, check := s.load(i ^ 1); known^check == hash && known != 0 {
		return unpacked(known)
	}
	return entry{}
}

// remember stores the value of a position. Of two slots, the first keeps the deepest
// search and the second the latest.
func (s *search) remember(hash uint64, depth, ply, v, alpha, beta int, best parlour.Move) {
	i := int(hash) & (len(s.memory) - 1) &^ 1
	known, check := s.load(i)
	if e := unpacked(known); known^check != hash && e.age == s.age && int(e.depth) > depth {
		i |= 1
	}
	kind := exact
	switch {
	case v <= alpha:
		kind = atMost
	case v >= beta:
		kind = atLeast
	}
	known = entry{int16(toSlot(v, ply)), uint16(best&1023) + 1, int8(depth), kind, s.age}.packed()
	e := &s.memory[i]
	if s.shared {
		atomic.StoreUint64(&e.known, known)
		atomic.StoreUint64(&e.check, known^hash)
		return
	}
	e.known, e.check = known, known^hash
}

// A guess is the value of a position without search, kept because the nets take
// longer than a look into memory.
type guess struct {
	hash  uint32
	value int16
}

// mostGuesses is the number of guesses that a large search keeps.
const mostGuesses = 1 << 15

// worth is the value of the frame at ply without search.
func (s *search) worth(f *frame, side parlour.Seat) int {
	g := &s.guesses[int(f.hash)&(len(s.guesses)-1)]
	if g.hash != uint32(f.hash>>32) {
		*g = guess{uint32(f.hash >> 32), int16(s.eval.Value(&f.stand, side))}
	}
	return int(g.value)
}

// toSlot makes the distance to the end of a decided game relative to the position
// instead of the root; fromSlot reverses that.
func toSlot(v, ply int) int {
	switch {
	case v > surely:
		return v + ply
	case v < -surely:
		return v - ply
	}
	return v
}

func fromSlot(v, ply int) int {
	switch {
	case v > surely:
		return v - ply
	case v < -surely:
		return v + ply
	}
	return v
}

package checkers

import "parlour"

// A slot of the transposition table.
//
//	  0      4       6      8       9      10
//	+------+-------+------+-------+------+-----+
//	| key  | value | move | depth | kind | age |   12 bytes with padding
//	+------+-------+------+-------+------+-----+
//
// Key is the high half of the hash, the low half finds the slot. Move is the
// low ten bits of a move, origin and last square, plus one.
type slot struct {
	key   uint32
	value int16
	move  uint16
	depth int8
	kind  uint8
	age   uint8
}

// The kinds of stored values.
const (
	atMost uint8 = iota + 1
	atLeast
	exact
)

// recall returns the entry of a position, or nil.
func (s *search) recall(hash uint64) *slot {
	i := int(hash) & (len(s.memory) - 1)
	if e := &s.memory[i]; e.key == uint32(hash>>32) && e.kind != 0 {
		return e
	}
	if e := &s.memory[i^1]; e.key == uint32(hash>>32) && e.kind != 0 {
		return e
	}
	return nil
}

// remember stores the value of a position. Of two slots, the first keeps the deepest
// search and the second the latest.
func (s *search) remember(hash uint64, depth, ply, v, alpha, beta int, best parlour.Move) {
	i := int(hash) & (len(s.memory) - 1)
	e := &s.memory[i&^1]
	if e.key != uint32(hash>>32) && e.age == s.age && int(e.depth) > depth {
		e = &s.memory[i|1]
	}
	kind := exact
	switch {
	case v <= alpha:
		kind = atMost
	case v >= beta:
		kind = atLeast
	}
	*e = slot{
		key: uint32(hash >> 32), value: int16(toSlot(v, ply)), move: uint16(best&1023) + 1,
		depth: int8(depth), kind: kind, age: s.age,
	}
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

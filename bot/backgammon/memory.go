package backgammon

import (
	"sync"

	"parlour/games/backgammon"
)

// A memory keeps evaluations. A search two throws ahead meets almost every second
// position again, because different plays and throws lead to it.
type memory struct {
	nets []*Net // the evaluations are theirs
	kept []evaluated
}

type evaluated struct {
	own, opp backgammon.Men // without men if the entry is empty
	chances  Chances
}

// memoryBits is the size of a memory: 2^memoryBits positions, 0.9 MB. A larger
// one finds little more, and fits the caches of a processor less.
const memoryBits = 14

// memories are shared by all bots, because only those that are thinking need one.
var memories = sync.Pool{New: func() any { return &memory{kept: make([]evaluated, 1<<memoryBits)} }}

// at returns the entry for a position, which may hold another.
func (m *memory) at(own, opp *backgammon.Men) *evaluated {
	h := word(own.Ones, own.Twos)*0x9e3779b97f4a7c15 + word(own.Fours, own.Eights)*0xbf58476d1ce4e5b9
	h ^= h >> 32
	h = (h+word(opp.Ones, opp.Twos))*0x94d049bb133111eb + word(opp.Fours, opp.Eights)*0xd6e8feb86659fd93
	h ^= h >> 32
	return &m.kept[h*0x9e3779b97f4a7c15>>(64-memoryBits)]
}

func word(low, high uint32) uint64 { return uint64(low) | uint64(high)<<32 }

// remember gives the evaluator a memory.
func (e *Evaluator) remember() {
	if e.memory != nil {
		return
	}
	m := memories.Get().(*memory)
	if len(m.nets) != len(e.nets) || &m.nets[0] != &e.nets[0] {
		clear(m.kept)
		m.nets = e.nets
	}
	e.memory = m
}

// forget takes it away.
func (e *Evaluator) forget() {
	if e.memory != nil {
		memories.Put(e.memory)
		e.memory = nil
	}
}

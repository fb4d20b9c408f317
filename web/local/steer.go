package local

import (
	"crypto/sha256"
	"encoding/binary"
	"sync/atomic"
	"time"
)

// Steer makes a program repeatable: the clock stands still, and dice and bots
// follow from a seed. Two programs that get the same requests, one after the
// other, write the same events, whatever they run on. Only tests may use it:
// anyone who knows the seed knows the dice.
func Steer(c *Config, now time.Time, seed uint64) {
	var dice, bots atomic.Uint64
	bytes := func(kind byte, n uint64) [32]byte {
		var b [17]byte
		b[0] = kind
		binary.LittleEndian.PutUint64(b[1:], seed)
		binary.LittleEndian.PutUint64(b[9:], n)
		return sha256.Sum256(b[:])
	}
	c.Now = func() time.Time { return now }
	c.Random = func() [32]byte { return bytes('d', dice.Add(1)) }
	c.Seed = func() uint64 {
		b := bytes('b', bots.Add(1))
		return binary.LittleEndian.Uint64(b[:])
	}
}

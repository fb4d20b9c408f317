package backgammon

import (
	"math"
	"math/bits"
)

// positive collects the values that are not negative, and returns their number. It
// may write slack values behind them. The length of h is a multiple of eight.
func positive(h []float32, idx []int32, val []float32) int {
	if fast {
		return positiveFast(&h[0], len(h), &idx[0], &val[0], &packed)
	}
	return positivePlain(h, idx, val)
}

const slack = 8

// positivePlain has no branch, because one could not be predicted.
func positivePlain(h []float32, idx []int32, val []float32) (k int) {
	for i, v := range h {
		idx[k], val[k] = int32(i), v
		k += int(^math.Float32bits(v) >> 31)
	}
	return k
}

// packed[set] has the numbers of the bits of the set, lowest first, one in each byte.
var packed = func() (t [256]uint64) {
	for set := range t {
		shift := 0
		for a := uint(set); a != 0; a &= a - 1 {
			t[set] |= uint64(bits.TrailingZeros(a)) << shift
			shift += 8
		}
	}
	return
}()

package bot

import "math/bits"

// Rand is a small and fast random number generator (wyrand), not for secrets. The
// zero Rand is ready to use and has the seed 0.
type Rand struct{ state uint64 }

// NewRand returns the generator for a seed.
func NewRand(seed uint64) Rand { return Rand{seed} }

// Mix makes a seed from a seed and a number, such as the number of a game, so that
// adjacent numbers give unrelated seeds.
func Mix(seed, n uint64) uint64 {
	z := seed + (n+1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns the next number.
func (r *Rand) Uint64() uint64 {
	r.state += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(r.state, r.state^0xe7037ed1a0b428db)
	return hi ^ lo
}

// Intn returns a number from 0 to n-1, for n below 2^32. Its bias is below n/2^32,
// too small to show in any number of games.
func (r *Rand) Intn(n int) int {
	return int(r.Uint64() >> 32 * uint64(n) >> 32)
}

// Float64 returns a number from 0 up to, but not including, 1.
func (r *Rand) Float64() float64 { return float64(r.Uint64()>>11) / (1 << 53) }

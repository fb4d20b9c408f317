package checkers

// The kernels of the training. Each has a version in assembly for AVX2 and a portable
// one. Both compute the same bits: they add in the same order, without fusing.

// dot is the sum of the products of a and b, whose length is a multiple of 32.
func dot(a, b []float32) float32 {
	if fast {
		return dotFast(&a[0], &b[0], len(a))
	}
	return dotPlain(a, b)
}

func dotPlain(a, b []float32) float32 {
	var s [32]float32
	b = b[:len(a)]
	for i := 0; i < len(a); i += 32 {
		x, y := a[i:i+32], b[i:i+32]
		for j := range s {
			s[j] += float32(x[j] * y[j])
		}
	}
	for j := range 8 {
		s[j] = (s[j] + s[8+j]) + (s[16+j] + s[24+j])
	}
	return ((s[0] + s[4]) + (s[2] + s[6])) + ((s[1] + s[5]) + (s[3] + s[7]))
}

// add adds k times src to dst. The length is a multiple of 32.
func add(dst, src []float32, k float32) {
	if fast {
		addFast(&dst[0], &src[0], k, len(dst))
		return
	}
	addPlain(dst, src, k)
}

func addPlain(dst, src []float32, k float32) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] += float32(k * src[i])
	}
}

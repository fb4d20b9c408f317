package checkers

// The kernels of the nets. Each has a version in assembly for AVX2 and a portable
// one. Both compute the same bits, so that the nets play the same on every machine.

// shift sets dst to src plus the rows add of w minus the rows drop. The number of
// each row is changed by an exclusive or with flip first.
func shift(dst, src *[units]int16, w *[inputs][units]int16, flip uint8, add, drop []uint8) {
	if fast {
		shiftFast(&dst[0], &src[0], &w[0][0], int(flip), add, drop)
		return
	}
	shiftPlain(dst, src, w, flip, add, drop)
}

func shiftPlain(dst, src *[units]int16, w *[inputs][units]int16, flip uint8, add, drop []uint8) {
	*dst = *src
	for _, i := range add {
		row := &w[(i^flip)&(inputs-1)]
		for j := range dst {
			dst[j] += row[j]
		}
	}
	for _, i := range drop {
		row := &w[(i^flip)&(inputs-1)]
		for j := range dst {
			dst[j] -= row[j]
		}
	}
}

// sum computes the layers behind the first: the value in parts of outScale.
func (n *dense) sum(own, their *[units]int16) int32 {
	if fast {
		return denseFast(&own[0], &their[0], n)
	}
	return n.sumPlain(own, their)
}

// sumPlain keeps two sums in one word, so that one multiplication serves both. If the
// lower sum is negative, it borrows from the upper one; pair undoes that at the end.
// Many units of the first layer are zero.
func (n *dense) sumPlain(own, their *[units]int16) int32 {
	var sums [deep / 2]int64
	for i := range sums {
		sums[i] = pair64(n.bias2[2*i], n.bias2[2*i+1])
	}
	for view, acc := range [2]*[units]int16{own, their} {
		for i, a := range acc {
			x := int64(max(0, min(a>>firstShift, most)))
			if x == 0 {
				continue
			}
			row := &n.pairs2[view*units+i]
			for j := range sums {
				sums[j] += x * row[j]
			}
		}
	}
	var middle [deep]int64
	for i, s := range sums {
		middle[2*i], middle[2*i+1] = active(s)
	}
	for i := range sums {
		sums[i] = pair64(n.bias3[2*i], n.bias3[2*i+1])
	}
	for i, x := range middle {
		if x == 0 {
			continue
		}
		row := &n.pairs3[i]
		for j := range sums {
			sums[j] += x * row[j]
		}
	}
	out := n.biasOut
	for i, s := range sums {
		a, b := active(s)
		out += int32(a)*int32(n.out[2*i]) + int32(b)*int32(n.out[2*i+1])
	}
	return out
}

func pair64(lo, hi int32) int64 { return int64(lo) + int64(hi)<<32 }

// active splits a pair of sums and limits them to what a unit can be.
func active(s int64) (lo, hi int64) {
	l := int32(s)
	h := int32((s - int64(l)) >> 32)
	return int64(max(0, min(l>>deepShift, most))), int64(max(0, min(h>>deepShift, most)))
}

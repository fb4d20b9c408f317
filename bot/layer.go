package bot

// Gather sets dst to bias plus, for every k, val[k] times row idx[k] of the
// matrix w, whose rows are as long as dst. That is one layer of a net whose
// inputs are mostly zero. The length of dst is a multiple of Lane.
//
// All versions add in the same order without fusing, so that every machine
// computes the same bits.
func Gather(dst, bias, w []float32, idx []int32, val []float32) {
	if AVX2 {
		gatherFast(&dst[0], &bias[0], &w[0], idx, val, len(dst))
		return
	}
	gatherPlain(dst, bias, w, idx, val)
}

// Lane is the number of values that Gather handles at once.
const Lane = 32

// gatherPlain takes four rows at a time, so that the sums are loaded and stored
// less often. In WebAssembly, which has no other version, that takes half of the
// time.
func gatherPlain(dst, bias, w []float32, idx []int32, val []float32) {
	const wide = 8
	h := len(dst)
	copy(dst, bias)
	k := 0
	for ; k+4 <= len(idx); k += 4 {
		i, v := (*[4]int32)(idx[k:]), *(*[4]float32)(val[k:])
		r0, r1, r2, r3 := w[int(i[0])*h:][:h], w[int(i[1])*h:][:h], w[int(i[2])*h:][:h], w[int(i[3])*h:][:h]
		for j := 0; j+wide <= h; j += wide {
			d := (*[wide]float32)(dst[j:])
			a, b, c, e := (*[wide]float32)(r0[j:]), (*[wide]float32)(r1[j:]), (*[wide]float32)(r2[j:]), (*[wide]float32)(r3[j:])
			d[0] = d[0] + float32(v[0]*a[0]) + float32(v[1]*b[0]) + float32(v[2]*c[0]) + float32(v[3]*e[0])
			d[1] = d[1] + float32(v[0]*a[1]) + float32(v[1]*b[1]) + float32(v[2]*c[1]) + float32(v[3]*e[1])
			d[2] = d[2] + float32(v[0]*a[2]) + float32(v[1]*b[2]) + float32(v[2]*c[2]) + float32(v[3]*e[2])
			d[3] = d[3] + float32(v[0]*a[3]) + float32(v[1]*b[3]) + float32(v[2]*c[3]) + float32(v[3]*e[3])
			d[4] = d[4] + float32(v[0]*a[4]) + float32(v[1]*b[4]) + float32(v[2]*c[4]) + float32(v[3]*e[4])
			d[5] = d[5] + float32(v[0]*a[5]) + float32(v[1]*b[5]) + float32(v[2]*c[5]) + float32(v[3]*e[5])
			d[6] = d[6] + float32(v[0]*a[6]) + float32(v[1]*b[6]) + float32(v[2]*c[6]) + float32(v[3]*e[6])
			d[7] = d[7] + float32(v[0]*a[7]) + float32(v[1]*b[7]) + float32(v[2]*c[7]) + float32(v[3]*e[7])
		}
	}
	for ; k < len(idx); k++ {
		row, v := w[int(idx[k])*h:][:h], val[k]
		for j := range dst {
			dst[j] += float32(v * row[j])
		}
	}
}

// Scatter adds val[k] times d to every row idx[k] of w: the backward pass of Gather.
func Scatter(w, d []float32, idx []int32, val []float32) {
	if AVX2 {
		scatterFast(&w[0], &d[0], idx, val, len(d))
		return
	}
	for k, i := range idx {
		row, v := w[int(i)*len(d):][:len(d)], val[k]
		for j, x := range d {
			row[j] += float32(v * x)
		}
	}
}

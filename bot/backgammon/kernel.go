package backgammon

// gather sets dst to bias plus, for every k, val[k] times row idx[k] of the
// matrix w, whose rows are as long as dst. That is one layer of a net whose
// inputs are mostly zero. The length of dst is a multiple of lane.
//
// All versions add in the same order without fusing, so that every machine
// computes the same bits.
func gather(dst, bias, w []float32, idx []int32, val []float32) {
	if fast {
		gatherFast(&dst[0], &bias[0], &w[0], idx, val, len(dst))
		return
	}
	gatherPlain(dst, bias, w, idx, val)
}

// lane is the number of values that gatherFast handles at once.
const lane = 32

func gatherPlain(dst, bias, w []float32, idx []int32, val []float32) {
	h := len(dst)
	copy(dst, bias)
	for k, i := range idx {
		row, v := w[int(i)*h:][:h], val[k]
		for j := 0; j+4 <= len(dst) && j+4 <= len(row); j += 4 {
			d, r := dst[j:j+4:j+4], row[j:j+4:j+4]
			d[0] += float32(v * r[0])
			d[1] += float32(v * r[1])
			d[2] += float32(v * r[2])
			d[3] += float32(v * r[3])
		}
	}
}

// scatter adds val[k] times d to every row idx[k] of w: the backward pass of gather.
func scatter(w, d []float32, idx []int32, val []float32) {
	if fast {
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

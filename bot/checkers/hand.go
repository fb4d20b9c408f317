package checkers

// byHand are the initial weights of the training, from common book knowledge. Men
// are worth more when few are left, so that the side that is ahead trades.
func byHand() *weights {
	w := new(weights)
	set := func(i int, full, bare float64) {
		w[i] = pair{int16(full * scale), int16(bare * scale)}
	}
	set(atCounts+countMen, 100, 120)
	set(atCounts+countKings, 135, 155)
	set(atCounts+countFirst, 15, 25)
	set(atCounts+countSteps, 1, 3)
	set(atCounts+countToMove, 2, 3)
	for k := range 32 {
		row, col := k/4, k%4*2+1-k/4%2
		// Kings are strong in the middle.
		middle := min(row, 7-row) + min(col, 7-col)
		set(atKings+k, float64(middle)*2, float64(middle)*3)
	}
	// Each square is covered by two-row regions as often as cover says.
	cover := [8]float64{1, 2, 2, 3, 3, 2, 2, 1}
	for r := range 4 {
		for index := range patterns {
			full, bare := 0.0, 0.0
			for b, rest := 0, index; b < 8; b, rest = b+1, rest/3 {
				k := 4*r + b
				switch rest % 3 {
				case 1:
					f, e := manByHand(k)
					full += f / cover[k/4]
					bare += e / cover[k/4]
				case 2:
					f, e := manByHand(31 - k)
					full -= f / cover[k/4]
					bare -= e / cover[k/4]
				}
			}
			set(atRegions+r*patterns+index, full, bare)
		}
	}
	return w
}

// manByHand returns the value of square k+1 for a black man.
func manByHand(k int) (full, bare float64) {
	row, col := k/4, k%4*2+1-k/4%2
	full = [8]float64{6, 0, 1, 3, 5, 7, 12, 0}[row]
	bare = [8]float64{2, 0, 3, 7, 12, 18, 28, 0}[row]
	if row == 0 && (k == 0 || k == 2) {
		full += 6 // the bridge keeps kings out
	}
	if row > 0 && (col == 0 || col == 7) {
		full -= 3
	}
	if row >= 2 && row <= 5 && col >= 2 && col <= 5 {
		full += 3
	}
	return full, bare
}

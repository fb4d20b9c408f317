package bot

import "testing"

// Both ways of computing a layer give the same bits.
func TestGather(t *testing.T) {
	const width, inputs = 3 * Lane, 250
	rand := NewRand(1)
	number := func() float32 { return float32(rand.Float64() - 0.5) }
	w, bias := make([]float32, inputs*width), make([]float32, width)
	for i := range w {
		w[i] = number()
	}
	for i := range bias {
		bias[i] = number()
	}
	for range 100 {
		var idx []int32
		var val []float32
		for i := range int32(inputs) {
			if rand.Intn(4) == 0 {
				idx, val = append(idx, i), append(val, number())
			}
		}
		a, b := make([]float32, width), make([]float32, width)
		Gather(a, bias, w, idx, val)
		gatherPlain(b, bias, w, idx, val)
		for i := range a {
			if a[i] != b[i] {
				t.Fatalf("column %d: %v and %v", i, a[i], b[i])
			}
		}
	}
}

//go:build !amd64

package backgammon

const fast = false

func gatherFast(dst, bias, w *float32, idx []int32, val []float32, h int) {}

func scatterFast(w, d *float32, idx []int32, val []float32, h int) {}

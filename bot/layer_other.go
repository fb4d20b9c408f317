//go:build !amd64

package bot

// AVX2 reports whether the processor and the system have AVX2. The kernels of some
// bots use it.
const AVX2 = false

func gatherFast(dst, bias, w *float32, idx []int32, val []float32, h int) {}

func scatterFast(w, d *float32, idx []int32, val []float32, h int) {}

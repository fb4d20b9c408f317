package bot

//go:noescape
func gatherFast(dst, bias, w *float32, idx []int32, val []float32, h int)

//go:noescape
func scatterFast(w, d *float32, idx []int32, val []float32, h int)

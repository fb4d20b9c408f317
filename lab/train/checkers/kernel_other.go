//go:build !amd64

package checkers

const fast = false

func dotFast(a, b *float32, n int) float32 { return 0 }

func addFast(dst, src *float32, k float32, n int) {}

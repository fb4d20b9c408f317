//go:build !amd64

package checkers

const fast = false

func shiftFast(dst, src, w *int16, flip int, add, drop []uint8) {}

func denseFast(own, their *int16, n *dense) int32 { return 0 }

package checkers

import "parlour/bot"

// fast reports whether the processor and the system have AVX2.
var fast = bot.AVX2

//go:noescape
func shiftFast(dst, src, w *int16, flip int, add, drop []uint8)

//go:noescape
func denseFast(own, their *int16, n *dense) int32

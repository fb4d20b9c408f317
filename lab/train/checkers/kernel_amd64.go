package checkers

import "parlour/bot"

// fast reports whether the processor and the system have AVX2.
var fast = bot.AVX2

//go:noescape
func dotFast(a, b *float32, n int) float32

//go:noescape
func addFast(dst, src *float32, k float32, n int)

package backgammon

import "parlour/bot"

// fast reports whether the processor and the system have AVX2.
var fast = bot.AVX2

//go:noescape
func positiveFast(h *float32, n int, idx *int32, val *float32, packed *[256]uint64) int

//go:noescape
func dotRowsFast(sum, head, rows *float32, idx []int32) float32

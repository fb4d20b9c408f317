//go:build !amd64

package backgammon

const fast = false

func positiveFast(h *float32, n int, idx *int32, val *float32, packed *[256]uint64) int { return 0 }

func dotRowsFast(sum, head, rows *float32, idx []int32) float32 { return 0 }

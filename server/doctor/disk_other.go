//go:build !linux

package doctor

// freeBytes does not know on this system.
func freeBytes(string) (uint64, bool) { return 0, false }

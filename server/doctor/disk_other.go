//go:build !linux

package doctor

// freeBytes is unknown on this system.
func freeBytes(string) (uint64, bool) { return 0, false }

//go:build !unix

package files

// Most is unknown on this system.
func Most() (uint64, bool) { return 0, false }

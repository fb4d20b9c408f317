//go:build !unix

package doctor

// openFiles is unknown on this system.
func openFiles() (uint64, bool) { return 0, false }

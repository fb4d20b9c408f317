//go:build race

package faults

// If the tests run with the race detector, so does the server, and takes more memory.
func init() {
	buildFlags = append(buildFlags, "-race")
	memoryTimes = 4
}

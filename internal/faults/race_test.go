//go:build race

package faults

// With the race detector in the tests the server gets it too.
func init() { buildFlags = append(buildFlags, "-race") }

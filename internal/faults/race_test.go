//go:build race

package faults

// If the tests run with the race detector, so does the server.
func init() { buildFlags = append(buildFlags, "-race") }

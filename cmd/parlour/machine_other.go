//go:build !unix

package main

import "time"

// cpuTime is not known here.
func cpuTime() time.Duration { return 0 }

// openFiles is not known here.
func openFiles() (uint64, bool) { return 0, false }

//go:build !unix && !js

package bench

import "time"

// cpuTime does not know on this system.
func cpuTime() time.Duration { return 0 }

package bench

import (
	"syscall/js"
	"time"
)

// cpuTime returns the processor time of Node; a browser does not tell it.
func cpuTime() time.Duration {
	process := js.Global().Get("process")
	if process.IsUndefined() || process.Get("cpuUsage").Type() != js.TypeFunction {
		return 0
	}
	u := process.Call("cpuUsage")
	return time.Duration((u.Get("user").Float() + u.Get("system").Float()) * float64(time.Microsecond))
}

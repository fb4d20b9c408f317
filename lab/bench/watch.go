package bench

import "time"

// A watch measures processor time, so that other load on the machine does not
// matter, or wall-clock time if the system does not report processor time.
type watch struct {
	begin time.Time
	cpu   time.Duration
}

func startWatch() watch { return watch{time.Now(), cpuTime()} }

func (w watch) took() time.Duration {
	if d := cpuTime() - w.cpu; d > 0 {
		return d
	}
	return time.Since(w.begin)
}

package bench

import "time"

// A watch measures processor time where it is known, so that a busy machine
// does not make programs look slow, and time otherwise.
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

package metrics

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// process writes what the system knows about the process.
func (b *Writer) process() {
	var use syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &use) == nil {
		seconds := func(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
		b.Single("process_cpu_seconds_total", "counter", "Processor time used.", seconds(use.Utime)+seconds(use.Stime))
	}
	if files, err := os.ReadDir("/proc/self/fd"); err == nil {
		b.Single("process_open_fds", "gauge", "Open files and connections.", len(files)-1) // without the folder itself
	}
	var most syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &most) == nil {
		b.Single("process_max_fds", "gauge", "Files and connections that may be open.", most.Cur)
	}
	text, err := os.ReadFile("/proc/self/statm")
	if pages := strings.Fields(string(text)); err == nil && len(pages) > 1 {
		size := int64(os.Getpagesize())
		for i, m := range []struct{ name, help string }{
			{"process_virtual_memory_bytes", "Address space."}, {"process_resident_memory_bytes", "Memory in use."},
		} {
			if n, err := strconv.ParseInt(pages[i], 10, 64); err == nil {
				b.Single(m.name, "gauge", m.help, n*size)
			}
		}
	}
}

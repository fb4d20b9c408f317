package bench

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// processTime returns the processor time that a process has used, 0 if that is
// not known.
func processTime(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The name before it stands in brackets and may hold anything.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	const user, system = 11, 12 // in hundredths of a second
	if len(fields) <= system {
		return 0
	}
	u, err1 := strconv.ParseInt(string(fields[user]), 10, 64)
	s, err2 := strconv.ParseInt(string(fields[system]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return time.Duration(u+s) * 10 * time.Millisecond
}

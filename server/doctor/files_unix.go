//go:build unix

package doctor

import "syscall"

// openFiles returns how many files and connections the process can have open.
func openFiles() (uint64, bool) {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r) != nil {
		return 0, false
	}
	return uint64(r.Cur), true
}

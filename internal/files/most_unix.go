//go:build unix

package files

import "syscall"

// Most returns how many files and connections this process can have open.
func Most() (uint64, bool) {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r) != nil {
		return 0, false
	}
	return uint64(r.Cur), true
}

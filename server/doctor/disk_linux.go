package doctor

import "syscall"

// freeBytes returns how much space is left on the disk of a folder.
func freeBytes(dir string) (uint64, bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}

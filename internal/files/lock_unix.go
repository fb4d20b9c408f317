//go:build unix && !aix && !solaris

package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Lock creates a file if it is missing and locks it until unlock is called or the
// program ends, however it ends. It does not wait: the error is ErrLocked if another
// program, or another Lock of this one, holds the lock. The file stays. A symbolic link
// is an error.
func Lock(name string) (unlock func(), err error) {
	return lock(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW)
}

func lock(name string, how int) (unlock func(), err error) {
	f, err := os.OpenFile(name, how, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return func() { f.Close() }, nil
}

// Names returns how many names a file has: more than one if there are hard links.
func Names(i fs.FileInfo) int {
	if s, ok := i.Sys().(*syscall.Stat_t); ok {
		return int(s.Nlink)
	}
	return 1
}

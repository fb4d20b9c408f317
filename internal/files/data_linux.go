package files

import (
	"os"
	"syscall"
)

// LockData locks a file that exists, by whatever name it is opened, as Lock does.
// SQLite's own locks of the file are not affected, unless it is closed: unlock only
// after SQLite has closed the file. On a file system of another machine the two kinds
// of locks may be one, so LockData does nothing there.
func LockData(name string) (unlock func(), err error) {
	var on syscall.Statfs_t
	if err := syscall.Statfs(name, &on); err != nil {
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	switch uint32(on.Type) {
	case 0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997: // NFS, SMB of three ages, 9P
		return func() {}, nil
	}
	return lock(name, os.O_RDONLY)
}

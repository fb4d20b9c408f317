package files

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// Lock creates a file if it is missing and locks it until unlock is called or the
// program ends, however it ends. It does not wait: the error is ErrLocked if another
// program, or another Lock of this one, holds the lock. The file stays.
func Lock(name string) (unlock func(), err error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	const sharingViolation = syscall.Errno(32)
	// A file that is opened without sharing cannot be opened again.
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS, syscall.FILE_ATTRIBUTE_NORMAL, 0)
	switch {
	case errors.Is(err, sharingViolation):
		return nil, ErrLocked
	case err != nil:
		return nil, &os.PathError{Op: "lock", Path: name, Err: err}
	}
	return func() { _ = syscall.CloseHandle(h) }, nil
}

// Names returns 1: a FileInfo does not say here how many names a file has.
func Names(fs.FileInfo) int { return 1 }

// Package files has what package os lacks: files that are replaced in one step and
// are on disk then, locks between programs, and how many files may be open.
//
//	err := files.WriteFile("weights.bin", data, 0o644)
//
//	unlock, err := files.Lock("seat.lock")
//	if errors.Is(err, files.ErrLocked) {
//		return errors.New("another program uses this seat")
//	}
//	defer unlock()
package files

import (
	"crypto/rand"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
)

// WriteFile is os.WriteFile in one step: a reader of the file sees the old content
// or the new one, also after a crash. When it returns, the new one is on disk.
func WriteFile(name string, data []byte, perm fs.FileMode) error {
	return Replace(name, perm, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Replace is WriteFile for content that write writes. If write fails, the old file
// stays. A device or a pipe is written to, not replaced.
func Replace(name string, perm fs.FileMode, write func(io.Writer) error) error {
	if i, err := os.Stat(name); err == nil && !i.Mode().IsRegular() && !i.IsDir() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	// In the same folder, because a file cannot be renamed into another file system.
	f, err := os.OpenFile(name+"."+rand.Text()[:8]+".part", os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		if bad, ok := errors.AsType[*fs.PathError](err); ok {
			bad.Path = name // the one that the caller knows
		}
		return err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name()) // there is none if it was renamed
	}
	return err
}

// Rename is os.Rename within a folder. When it returns, the new name is on disk: a
// crash does not bring the old file back.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// syncFolder writes down which files a folder has. A folder that may not be read, and
// a system that syncs only files, are left alone.
func syncFolder(name string) error {
	d, err := os.Open(name)
	if err != nil {
		return nil
	}
	err = d.Sync()
	if runtime.GOOS == "windows" || errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		err = nil
	}
	return errors.Join(err, d.Close())
}

// ErrLocked says that another program holds a lock.
var ErrLocked = errors.New("another program holds the lock")

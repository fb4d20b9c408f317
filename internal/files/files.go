// Package files has what package os lacks: files that are replaced in one step, and
// locks between programs.
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
)

// WriteFile is os.WriteFile in one step: a reader of the file sees the old content
// or the new one, also after a crash.
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
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// ErrLocked says that another program holds a lock.
var ErrLocked = errors.New("another program holds the lock")

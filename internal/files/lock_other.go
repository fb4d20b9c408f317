//go:build !windows && (!unix || aix || solaris)

package files

import "io/fs"

// Lock does nothing here: the system has no locks that end with their program.
func Lock(string) (unlock func(), err error) { return func() {}, nil }

// Names returns 1: the system does not say how many names a file has.
func Names(fs.FileInfo) int { return 1 }

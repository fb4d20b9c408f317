//go:build !linux

package files

// LockData does nothing here: the system does not keep such a lock apart from those of
// SQLite.
func LockData(string) (unlock func(), err error) { return func() {}, nil }

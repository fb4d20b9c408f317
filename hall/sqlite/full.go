package sqlite

import (
	"database/sql"
	"errors"
	"os"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// noRoom reports whether an error may mean that the disk is full.
func noRoom(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && (e.Code()&0xff == codes.SQLITE_FULL || e.Code()&0xff == codes.SQLITE_IOERR)
}

// cold opens a file for reading without writing a byte, not even to the files
// next to it.
func cold(path string) (*sql.DB, error) {
	// Readers share a file next to the database, which needs room. A reader
	// with exclusive access does without it, and one that knows that the
	// write-ahead log is empty does not even look for that.
	how := "mode=rw&_pragma=busy_timeout(1000)&_pragma=query_only(1)&_pragma=locking_mode(exclusive)"
	if info, err := os.Stat(path + "-wal"); err != nil || info.Size() == 0 {
		how = "mode=ro&immutable=1"
	}
	db, err := sql.Open("sqlite", address(path, how))
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// freeze makes the store read-only and records why.
func (s *Store) freeze(why error) error {
	db, err := cold(s.path)
	if err != nil {
		return err
	}
	var tables int
	err = db.QueryRow("SELECT count(*) FROM sqlite_master WHERE name = 'tables'").Scan(&tables)
	if err == nil && tables == 0 {
		err = why // there is nothing to read
	}
	if err != nil {
		db.Close()
		return err
	}
	s.read, s.cold = db, why
	s.tried = time.Now()
	s.frozen.Store(true)
	return nil
}

// thawEvery is how often a frozen store checks whether there is room.
const thawEvery = time.Second

// thaw makes a frozen store writable if there is room now.
func (s *Store) thaw() error {
	if !s.frozen.Load() {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.quit:
		return errClosed
	default:
	}
	switch {
	case !s.frozen.Load():
		return nil
	case time.Since(s.tried) < thawEvery:
		return s.cold
	}
	// The reader has exclusive access, so close it first.
	s.read.Close()
	err := s.start()
	if err == nil {
		s.cold = nil
		s.frozen.Store(false)
		return nil
	}
	s.tried = time.Now()
	if again := s.freeze(err); again != nil {
		return errors.Join(err, again) // reads fail too, until the next attempt
	}
	return err
}

package backend

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A server whose clock was wrong may have left a sign of life of the future. The error
// does not ask to wait for it.
func TestFutureBeat(t *testing.T) {
	p, copied := filled(t), filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), p, copied); err != nil {
		t.Fatal(err)
	}
	s, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Beat(t.Context(), time.Now().Add(365*24*time.Hour)), s.Close()); err != nil {
		t.Fatal(err)
	}
	_, err = Restore(t.Context(), p, copied)
	if err == nil || !strings.Contains(err.Error(), "in the future") {
		t.Error(err)
	}
	beat(t, p) // a server starts, and its clock is right
	if _, err = Restore(t.Context(), p, copied); err == nil || strings.Contains(err.Error(), "in the future") {
		t.Error(err)
	}
}

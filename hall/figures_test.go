package hall

import (
	"errors"
	"testing"
	"time"
)

func TestFigures(t *testing.T) {
	var f figures
	f.appended(700*time.Microsecond, nil)
	f.appended(time.Hour, nil)
	f.appended(time.Second, ErrConflict)
	f.appended(time.Second, errors.New("the disk is full"))
	want := Figures{Appends: 2, Conflicts: 1, Refusals: 1, Sum: time.Hour + 700*time.Microsecond}
	want.Seconds[1] = 1 // the hour is beyond the last bound
	if f.f != want {
		t.Errorf("counted %+v, not %+v", f.f, want)
	}
}

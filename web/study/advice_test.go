package study

import (
	"errors"
	"fmt"
	"testing"

	"parlour/internal/line"
)

// Advisers serve another address next, however many of one address wait.
func TestAdviceAddresses(t *testing.T) {
	l := &NewAdvisers().line
	join := func(address, token string, want error) *line.Ticket {
		t.Helper()
		k, err := l.Join(Guest{Address: address, Token: token})
		if !errors.Is(err, want) {
			t.Errorf("%s of %s: %v, want %v", token, address, err, want)
		}
		return k
	}
	first := join("x", "0", nil)
	for n := 1; n < adviceEach; n++ {
		join("x", fmt.Sprint(n), nil)
	}
	join("x", "more", line.ErrEach)
	other := join("y", "y", nil)
	join("y", "y", nil)
	join("y", "y", line.ErrOwn)
	first.Leave()
	select {
	case <-other.Turn():
	default:
		t.Error("another address is not served")
	}
	var told *Busy
	if err := busy(line.ErrFull, lookWait, lookWait, adviceFull); !errors.As(err, &told) || told != adviceFull {
		t.Errorf("a full line is called %v", err)
	}
}

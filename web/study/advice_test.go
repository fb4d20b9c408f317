package study

import (
	"fmt"
	"testing"
)

// Advisers serve another address next, however many of one address wait.
func TestAdviceAddresses(t *testing.T) {
	b := NewAdvisers().bench
	var line []*ticket
	for n := range adviceEach {
		line = append(line, sit(t, b, "x", fmt.Sprint(n)))
	}
	if _, err := b.sit(Guest{"x", "more"}); err != error(b.crowd) {
		t.Errorf("one too many of an address: %v", err)
	}
	sit(t, b, "y", "y")
	if _, err := b.sit(Guest{"y", "y"}); err != nil {
		t.Errorf("a second one of a token: %v", err)
	}
	if _, err := b.sit(Guest{"y", "y"}); err != error(b.twice) {
		t.Errorf("a third one of a token: %v", err)
	}
	b.leave(line[0])
	if got := b.served(t); got != "y" {
		t.Errorf("served is %q", got)
	}
}

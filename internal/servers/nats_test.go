package servers

import (
	"os"
	"testing"
)

// A killed server starts again at the same address.
func TestNATS(t *testing.T) {
	s := NATS(t)
	url := s.URL()
	reached := s.answers
	if !reached() {
		t.Errorf("no server answers at %s", url)
	}
	for _, sig := range []os.Signal{os.Kill, os.Interrupt} {
		s.end(sig)
		if reached() {
			t.Errorf("a server still answers at %s after %v", url, sig)
		}
		s.Start()
		if s.URL() != url || !reached() {
			t.Errorf("the server started again at %s, not at %s", s.URL(), url)
		}
	}
}

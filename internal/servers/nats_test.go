package servers

import (
	"os"
	"testing"
)

// A server is killed and started again at the same place.
func TestNATS(t *testing.T) {
	s := NATS(t)
	url := s.URL()
	reached := s.answers
	if !reached() {
		t.Errorf("nobody is at %s", url)
	}
	for _, sig := range []os.Signal{os.Kill, os.Interrupt} {
		s.end(sig)
		if reached() {
			t.Errorf("somebody is at %s after %v", url, sig)
		}
		s.Start()
		if s.URL() != url || !reached() {
			t.Errorf("it was started again at %s, not at %s", s.URL(), url)
		}
	}
}

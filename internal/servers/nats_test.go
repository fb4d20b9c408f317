package servers

import (
	"net"
	"os"
	"testing"
	"time"
)

// A server is killed and started again at the same place.
func TestNATS(t *testing.T) {
	s := NATS(t)
	url := s.URL()
	reached := func() bool {
		c, err := net.DialTimeout("tcp", s.address(), 5*time.Second)
		if err != nil {
			return false
		}
		c.Close()
		return true
	}
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

package servers

import (
	"os"
	"testing"

	"parlour/internal/wait"
)

// A killed server starts again at the same address.
func TestNATS(t *testing.T) {
	s := NATS(t)
	url := s.URL()
	wait.For(t, "the server", s.answers)
	for _, sig := range []os.Signal{os.Kill, os.Interrupt} {
		s.end(sig)
		if s.answers() {
			t.Errorf("a server still answers at %s after %v", url, sig)
		}
		s.Start()
		wait.For(t, "the server to start again", s.answers)
		if s.URL() != url {
			t.Errorf("the server started again at %s, not at %s", s.URL(), url)
		}
	}
}

package servers

import (
	"io"
	"net"
	"strings"
	"testing"
)

// TestProxy lets bytes through, loses answers, breaks connections and refuses
// new ones.
func TestProxy(t *testing.T) {
	echo, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer echo.Close()
	go func() {
		for {
			c, err := echo.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c) // until either side closes
			}()
		}
	}()
	p, through := Through(t, "tcp://"+echo.Addr().String())
	// ask reports whether an answer comes.
	ask := func(c net.Conn) bool {
		if _, err := c.Write([]byte("a")); err != nil {
			return false
		}
		_, err := c.Read(make([]byte, 1))
		return err == nil
	}
	dial := func() net.Conn {
		c, err := net.Dial("tcp", strings.TrimPrefix(through, "tcp://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	c := dial()
	if !ask(c) {
		t.Error("no bytes get through")
	}
	if p.Cut(); ask(c) {
		t.Error("a broken connection still answers")
	}
	c = dial()
	if p.LoseAnswers(true); ask(c) {
		t.Error("an answer got through")
	}
	p.LoseAnswers(false)
	if !ask(dial()) {
		t.Error("no bytes get through afterwards")
	}
	if p.Gone(true); ask(dial()) {
		t.Error("a connection was accepted")
	}
}

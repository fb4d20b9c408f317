package exchange

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"parlour/internal/line"
	"parlour/internal/wait"
)

// TestBodyEnds checks that a body counts until its end, that it may be cut, and that
// a request may go on after it was read.
func TestBodyEnds(t *testing.T) {
	for _, h2 := range []bool{false, true} {
		room := &line.Room{Limits: line.Limits{All: 1}}
		read := make(chan error)
		server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b := NewWriter(w, r, time.Minute).Body(room, r.Header.Get("From"), wait.Limit)
			defer b.End()
			_, err := io.ReadAll(b)
			if read <- err; err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
			}
		}))
		server.EnableHTTP2 = h2
		server.StartTLS()
		defer server.Close()
		post := func(from string) *io.PipeWriter {
			in, out := io.Pipe()
			r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL, in)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("From", from)
			go func() {
				if resp, err := server.Client().Do(r); err == nil {
					resp.Body.Close()
				}
			}()
			_, _ = out.Write([]byte("x"))
			return out
		}
		first := post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 1 })
		first.Close()
		if err := wait.Receive(t, "the end of a body", read); err != nil || room.Len() != 0 {
			t.Errorf("HTTP/2 %v: %v, %d are read", h2, err, room.Len())
		}
		room.Limits.All = 2
		post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 1 })
		second := post("a")
		wait.For(t, "the body", func() bool { return room.Len() == 2 })
		other := post("b")
		if err := wait.Receive(t, "a body that is cut", read); !errors.Is(err, errSlow) {
			t.Errorf("HTTP/2 %v: a body that is cut ends with %v", h2, err)
		}
		other.Close()
		if err := wait.Receive(t, "the end of the other", read); err != nil {
			t.Errorf("HTTP/2 %v: %v", h2, err)
		}
		second.Close()
		if err := wait.Receive(t, "the end of the second", read); err != nil {
			t.Errorf("HTTP/2 %v: %v", h2, err)
		}
	}
}

// ExampleWriter_Send shows that an answer is compressed for those who accept it.
func ExampleWriter_Send() {
	body := make([]byte, 5000)
	for _, accepted := range []string{"", "br, gzip"} {
		r := httptest.NewRequest("GET", "/", nil)
		r.Header.Set("Accept-Encoding", accepted)
		rec := httptest.NewRecorder()
		w := NewWriter(rec, r, 30*time.Second)
		err := w.Send(http.StatusOK, "text/plain", body)
		w.End()
		fmt.Println(err, rec.Body.Len() < len(body))
	}
	// Output:
	// <nil> false
	// <nil> true
}

package picture

import (
	"context"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parlour/web/wire"
)

// TestPicturesTakeTurns checks that addresses take turns, that a request can stop
// waiting, and that few of an address wait.
func TestPicturesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := NewMaker()
		p.line.Places, p.line.Hold = 1, 1
		slow := func(w io.Writer) error {
			time.Sleep(time.Second)
			_, err := w.Write([]byte("picture"))
			return err
		}
		draw := func(ctx context.Context, address string, n int) error {
			_, err := p.made(ctx, address, key{width: n}, slow)
			return err
		}
		var all sync.WaitGroup
		for i := range ownLine {
			all.Go(func() {
				if err := draw(t.Context(), "a", i); err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		var busy *wire.Error
		if err := draw(t.Context(), "a", 100); !errors.As(err, &busy) || busy.Code != wire.Busy {
			t.Errorf("too many of one address wait: %v", err)
		}
		gone, stop := context.WithCancel(t.Context())
		stop()
		if err := draw(gone, "b", 101); !errors.Is(err, context.Canceled) {
			t.Errorf("it did not wait: %v", err)
		}
		begun := time.Now()
		if err := draw(t.Context(), "b", 102); err != nil || time.Since(begun) > 2*time.Second {
			t.Errorf("another address waited %v: %v", time.Since(begun), err)
		}
		all.Wait()
		begun = time.Now()
		if err := draw(t.Context(), "b", 0); err != nil || time.Since(begun) > 0 {
			t.Errorf("the picture is not kept: %v", err)
		}
		if p.line.Len() != 0 {
			t.Error("somebody has not left")
		}
	})
}

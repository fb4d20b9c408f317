package worker

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"parlour/hall/nats"
)

// A summary counts the tasks since the last one, and there is none without
// tasks.
func TestSummary(t *testing.T) {
	var out strings.Builder
	w := &Worker{Log: slog.New(slog.NewTextHandler(&out, nil))}
	w.summary()
	if out.Len() != 0 {
		t.Errorf("without tasks: %s", out.String())
	}
	w.did(nats.Did{Kind: "sim", Took: time.Second})
	w.did(nats.Did{Kind: "sim", Took: 2 * time.Second, Err: errors.New("unreadable")})
	w.summary()
	for _, want := range []string{"level=WARN", "unreadable", "tasks=2 time=3s"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
	w.summary()
	if n := strings.Count(out.String(), "msg=worked"); n != 1 {
		t.Errorf("%d summaries in %s", n, out.String())
	}
}

// A worker refuses an address that is not that of a NATS server.
func TestBadAddress(t *testing.T) {
	var out strings.Builder
	w := &Worker{Hands: 2, Out: &out, Log: slog.New(slog.DiscardHandler)}
	if err := w.Run(t.Context(), "http://host", nats.Options{}); err == nil {
		t.Error("it worked")
	}
	if !strings.HasPrefix(out.String(), "working with 2 hands") {
		t.Errorf("it printed %q", out.String())
	}
}

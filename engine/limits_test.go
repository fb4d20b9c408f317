package engine

import (
	"testing"

	"parlour/bot"
)

// A time is to be used, and the other limits go with it.
func TestLimits(t *testing.T) {
	for line, want := range map[string]struct {
		whole  bool
		bounds bot.Bounds
	}{
		`{"position":"x","choose":"expert"}`:                                        {false, bot.Bounds{}},
		`{"position":"x","choose":"expert","ms":5000}`:                              {true, bot.Bounds{}},
		`{"position":"x","choose":"expert","nodes":9,"depth":3}`:                    {false, bot.Bounds{Nodes: 9, Depth: 3}},
		`{"position":"x","choose":"expert","ms":5,"nodes":9,"threads":2,"depth":1}`: {true, bot.Bounds{Nodes: 9, Depth: 1, Threads: 2}},
		`{"position":"x","choose":"expert","hash":64}`:                              {false, bot.Bounds{Hash: 64}},
	} {
		q, err := read([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := q.limits()
		if got := bot.TakesWholeTime(ctx); got != want.whole {
			t.Errorf("%s: the whole time: %v", line, got)
		}
		if got := bot.BoundsOf(ctx); got != want.bounds {
			t.Errorf("%s: %+v", line, got)
		}
		cancel()
	}
	for _, field := range []string{`"nodes":0`, `"depth":0`, `"threads":0`, `"threads":65`, `"hash":0`, `"hash":4097`} {
		if _, err := read([]byte(`{"position":"x","choose":"expert",` + field + `}`)); err == nil {
			t.Errorf("%s is accepted", field)
		}
	}
}

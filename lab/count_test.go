package lab

import (
	"context"
	"strings"
	"testing"

	"parlour/cabinet"
)

func TestCount(t *testing.T) {
	e, m, err := cabinet.Parse("B:W21-32:B1-12")
	if err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]Count{
		"49\n":                {Depth: 2},
		"49 49\n":             {Depth: 2, First: true},
		"\ntotal  49\n":       {Depth: 2, Divide: true},
		"12-16  7\ntotal  49": {Depth: 2, Divide: true},
	} {
		c.Game, c.Start = e, m
		var out strings.Builder
		r, err := c.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.WriteText(&out); err != nil || !strings.Contains(out.String(), want) {
			t.Errorf("%+v: %v, %q, want %q", c, err, out.String(), want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := Count{Game: e, Start: m, Depth: 30}
	if r, err := c.Run(ctx); err == nil {
		t.Errorf("cancelled: %v", r)
	}
}

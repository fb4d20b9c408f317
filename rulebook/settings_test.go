package rulebook

import (
	"strconv"
	"testing"
)

func TestTags(t *testing.T) {
	for tag, b := range map[string]*Book{
		"kleefeld":                           Kleefeld,
		"kleefeld[jump=off]":                 Kleefeld,
		"kleefeld[jump=off,jump-run=choice]": Kleefeld,
		"backgammon[match=7,opening=fresh]":  Backgammon,
		"contact[quiet=400]":                 Contact,
		"mensch[back=yes,tries=3]":           Mensch,
	} {
		s, faults := b.ReadTag(tag)
		if faults != nil {
			t.Errorf("%s: %q", tag, faults)
		}
		if got := string(b.AppendTag(nil, s)); got != tag {
			t.Errorf("%s reads back as %s", tag, got)
		}
		m := map[string]string{}
		for _, o := range s {
			m[o.Key] = o.Value
		}
		chosen, faults := b.Choose(m)
		if got := string(b.AppendTag(nil, chosen)); got != tag || faults != nil {
			t.Errorf("%s: Choose gives %s, %q", tag, got, faults)
		}
	}
}

func TestBadTags(t *testing.T) {
	for tag, want := range map[string]int{
		"parker":                              1, // another game
		"kleefeld[":                           1,
		"kleefeld[]":                          1,
		"kleefeld[jump]":                      1,
		"kleefeld[jump=on]":                   1, // the default
		"kleefeld[jump=maybe]":                1,
		"kleefeld[hop=on]":                    1,
		"kleefeld[jump-run=choice,jump=off]":  1, // out of order
		"kleefeld[jump=off,jump=off]":         1, // twice
		"kleefeld[hop=on,jump=maybe,tries=1]": 3, // all three faults are reported
	} {
		if s, faults := Kleefeld.ReadTag(tag); len(faults) != want || s != nil {
			t.Errorf("%s: %v, %d faults %q, want %d", tag, s, len(faults), faults, want)
		}
	}
	for _, value := range []string{"-1", "100", "07", "7.0", "x", ""} {
		if _, faults := Backgammon.Choose(map[string]string{"match": value}); faults == nil {
			t.Errorf("match=%s was accepted", value)
		}
	}
	if s, faults := Kleefeld.Choose(map[string]string{"jump": "on"}); s != nil || faults != nil {
		t.Errorf("choosing a default value: %v, %q; want neither settings nor faults", s, faults)
	}
}

// TestManyOptions checks that a setup of nonsense costs one fault, and that faults come
// in the order of the options.
func TestManyOptions(t *testing.T) {
	options := map[string]string{}
	for i := range 5000 {
		options["x"+strconv.Itoa(i)] = "1"
	}
	s, faults := Kleefeld.Choose(options)
	if s != nil || len(faults) != 1 || faults[0].Args["key"] != `"x0"` {
		t.Errorf("5000 unknown options: %v, %d faults, the first %v", s, len(faults), faults[:min(1, len(faults))])
	}
	_, faults = Kleefeld.Choose(map[string]string{"tries": "many", "arm": "perhaps", "hop": "on"})
	if len(faults) != 3 || faults[0].Args["key"] != "arm" || faults[1].Args["key"] != `"hop"` || faults[2].Args["key"] != "tries" {
		t.Errorf("three wrong options: %q", faults)
	}
}

func TestFind(t *testing.T) {
	for _, id := range []string{"kick", "kleefeld/kick"} {
		if c := Kleefeld.Clause(id); c == nil || c.ID != "kleefeld/kick" {
			t.Errorf("clause %s: %v", id, c)
		}
	}
	for _, id := range []string{"r-tries", "kleefeld/r-tries"} {
		if r := Kleefeld.Ruling(id); r == nil || r.ID != "kleefeld/r-tries" {
			t.Errorf("ruling %s: %v", id, r)
		}
	}
}

func FuzzReadTag(f *testing.F) {
	f.Add("kleefeld[jump=off,jump-run=choice]")
	f.Add("kleefeld[=,]")
	f.Fuzz(func(t *testing.T, tag string) {
		s, faults := Kleefeld.ReadTag(tag)
		if faults == nil && string(Kleefeld.AppendTag(nil, s)) != tag {
			t.Errorf("%q is accepted but reads back as %q", tag, Kleefeld.AppendTag(nil, s))
		}
	})
}

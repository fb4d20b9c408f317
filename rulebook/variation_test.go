package rulebook

import (
	"slices"
	"strings"
	"testing"
)

var books = []*Book{Kleefeld, Parker, British, Mensch, AutoRace, Contact, Checkers, Backgammon}

// Every variation names clauses of its book, how a table chooses it and what
// applies otherwise. What an option switches on is a variation.
func TestVariations(t *testing.T) {
	n := 0
	for _, b := range books {
		seen := map[string]string{}
		for i := range b.Variations {
			n++
			v := &b.Variations[i]
			if v.Name == "" || !strings.HasSuffix(v.Otherwise, ".") {
				t.Errorf("%s: a variation is not explained: %+v", b.ID, v)
			}
			for _, id := range strings.Fields(v.Clauses) {
				if b.Clause(id) == nil || seen[id] != "" {
					t.Errorf("%s: %s has the clause %s, which there is not, or which %q has", b.ID, v.Name, id, seen[id])
				}
				seen[id] = v.Name
			}
			if v.Option == "" {
				continue
			}
			o := b.Option(v.Option)
			if o == nil || v.Value == o.Default || v.Value != "" && !slices.ContainsFunc(o.Values, func(x Value) bool { return x.Name == v.Value }) {
				t.Errorf("%s: %s cannot be chosen by %s=%s", b.ID, v.Name, v.Option, v.Value)
			}
		}
		for _, o := range b.Options {
			for _, id := range o.Rulings {
				if b.Clause(id) == nil || id == "british/turn-clockwise" { // which says what applies by default
					continue
				}
				if v := b.Variation(id); v == nil || v.Option != o.Key {
					t.Errorf("%s switches on %s, which is no variation", o.Key, id)
				}
			}
		}
	}
	if n < 15 {
		t.Errorf("only %d variations", n)
	}
}

// In a chapter, variations come after the plain rules, so that a heading holds for
// everything below it.
func TestVariationsComeLast(t *testing.T) {
	for _, b := range books {
		for _, ch := range b.Read().Chapters {
			var last *Variation
			for _, s := range ch.Pages {
				for _, id := range s.IDs(b) {
					v := b.Variation(id)
					if v == nil && last != nil {
						t.Errorf("%s stands below the variation %s", id, last.Name)
					}
					last = v
				}
			}
		}
	}
}

// A clause of a variation is never written without it.
func TestWriteVariation(t *testing.T) {
	var all, one strings.Builder
	Mensch.WriteText(&all)
	says, rest, ok := strings.Cut(all.String(), "\nVariations: each applies only if a table chooses it\n")
	if !ok || strings.Contains(says, "[mensch/barrier]") || !strings.Contains(rest, "Variation: Barriers (option barrier=yes)\n  Unless it is chosen: A square holds at most one piece") {
		t.Errorf("the variations are written like this: %s", rest)
	}
	if err := Mensch.WriteRule(&one, "barrier-own"); err != nil || !strings.HasPrefix(one.String(), "Variation: Barriers") {
		t.Errorf("%v, %s", err, one.String())
	}
}

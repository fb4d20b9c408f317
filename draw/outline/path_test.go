package outline

import "testing"

// FuzzPath checks that path data is read or refused.
func FuzzPath(f *testing.F) {
	for _, d := range []string{"M0-15L10-3H4V14H-4V-3H-10z", "M-20 0a20 20 0 1 0 40 0a20 20 0 1 0-40 0z", "M0 2q2-2 4 0t4 0", "m1.5.5.5-1", "M1,2,3,4"} {
		f.Add(d)
	}
	f.Fuzz(func(t *testing.T, data string) {
		work := 1 << 20
		p := pen{work: &work}
		if p.path(data) != nil {
			return
		}
		for _, s := range p.steps {
			if s.At.X != s.At.X || s.At.Y != s.At.Y {
				t.Fatalf("%q leads to %v", data, s.At)
			}
		}
	})
}

package opening_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parlour"
	"parlour/games/checkers"
	"parlour/learn/opening"
	"parlour/learn/theory"
)

// maker makes a small book of checkers: the values are those of a judge that
// counts squares.
func maker(asked *atomic.Int64) *opening.Maker {
	return &opening.Maker{
		Book: func() *opening.Book {
			return &opening.Book{Game: checkers.Game(), Unit: &theory.Unit{Labels: theory.Labels{Name: "men"}, Digits: 2}}
		},
		Steps: 1,
		Roots: func() []opening.Line {
			return []opening.Line{{Key: "1", Name: "Edinburgh", Group: "side", Path: []string{"9-13"}}, {Key: "2", Path: []string{"11-15"}}}
		},
		Judge: func() opening.Judge {
			return func(_ context.Context, m parlour.Match, _ int) ([]opening.Reply, error) {
				asked.Add(1)
				var out []opening.Reply
				for _, mv := range m.Moves()[:min(2, len(m.Moves()))] {
					out = append(out, opening.Reply{Move: m.Text(mv), Value: float64(len(m.Text(mv))) / 10, Depth: 3})
				}
				slices.SortStableFunc(out, func(x, y opening.Reply) int { return cmp.Compare(y.Value, x.Value) })
				return out, nil
			}
		},
		Next: func(l *opening.Line, level int) (next [][]string) {
			if level > 0 {
				return nil
			}
			for _, r := range l.Replies {
				next = append(next, append(slices.Clone(l.Path), r.Move))
			}
			return next
		},
	}
}

// The lines of a book do not depend on the workers, and lines that are there
// are not judged again.
func TestMake(t *testing.T) {
	var asked atomic.Int64
	k := maker(&asked)
	quiet := func(*opening.Line, int, int) error { return nil }
	one, err := k.Make(t.Context(), nil, 1, quiet)
	if err != nil || len(one) != 6 || asked.Load() != 6 {
		t.Fatalf("%d lines of %d judgements, %v", len(one), asked.Load(), err)
	}
	many, err := k.Make(t.Context(), one[:2], 4, quiet)
	if err != nil || !reflect.DeepEqual(one, many) {
		t.Errorf("other workers make %v, want %v (%v)", many, one, err)
	}
	if n := asked.Load() - 6; n != 4 {
		t.Errorf("%d lines were judged again, want the 4 that were missing", n)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := k.Make(ctx, nil, 2, quiet); err == nil {
		t.Error("a cancelled book is complete")
	}
}

func TestFile(t *testing.T) {
	var asked atomic.Int64
	k := maker(&asked)
	lines, err := k.Make(t.Context(), nil, 1, func(*opening.Line, int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	lines[0].Replies[0].Err = 0.0125
	lines[0].Replies[1].Parts = [][]float64{{0.524, 0.476}, {0.1425, 0}}
	made := opening.Made{Command: "parlour book build x", Date: "1928-01-01", Method: "By counting."}
	var b bytes.Buffer
	if err := opening.Write(&b, made, lines); err != nil {
		t.Fatal(err)
	}
	gotMade, got, err := opening.Read(strings.NewReader(b.String()))
	if err != nil || gotMade != made {
		t.Fatalf("%+v, %v", gotMade, err)
	}
	if full, want := k.Fill(made, got), k.Fill(made, lines); !reflect.DeepEqual(full.Lines, want.Lines) {
		t.Errorf("read %+v, want %+v", full.Lines, want.Lines)
	}
	_, cut, err := opening.Read(strings.NewReader(b.String()[:b.Len()-3]))
	if err != nil || len(cut) != len(lines)-1 {
		t.Errorf("a file that was cut off has %d lines, %v; want %d", len(cut), err, len(lines)-1)
	}
	for _, bad := range []string{"\nx\n", "\n1\t9-13\t0.1,9-14\n", "\n1\t9-13\tmuch,0,0,9-14\n", "\n1\t9-13\t0.1,0,0,0.5/half,9-14\n"} {
		if _, _, err := opening.Read(strings.NewReader(bad)); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestFind(t *testing.T) {
	b := &opening.Book{Lines: []opening.Line{
		{Key: "31", Path: []string{"31"}, Name: "", Replies: []opening.Reply{{Move: "8/5 6/5"}}},
		{Key: "31", Level: 1, Path: []string{"31", "8/5 6/5", "64"}},
		{Key: "31", Level: 1, Path: []string{"31", "8/5 6/5", "66"}},
		{Key: "12", Path: []string{"9-13", "22-17", "13x22"}, Name: "Octopus"},
		{Key: "13", Path: []string{"9-13", "21-17", "5-9"}},
	}}
	for _, c := range []struct{ ask, want string }{
		{"", "31 12 13"},
		{"12", "12"},
		{"13", "13"}, // a key, before it is a throw
		{"31 64", "31>8/5 6/5>64"},
		{"13 46", "31>8/5 6/5>64"},
		{"31 8/5 6/5 66", "31>8/5 6/5>66"},
		{"9-13", "12 13"},
		{"9-13 22-17 13-22", "12"},
		{"octo", "12"},
		{"9-14", ""},
	} {
		var got []string
		for _, l := range b.Find(c.ask) {
			if l.Level > 0 {
				got = append(got, strings.Join(l.Path, ">"))
			} else {
				got = append(got, l.Key)
			}
		}
		if fmt.Sprint(strings.Join(got, " ")) != c.want {
			t.Errorf("%q finds %q, want %q", c.ask, got, c.want)
		}
	}
}

// A book that was interrupted is continued from its second file, which is gone when
// the book is complete. A second file that cannot be used is never overwritten.
func TestBuild(t *testing.T) {
	var asked atomic.Int64
	k := maker(&asked)
	k.Method = "counting"
	dir := t.TempDir()
	file := filepath.Join(dir, "book.txt")
	ctx, cancel := context.WithCancel(t.Context())
	_, err := k.Build(ctx, file, opening.Made{Method: k.Method}, 1, func(done, _ int) {
		if done == 2 {
			cancel()
		}
	})
	if err == nil || !strings.Contains(err.Error(), "continues from "+file+".part") {
		t.Fatalf("interrupted: %v", err)
	}
	before := asked.Load()
	k.Method = "guessing"
	if _, err := k.Build(t.Context(), file, opening.Made{Method: k.Method}, 1, nil); err == nil || !strings.Contains(err.Error(), "in another way") {
		t.Errorf("lines of another method are used: %v", err)
	}
	k.Method = "counting"
	lines, err := k.Build(t.Context(), file, opening.Made{Method: k.Method}, 2, nil)
	if err != nil || lines != 6 || asked.Load() >= before+6 {
		t.Fatalf("%d lines with %d more judgements, %v", lines, asked.Load()-before, err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("the folder holds %v, %v", list, err)
	}
	if err := os.WriteFile(file+".part", []byte("1\t9-13\tx\n\nlines\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := k.Build(t.Context(), file, opening.Made{Method: k.Method}, 1, nil); err == nil {
		t.Error("a damaged second file is used")
	}
}

package checkers

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	checkersbot "parlour/bot/checkers"
)

var rewrite = flag.Bool("write", false, "write endgames.bin anew")

// The tables that come with the program are those that Make makes. A run
// makes those of three pieces, the long campaign all.
func TestEmbedded(t *testing.T) {
	pieces, all := 3, checkersbot.Endgames().Pieces()
	if os.Getenv("PARLOUR_SOAK") != "" || *rewrite {
		pieces = all
	}
	made, err := Make(context.Background(), pieces, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	if *rewrite {
		var buf bytes.Buffer
		if err := made.Pack(&buf); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile("../../../bot/checkers/endgames.bin", buf.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return // the next build has it
	}
	for n := 2; n <= pieces; n++ {
		for _, s := range checkersbot.Slices(n) {
			for _, s := range both(s) {
				if values := made.Values(s); values == nil || !bytes.Equal(values, checkersbot.Endgames().Values(s)) {
					t.Errorf("%v differs", s)
				}
			}
		}
	}
}

// Slices written to a folder are not made again.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	var steps int
	made, err := Make(t.Context(), 3, dir, func(checkersbot.Slice, int64, int64) { steps++ })
	if err != nil || steps != len(checkersbot.Slices(2))+len(checkersbot.Slices(3)) {
		t.Fatalf("%d slices, %v", steps, err)
	}
	before, _ := os.ReadDir(dir)
	again, err := Make(t.Context(), 3, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range checkersbot.Slices(3) {
		for _, s := range both(s) {
			if !bytes.Equal(again.Values(s), made.Values(s)) {
				t.Errorf("%v comes back otherwise", s)
			}
		}
	}
	after, _ := os.ReadDir(dir)
	if len(before) != len(after) {
		t.Errorf("%d files became %d", len(before), len(after))
	}
	name := filepath.Join(dir, "1k-1m.end")
	if err := os.WriteFile(name, []byte("parlour endgame 2k-1m\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Make(t.Context(), 2, dir, nil); err == nil {
		t.Error("a damaged file is accepted")
	}
	if _, err := Make(t.Context(), 7, dir, nil); err == nil {
		t.Error("seven pieces are accepted")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Make(ctx, 4, "", nil); err == nil {
		t.Error("a cancelled run ends well")
	}
}

// Five pieces follow from four in the same way. A run makes the smallest kind,
// the long campaign every one without men.
func TestFivePieces(t *testing.T) {
	slices := []checkersbot.Slice{{Kings: [2]int{1, 4}}}
	if os.Getenv("PARLOUR_SOAK") != "" {
		slices = append(slices, checkersbot.Slice{Kings: [2]int{2, 3}})
	}
	for _, s := range slices {
		tables := &maker{}
		for n := 2; n <= checkersbot.Endgames().Pieces(); n++ {
			for _, s := range checkersbot.Slices(n) {
				for _, s := range both(s) {
					tables.Add(s, checkersbot.Endgames().Values(s))
				}
			}
		}
		a, b, err := tables.makeSlice(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range [][2]*half{{a, b}, {b, a}} {
			for i := 0; i < h[0].Size; i += 13 {
				stand, ok := h[0].At(i)
				if ok && tables.worth(&stand, h[1]) != h[0].values[i] {
					t.Fatalf("%v: %d, but its moves say %d", stand, h[0].values[i], tables.worth(&stand, h[1]))
				}
			}
		}
	}
}

// Tables on disk are counted and proved, and a wrong value is found.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	if _, err := Make(ctx, 3, dir, nil); err != nil {
		t.Fatal(err)
	}
	var all, proved [4]int
	note := func(n int, c checkersbot.Census, p int) { all[n], proved[n] = c.Positions, p }
	if err := Verify(ctx, 3, dir, 1, note); err != nil || all != [4]int{2: 3488, 3: 196032} || proved != all {
		t.Fatalf("%v: counted %v, proved %v", err, all, proved)
	}
	s := checkersbot.Slice{Men: [2]int{1, 1}, Kings: [2]int{1, 0}}
	values, err := checkersbot.ReadSlice(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	i, tab := 0, checkersbot.NewNumbering(s)
	for _, ok := tab.At(i); !ok || values[i] == checkersbot.Drawn; _, ok = tab.At(i) {
		i++
	}
	values[i] = checkersbot.Drawn
	if err := checkersbot.WriteSlice(dir, s, values); err != nil {
		t.Fatal(err)
	}
	if err := Verify(ctx, 3, dir, 1, note); err == nil || !strings.Contains(err.Error(), "follows from the rules") {
		t.Errorf("a wrong value: %v", err)
	}
	if err := Verify(ctx, 4, dir, 1, note); err == nil {
		t.Error("tables that are not there are verified")
	}
}

package checkers

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// Tables on disk are counted and proved, and a wrong value is found.
func TestVerify(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	if _, err := Make(ctx, 3, dir, nil); err != nil {
		t.Fatal(err)
	}
	var all, proved [4]int
	note := func(n int, c Census, p int) { all[n], proved[n] = c.Positions, p }
	if err := Verify(ctx, 3, dir, 1, note); err != nil || all != [4]int{2: 3488, 3: 196032} || proved != all {
		t.Fatalf("%v: counted %v, proved %v", err, all, proved)
	}
	s := Slice{Men: [2]int{1, 1}, Kings: [2]int{1, 0}}
	tab, err := openTable(dir, s)
	if err != nil {
		t.Fatal(err)
	}
	if err := tab.load(); err != nil {
		t.Fatal(err)
	}
	tab.file.Close()
	i := 0
	for _, ok := tab.at(i); !ok || tab.values[i] == drawn; _, ok = tab.at(i) {
		i++
	}
	tab.values[i] = drawn
	if err := tab.write(filepath.Join(dir, s.String()+suffix)); err != nil {
		t.Fatal(err)
	}
	if err := Verify(ctx, 3, dir, 1, note); err == nil || !strings.Contains(err.Error(), "follows from the rules") {
		t.Errorf("a wrong value: %v", err)
	}
	if err := Verify(ctx, 4, dir, 1, note); err == nil {
		t.Error("tables that are not there are verified")
	}
}

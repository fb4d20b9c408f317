package checkers

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// A search reads tables from disk only where it still looks some plies ahead. What was
// read once is used everywhere.
func TestReadsWhereItIsWorth(t *testing.T) {
	dir := t.TempDir()
	whole, err := Make(context.Background(), 3, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	disk := &Tables{slices: whole.slices, pieces: 3}
	disk.shelf.most = 1
	one := Slice{Kings: [2]int{2, 1}}
	tab, err := openTable(dir, one)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.file.Close()
	disk.slices[one.key()] = tab
	s := newSearch(plain{}, disk, 1<<10)
	_, p := opened(t, "checkers B:WK32:BK1,K2")
	f := &frame{stand: p.Stand, hash: hashOf(&p.Stand, 0)}
	if _, ok := s.probe(f, 0, 1, worthReading-1); ok {
		t.Error("a leaf waits for a file")
	}
	v, ok := s.probe(f, 0, 1, worthReading)
	again, still := s.probe(f, 0, 1, 0)
	if !ok || !still || v != again {
		t.Errorf("the table gives %d (%v), and then %d (%v)", v, ok, again, still)
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

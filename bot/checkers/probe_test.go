package checkers

import "testing"

// A search reads tables from disk only where it still looks some plies ahead. What was
// read once is used everywhere.
func TestReadsWhereItIsWorth(t *testing.T) {
	dir := t.TempDir()
	disk := &Tables{slices: Endgames().slices, pieces: 3}
	disk.shelf.most = 1
	one := Slice{Kings: [2]int{2, 1}}
	if err := WriteSlice(dir, one, disk.Values(one)); err != nil {
		t.Fatal(err)
	}
	tab, err := openTable(dir, one)
	if err != nil {
		t.Fatal(err)
	}
	defer tab.file.Close()
	disk.slices[one.key()] = tab
	s := newSearch(trainedNets().Sight(), disk, 1<<10)
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

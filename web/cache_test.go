package web

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/sqlite"
	"parlour/table"
)

// A countingStore counts how often it is read.
type countingStore struct {
	*sqlite.Store
	lists, loads atomic.Int64
}

func (s *countingStore) List(ctx context.Context, q hall.Query) ([]hall.Summary, error) {
	if q.Listed {
		s.lists.Add(1)
	}
	return s.Store.List(ctx, q)
}

func (s *countingStore) Load(ctx context.Context, id string, since int64) ([]table.Event, error) {
	s.loads.Add(1)
	return s.Store.Load(ctx, id, since)
}

// openCounting starts a server that counts.
func openCounting(t *testing.T) (*site, *countingStore) {
	t.Helper()
	store, err := sqlite.Open(filepath.Join(t.TempDir(), "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	counting := &countingStore{Store: store}
	return openOn(t, counting, nil), counting
}

// TestListIsShared requests the list of tables many times at the same moment. The
// store is read once.
func TestListIsShared(t *testing.T) {
	s, store := openCounting(t)
	s.duel()
	s.s.lists.Fresh = time.Hour
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			var list []hall.Summary
			if code := (&person{site: s}).do("GET", "/api/tables?status=playing", nil, &list); code != 200 || len(list) != 1 {
				t.Errorf("%d: %d tables", code, len(list))
			}
		})
	}
	all.Wait()
	if n := store.lists.Load(); n != 1 {
		t.Errorf("50 who asked made %d queries", n)
	}
	s.s.lists.Fresh = time.Nanosecond
	(&person{site: s}).raw("GET", "/api/tables?status=playing", nil, nil)
	if n := store.lists.Load(); n != 2 {
		t.Errorf("a second later there were %d queries", n)
	}
}

// TestListPages reads the list of tables page by page.
func TestListPages(t *testing.T) {
	s := open(t, nil)
	const tables = 250
	for i := range tables {
		id := fmt.Sprintf("table%05d", i)
		e := table.Event{Table: id, Seq: 1, Schema: table.Schema, At: time.UnixMilli(int64(i / 3)).UTC(), Kind: table.Created}
		if err := s.store.Append(t.Context(), hall.Batch{Table: id, Events: []table.Event{e}, Summary: hall.Summary{Table: id, Game: "checkers", Status: table.Waiting, Listed: true, Changed: e.At, Seq: 1}}); err != nil {
			t.Fatal(err)
		}
	}
	p := &person{site: s}
	seen := map[string]bool{}
	pages := 0
	for path := "/api/tables?status=waiting"; path != ""; pages++ {
		var list []hall.Summary
		code, raw, h := p.raw("GET", path, nil, nil)
		if code != 200 {
			t.Fatalf("%s: %d %s", path, code, raw)
		}
		p.do("GET", path, nil, &list)
		for _, x := range list {
			if seen[x.Table] {
				t.Errorf("%s came twice", x.Table)
			}
			seen[x.Table] = true
		}
		path = ""
		if link := h.Get("Link"); link != "" {
			next, ok := strings.CutSuffix(strings.TrimPrefix(link, "<"), `>; rel="next"`)
			if !ok {
				t.Fatalf("the link to the next page is %s", link)
			}
			path = next
		}
	}
	if len(seen) != tables || pages != 3 {
		t.Errorf("%d tables came on %d pages", len(seen), pages)
	}
	for _, bad := range []string{"x", "1", "1.", "1.TABLE", "1.' OR 1"} {
		if code, raw, _ := p.raw("GET", "/api/tables?after="+strings.ReplaceAll(bad, " ", "%20"), nil, nil); code != 400 {
			t.Errorf("after=%s: %d %s", bad, code, raw)
		}
	}
}

// TestRecordIsWrittenOnce asks for the record of a long game again and again.
// The log is read from the store once, and the record is written once.
func TestRecordIsWrittenOnce(t *testing.T) {
	s, id := longTable(t, 1000)
	counting := &countingStore{Store: s.store.(*sqlite.Store)}
	again := openOn(t, counting, nil)
	p := &person{site: again}
	var first string
	for i := range 20 {
		code, raw, _ := p.raw("GET", "/api/tables/"+id+"/record", nil, nil)
		if code != 200 || i > 0 && string(raw) != first {
			t.Fatalf("%d %s", code, raw)
		}
		first = string(raw)
		// A record in a format that does not fit is refused once and for all.
		p.raw("GET", "/api/tables/"+id+"/record.pdn", nil, nil)
	}
	if n := counting.loads.Load(); n > 2 {
		t.Errorf("20 records read the log %d times", n)
	}
	if n := again.s.records.Len(); n > 2 {
		t.Errorf("%d records were written", n)
	}
}

package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/table"
)

// queries are all kinds of lists of the tables that fill makes.
func queries() map[string]hall.Query {
	all := map[string]hall.Query{}
	early := start.Add(time.Hour)
	for _, status := range []table.Status{"", table.Waiting, table.Playing, table.Over} {
		for _, listed := range []bool{false, true} {
			for _, before := range []time.Time{{}, early} {
				for _, due := range []time.Time{{}, early} {
					for _, after := range []hall.Cursor{{}, {At: start.Add(30 * time.Minute), Table: "table 30"}} {
						q := hall.Query{Status: status, Listed: listed, Before: before, Due: due, After: after}
						all[fmt.Sprintf("status %q, listed %v, before %v, due %v, after %q", status, listed, !before.IsZero(), !due.IsZero(), after)] = q
					}
				}
			}
		}
	}
	return all
}

var start = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// fill makes n tables, most of them over, one changed each minute.
func fill(t testing.TB, s *Store, n int) {
	t.Helper()
	err := s.do(context.Background(), func(w *writer) error {
		_, err := w.exec(`WITH RECURSIVE n (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM n WHERE n + 1 < ?)
			INSERT INTO tables (id, game, status, listed, free, people, changed, deadline, seq)
			SELECT 'table ' || n, 'kleefeld', CASE n % 100 WHEN 0 THEN 'waiting' WHEN 1 THEN 'playing' ELSE 'over' END, n % 50 = 0 OR n % 51 = 0, 1, '["Ann"]',
				? + n * 60000, CASE n % 100 WHEN 1 THEN ? + n * 60000 ELSE 0 END, 9 FROM n`, int64(n), millis(start), millis(start))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestPlans checks that every list is read in the order of an index, from its
// first table to its last: no query scans or sorts all tables.
func TestPlans(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "t.db"))
	fill(t, s, 2000)
	for name, q := range queries() {
		statement, args := listing(q)
		rows, err := s.read.Query("EXPLAIN QUERY PLAN "+statement, args...)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		var plan []string
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			plan = append(plan, detail)
		}
		want := "USING INDEX tables_by_change"
		switch {
		case !q.Due.IsZero():
			want = "USING INDEX tables_due (deadline<?"
			if q.After != (hall.Cursor{}) {
				want = "USING INDEX tables_due ((deadline,id)>(?,?) AND deadline<?"
			}
		case q.Listed && q.Status != "":
			want = "USING INDEX tables_listed_by_status (status=?"
		case q.Listed:
			want = "USING INDEX tables_listed"
		case q.Status != "":
			want = "USING INDEX tables_by_status (status=?"
		}
		if q.After != (hall.Cursor{}) && q.Due.IsZero() {
			want, _, _ = strings.Cut(want, " (")
			want += " ("
			if q.Status != "" {
				want += "status=? AND "
			}
			want += "(changed,id)<(?,?))"
		}
		if text := strings.Join(plan, "\n"); len(plan) != 1 || !strings.Contains(text, want) {
			t.Errorf("%s: the plan is\n%s\nwant %s and nothing else", name, text, want)
		}
	}
}

// TestOldIndexes opens a file of an earlier release: it gets the indexes of
// this one, and the earlier release can still read it.
func TestOldIndexes(t *testing.T) {
	s := open(t, earlierFile(t))
	var indexes, version int
	err := s.read.QueryRow("SELECT count(*) FROM sqlite_master WHERE type = 'index' AND tbl_name = 'tables' AND sql IS NOT NULL").Scan(&indexes)
	if err == nil {
		err = s.read.QueryRow("PRAGMA user_version").Scan(&version)
	}
	if err != nil || indexes != 5 || version != 1 {
		t.Errorf("the file has %d indexes and version %d, %v; want 5 and 1", indexes, version, err)
	}
}

// BenchmarkList lists the tables that people can join, among 320,000.
func BenchmarkList(b *testing.B) {
	s, err := Open(filepath.Join(b.TempDir(), "t.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	fill(b, s, 320_000)
	for name, q := range map[string]hall.Query{
		"all": {}, "waiting": {Status: table.Waiting, Listed: true}, "listed": {Listed: true},
		"due": {Due: start.Add(time.Hour), Status: table.Playing}, "expired": {Status: table.Over, Before: start.Add(time.Hour)},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := s.List(context.Background(), q); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// TestSummaryIsLate checks that the sort keys of the lists are written at most
// once a second, and everything else about a table at once.
func TestSummaryIsLate(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "t.db"))
	ctx := context.Background()
	batch := storetest.Batch("t", 0, 1)
	for _, step := range []struct {
		after, want time.Duration // since the first event: when it happened, and the time in the list
		change      func(*hall.Summary)
	}{
		{0, 0, nil},
		{400 * time.Millisecond, 0, nil},
		{999 * time.Millisecond, 0, nil},
		{1000 * time.Millisecond, 1000 * time.Millisecond, nil},
		{1001 * time.Millisecond, 1001 * time.Millisecond, func(s *hall.Summary) { s.Status = table.Over }},
		{1002 * time.Millisecond, 1002 * time.Millisecond, func(s *hall.Summary) { s.People = []string{"Ann", "Bob"} }},
		{1003 * time.Millisecond, 1003 * time.Millisecond, func(s *hall.Summary) { s.Deadline = start.Add(time.Hour) }},
		{1004 * time.Millisecond, 1004 * time.Millisecond, func(s *hall.Summary) { s.Listed = true }},
		{1005 * time.Millisecond, 1005 * time.Millisecond, func(s *hall.Summary) { s.Free = 1 }},
		{900 * time.Millisecond, 900 * time.Millisecond, nil}, // the clock was set back
	} {
		batch.Summary.Changed = start.Add(step.after)
		if step.change != nil {
			step.change(&batch.Summary)
		}
		if err := s.Append(ctx, batch); err != nil {
			t.Fatal(err)
		}
		list, err := s.List(ctx, hall.Query{})
		if err != nil || len(list) != 1 {
			t.Fatalf("%v, %v", list, err)
		}
		want := batch.Summary
		want.Changed = start.Add(step.want)
		if !reflect.DeepEqual(list[0], want) {
			t.Errorf("after %v: %+v, want %+v", step.after, list[0], want)
		}
		next := storetest.Batch("t", batch.After+1, 1)
		seq := next.Summary.Seq
		next.Summary = batch.Summary
		next.Summary.Seq = seq
		batch = next
	}
}

// Package transfer copies all tables of one store into another of any kind,
// and verifies the copy.
//
//	report, err := transfer.Copy(ctx, from, to, nil)
//
// The source is only read. The target must be empty or hold a part of the same
// tables; then the rest is added, so that an interrupted transfer can be
// started again. Any other target is refused before a single event is written.
// At the end both stores are read once more and compared event by event.
//
// No server may use either store meanwhile. If one does, the transfer notices its
// heartbeat at the end and fails.
package transfer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"parlour/hall"
	"parlour/table"
)

// A Report counts what both stores hold after the transfer.
type Report struct {
	Tables  int
	Events  int
	Keys    int // events with the key of an action
	Secrets int // events with data that only the server may know
	Kept    int // entries of the vault
	New     int // events that the target did not have before
}

// A Difference is an error: the target and the source do not match.
type Difference struct {
	Table string // "" for an entry of the vault
	Seq   int64  // the first event that differs; 0 if it is the table as a whole
	Entry string
	Why   string
}

func (d *Difference) Error() string {
	switch {
	case d.Table == "":
		return fmt.Sprintf("the entry %q of the vault %s", d.Entry, d.Why)
	case d.Seq == 0:
		return fmt.Sprintf("the table %s %s", d.Table, d.Why)
	}
	return fmt.Sprintf("event %d of the table %s %s", d.Seq, d.Table, d.Why)
}

// A lister is a vault that can list its entries.
type lister interface {
	hall.Vault
	Names(ctx context.Context) ([]string, error)
}

// A move is one transfer.
type move struct {
	from, to       hall.Store
	progress       *progress
	source, target map[string]hall.Summary
	report         counts
}

// Copy copies all tables of one store into another. It calls tell, if not
// nil, with the number of steps done and their total.
func Copy(ctx context.Context, from, to hall.Store, tell func(done, total int)) (Report, error) {
	m := &move{from: from, to: to}
	last, err := from.LastBeat(ctx)
	if err != nil {
		return Report{}, err
	}
	there, err := to.LastBeat(ctx)
	if err != nil {
		return Report{}, err
	}
	if m.source, err = summaries(ctx, from); err != nil {
		return Report{}, err
	}
	if m.target, err = summaries(ctx, to); err != nil {
		return Report{}, err
	}
	m.progress = newProgress(tell, m.source)
	ids := make([]string, 0, len(m.source))
	for id := range m.source {
		ids = append(ids, id)
	}
	// The longest unchanged come first, as in the source.
	slices.SortFunc(ids, func(a, b string) int { return m.source[a].Changed.Compare(m.source[b].Changed) })
	if err := m.fits(ctx); err != nil {
		return Report{}, err
	}
	if err := m.epoch(ctx); err != nil {
		return Report{}, err
	}
	if err := each(ctx, ids, m.copy); err != nil {
		return Report{}, err
	}
	kept, err := m.vault(ctx, true)
	if err != nil {
		return Report{}, err
	}
	if err := m.verify(ctx, ids); err != nil {
		return Report{}, err
	}
	if err := errors.Join(still(ctx, from, last, "source"), still(ctx, to, there, "target")); err != nil {
		return Report{}, err
	}
	r := m.report.sum()
	r.Tables, r.Kept = len(ids), kept
	// No clock is charged for the time of the transfer.
	if last.IsZero() {
		return r, nil
	}
	return r, to.Beat(ctx, last)
}

// still checks that no server has used a store since its last beat.
func still(ctx context.Context, s hall.Store, last time.Time, what string) error {
	now, err := s.LastBeat(ctx)
	if err == nil && !now.Equal(last) {
		err = fmt.Errorf("a server used the %s during the transfer; stop it and start again", what)
	}
	return err
}

// onePage is the number of tables listed at once.
const onePage = 1000

func summaries(ctx context.Context, s hall.Store) (map[string]hall.Summary, error) {
	all := map[string]hall.Summary{}
	for q := (hall.Query{Limit: onePage}); ; {
		page, err := s.List(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, sum := range page {
			all[sum.Table] = sum
		}
		if len(page) < onePage {
			return all, nil
		}
		q = q.Next(page[len(page)-1])
	}
}

// epoch raises the target's epoch above the source's, before the target holds
// anything that could be used.
func (m *move) epoch(ctx context.Context) error {
	from, err := m.from.Epoch(ctx)
	if err != nil {
		return err
	}
	to, err := m.to.Epoch(ctx)
	if err != nil || to > from {
		return err
	}
	return m.to.RaiseEpoch(ctx, from)
}

// fits checks that the target holds only a part of the source.
func (m *move) fits(ctx context.Context) error {
	var there []string
	for id := range m.target {
		if _, ok := m.source[id]; !ok {
			return &Difference{Table: id, Why: "is in the target but not in the source; the target must be empty or hold a part of the source"}
		}
		there = append(there, id)
	}
	slices.Sort(there)
	if _, err := m.vault(ctx, false); err != nil {
		return err
	}
	return each(ctx, there, func(ctx context.Context, id string) error {
		want, got, err := m.load(ctx, id)
		if err != nil {
			return err
		}
		m.progress.add(len(got))
		return prefix(id, want, got)
	})
}

// load reads the log of a table from both stores.
func (m *move) load(ctx context.Context, id string) (want, got []table.Event, err error) {
	if want, err = m.from.Load(ctx, id, 0); err != nil {
		return nil, nil, fmt.Errorf("cannot read the table %s of the source: %w", id, err)
	}
	if got, err = m.to.Load(ctx, id, 0); err != nil && !errors.Is(err, hall.ErrNotFound) {
		return nil, nil, fmt.Errorf("the table %s of the target: %w", id, err)
	}
	return want, got, nil
}

// prefix checks that one log starts with the other.
func prefix(id string, long, short []table.Event) error {
	for i := range short {
		if i >= len(long) {
			return &Difference{Table: id, Seq: short[i].Seq, Why: "is in the target but not in the source"}
		}
		a, err := text(&long[i])
		if err != nil {
			return err
		}
		b, err := text(&short[i])
		if err != nil {
			return err
		}
		if !bytes.Equal(a, b) {
			return &Difference{Table: id, Seq: long[i].Seq, Why: "differs between source and target"}
		}
	}
	return nil
}

// text is an event with all its fields.
func text(e *table.Event) ([]byte, error) { return json.Marshal(e) }

// mostAtOnce is the number of events appended at once.
const mostAtOnce = 500

// copy adds the missing events of a table to the target.
func (m *move) copy(ctx context.Context, id string) error {
	since := m.target[id].Seq
	events, err := m.from.Load(ctx, id, since)
	if err != nil {
		return fmt.Errorf("cannot read the table %s of the source: %w", id, err)
	}
	for chunk := range slices.Chunk(events, mostAtOnce) {
		for i := range chunk {
			if chunk[i].Schema > table.Schema {
				// This release would lose fields that it does not know.
				return fmt.Errorf("the table %s: %w", id, table.ErrNewer)
			}
		}
		sum := m.source[id]
		sum.Seq = chunk[len(chunk)-1].Seq
		if err := m.to.Append(ctx, hall.Batch{Table: id, After: chunk[0].Seq - 1, Events: chunk, Summary: sum}); err != nil {
			return fmt.Errorf("the table %s of the target: %w", id, err)
		}
		m.report.add(Report{New: len(chunk)})
		m.progress.add(len(chunk))
	}
	return nil
}

// verify reads both stores again and compares everything.
func (m *move) verify(ctx context.Context, ids []string) (err error) {
	if m.source, err = summaries(ctx, m.from); err != nil {
		return err
	}
	if m.target, err = summaries(ctx, m.to); err != nil {
		return err
	}
	for _, all := range []map[string]hall.Summary{m.source, m.target} {
		if len(all) != len(ids) {
			return fmt.Errorf("there are %d tables but %d were copied; a server is using one of the stores", len(all), len(ids))
		}
	}
	return each(ctx, ids, func(ctx context.Context, id string) error {
		want, got, err := m.load(ctx, id)
		if err != nil {
			return err
		}
		if len(want) != len(got) {
			return &Difference{Table: id, Why: fmt.Sprintf("has %d events in the source and %d in the target", len(want), len(got))}
		}
		if err := prefix(id, want, got); err != nil {
			return err
		}
		if !reflect.DeepEqual(m.source[id], m.target[id]) {
			return &Difference{Table: id, Why: fmt.Sprintf("has the summary %+v in the source and %+v in the target", m.source[id], m.target[id])}
		}
		r := Report{Events: len(got)}
		for i := range got {
			if got[i].Key != "" {
				r.Keys++
			}
			if got[i].Secret != nil {
				r.Secrets++
			}
		}
		m.report.add(r)
		m.progress.add(len(got))
		return nil
	})
}

// vault compares the vaults, if both stores have one, and returns the number
// of entries. If asked to, it adds missing entries to the target.
func (m *move) vault(ctx context.Context, keep bool) (n int, err error) {
	from, ok := m.from.(lister)
	to, both := m.to.(lister)
	if !ok || !both {
		return 0, nil
	}
	names, err := from.Names(ctx)
	if err != nil {
		return 0, err
	}
	others, err := to.Names(ctx)
	if err != nil {
		return 0, err
	}
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = true
	}
	for _, name := range others {
		if !known[name] {
			return 0, &Difference{Entry: name, Why: "is in the target but not in the source"}
		}
	}
	if !keep {
		names = others
	}
	return len(names), each(ctx, names, func(ctx context.Context, name string) error { return entry(ctx, from, to, name) })
}

// entry checks that both vaults hold the same value under a name.
func entry(ctx context.Context, from, to hall.Vault, name string) error {
	want, _, err := from.Kept(ctx, name)
	if err != nil {
		return err
	}
	got, version, err := to.Kept(ctx, name)
	if err == nil && version == 0 {
		if err = to.Keep(ctx, name, 0, want); err == nil {
			got, _, err = to.Kept(ctx, name)
		}
	}
	if err == nil && !bytes.Equal(got, want) {
		err = &Difference{Entry: name, Why: "differs between source and target"}
	}
	return err
}

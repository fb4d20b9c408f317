// Package keyed keeps tables in a small database of keys and values, such as
// the one that every browser has.
//
//	store := keyed.New(port, time.Now)
//
// It is made for the tables of one device: a list reads what is known of all of
// them. Several programs, such as two tabs of a browser, may use one database
// at the same time. Nothing is held in memory, so each sees what the others
// wrote, and of two that append after the same event one gets hall.ErrConflict.
//
// The keys:
//
//	t/TABLE/       what is known of a table: a hall.Summary
//	e/TABLE/SEQ    an event, numbered with twelve digits so that keys sort by number
//	epoch/NUMBER   epochs; the largest counts
//	beat           when the program was last alive
package keyed

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"parlour/hall"
	"parlour/table"
)

// A Pair is a key with its value.
type Pair struct {
	Key   string
	Value []byte
}

// A Change is what Write does: all of it or nothing.
type Change struct {
	Has   string   // a key that has to exist; "" for none
	Lacks []string // keys that may not exist
	Drop  []string // every key with one of these prefixes is removed, before anything is put
	Put   []Pair
}

// A Port is the database.
type Port interface {
	// Read returns the keys that begin with prefix and are not less than from,
	// in order.
	Read(ctx context.Context, prefix, from string) ([]Pair, error)

	// Write makes a change. It is durable when Write returns true. False means
	// that Has or Lacks did not hold and nothing was changed. Changes happen one
	// after the other, from any goroutine.
	Write(ctx context.Context, c Change) (bool, error)
}

// A Store keeps tables behind a port.
type Store struct {
	port Port
	now  func() time.Time
}

var _ hall.Store = (*Store)(nil)

// New returns a store. The clock is used for epochs.
func New(p Port, now func() time.Time) *Store { return &Store{p, now} }

const (
	tablePrefix = "t/"
	epochPrefix = "epoch/"
	beatKey     = "beat"
)

func tableKey(id string) string            { return tablePrefix + id + "/" }
func eventPrefix(id string) string         { return "e/" + id + "/" }
func eventKey(id string, seq int64) string { return fmt.Sprintf("%s%012d", eventPrefix(id), seq) }

// row is an event as it is stored. Keys are any bytes that somebody sent, which
// text in JSON cannot hold.
type row struct {
	table.Event
	Key []byte `json:"key,omitempty"`
}

// Append adds events to a table.
func (s *Store) Append(ctx context.Context, b hall.Batch) error {
	c := Change{}
	if b.After > 0 {
		c.Has = eventKey(b.Table, b.After)
	}
	for i := range b.Events {
		e := &b.Events[i]
		if e.Seq != b.After+int64(i)+1 {
			return fmt.Errorf("event %d cannot follow event %d", e.Seq, b.After+int64(i))
		}
		r := row{*e, []byte(e.Key)}
		r.Event.Key = ""
		value, err := json.Marshal(&r)
		if err != nil {
			return err
		}
		key := eventKey(b.Table, e.Seq)
		c.Lacks = append(c.Lacks, key)
		c.Put = append(c.Put, Pair{key, value})
	}
	sum, err := json.Marshal(&b.Summary)
	if err != nil {
		return err
	}
	c.Put = append(c.Put, Pair{tableKey(b.Table), sum})
	ok, err := s.port.Write(ctx, c)
	if err == nil && !ok {
		return hall.ErrConflict
	}
	return err
}

// Load returns the events of a table after since.
func (s *Store) Load(ctx context.Context, id string, since int64) ([]table.Event, error) {
	// The last event before them tells whether there is a table.
	pairs, err := s.port.Read(ctx, eventPrefix(id), eventKey(id, max(since, 1)))
	if err != nil {
		return nil, err
	}
	if len(pairs) == 0 {
		if since > 1 { // beyond the end of the log, perhaps
			_, err = s.Load(ctx, id, 0)
			return nil, err
		}
		return nil, hall.ErrNotFound
	}
	list := make([]table.Event, 0, len(pairs))
	for _, p := range pairs {
		var r row
		if err := json.Unmarshal(p.Value, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Key, err)
		}
		e := r.Event
		e.Table, e.Key = id, string(r.Key)
		if e.Seq > since {
			list = append(list, e)
		}
	}
	return list, nil
}

// List returns summaries.
func (s *Store) List(ctx context.Context, q hall.Query) ([]hall.Summary, error) {
	pairs, err := s.port.Read(ctx, tablePrefix, "")
	if err != nil {
		return nil, err
	}
	var list []hall.Summary
	for _, p := range pairs {
		var sum hall.Summary
		if err := json.Unmarshal(p.Value, &sum); err != nil {
			return nil, fmt.Errorf("%s: %w", p.Key, err)
		}
		if q.Selects(&sum) {
			list = append(list, sum)
		}
	}
	slices.SortFunc(list, q.Compare)
	return list[:min(len(list), cmp.Or(q.Limit, 100))], nil
}

// Delete removes a table.
func (s *Store) Delete(ctx context.Context, id string) error {
	ok, err := s.port.Write(ctx, Change{Has: eventKey(id, 1), Drop: []string{eventPrefix(id), tableKey(id)}})
	if err == nil && !ok {
		return hall.ErrNotFound
	}
	return err
}

// Beat notes that the program is alive.
func (s *Store) Beat(ctx context.Context, t time.Time) error {
	last, err := s.LastBeat(ctx)
	if err != nil || !t.After(last) {
		return err
	}
	_, err = s.port.Write(ctx, Change{Put: []Pair{{beatKey, strconv.AppendInt(nil, t.UnixMilli(), 10)}}})
	return err
}

// LastBeat returns when the program was last alive.
func (s *Store) LastBeat(ctx context.Context) (time.Time, error) {
	pairs, err := s.port.Read(ctx, beatKey, "")
	if err != nil || len(pairs) == 0 {
		return time.Time{}, err
	}
	ms, err := strconv.ParseInt(string(pairs[0].Value), 10, 64)
	return time.UnixMilli(ms).UTC(), err
}

// Epoch returns the epoch. The first call makes one.
func (s *Store) Epoch(ctx context.Context) (int64, error) {
	epoch, err := s.epoch(ctx)
	if err == nil && epoch == 0 {
		return s.raise(ctx, 0)
	}
	return epoch, err
}

// RaiseEpoch raises the epoch.
func (s *Store) RaiseEpoch(ctx context.Context, above int64) error {
	_, err := s.raise(ctx, above)
	return err
}

// epoch returns the largest epoch, 0 if there is none.
func (s *Store) epoch(ctx context.Context) (int64, error) {
	pairs, err := s.port.Read(ctx, epochPrefix, "")
	if err != nil || len(pairs) == 0 {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimPrefix(pairs[len(pairs)-1].Key, epochPrefix), 10, 64)
}

// raise makes a new epoch. If somebody else makes the same one, it makes another.
func (s *Store) raise(ctx context.Context, above int64) (int64, error) {
	for {
		last, err := s.epoch(ctx)
		if err != nil {
			return 0, err
		}
		next := hall.NextEpoch(s.now(), last, above)
		key := fmt.Sprintf("%s%019d", epochPrefix, next)
		if ok, err := s.port.Write(ctx, Change{Lacks: []string{key}, Put: []Pair{{key, nil}}}); ok || err != nil {
			return next, err
		}
	}
}

// Close does nothing.
func (s *Store) Close() error { return nil }

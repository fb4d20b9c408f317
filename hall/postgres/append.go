package postgres

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/hall"
)

// The append statement. It creates the table, or advances its seq from the
// value the writer knew. The events are inserted only if that succeeded, which
// the row lock guarantees. The returned count tells whether it did.
const (
	newTable = `WITH moved AS (
	INSERT INTO parlour.tables AS t (id, game, status, listed, free, people, changed, deadline, seq)
	VALUES ($1, $3, $4, $5, $6, $7::text::json, $8, $9, $10)
	ON CONFLICT (id) DO UPDATE SET game = excluded.game, status = excluded.status, listed = excluded.listed, free = excluded.free,
		people = excluded.people, changed = excluded.changed, deadline = excluded.deadline, seq = excluded.seq
	WHERE t.seq = $2
	RETURNING id
), `
	oldTable = `WITH moved AS (
	UPDATE parlour.tables
	SET game = $3, status = $4, listed = $5, free = $6, people = $7::text::json, changed = $8, deadline = $9, seq = $10
	WHERE id = $1 AND seq = $2
	RETURNING id
), `
	writeEvents = `written AS (
	INSERT INTO parlour.events (table_id, seq, schema, at, kind, who, key, line, body, secret)
	SELECT moved.id, e.seq, e.schema, e.at, e.kind, e.who, e.key, e.line, e.body::json, e.secret::json
	FROM moved, unnest($11::bigint[], $12::integer[], $13::timestamptz[], $14::text[], $15::integer[], $16::bytea[], $17::text[], $18::text[], $19::text[])
		AS e (seq, schema, at, kind, who, key, line, body, secret)
)
SELECT count(*) FROM moved`
)

// columns are the events of a batch, laid out for the statement.
type columns struct {
	seq     []int64
	schema  []int
	at      []time.Time
	kind    []string
	who     []int
	key     [][]byte // nil for none
	line    []string
	body    []string
	secrets []*string // nil for none
}

func encode(b *hall.Batch) (*columns, error) {
	var c columns
	for i := range b.Events {
		e := &b.Events[i]
		if e.Seq != b.After+int64(i)+1 {
			return nil, fmt.Errorf("event %d cannot follow event %d", e.Seq, b.After+int64(i))
		}
		body, err := json.Marshal(&e.Body)
		if err != nil {
			return nil, err
		}
		var secret *string
		if e.Secret != nil {
			text, err := json.Marshal(e.Secret)
			if err != nil {
				return nil, err
			}
			s := string(text)
			secret = &s
		}
		var key []byte
		if e.Key != "" {
			key = []byte(e.Key)
		}
		c.seq = append(c.seq, e.Seq)
		c.schema = append(c.schema, e.Schema)
		c.at = append(c.at, instant(e.At))
		c.kind = append(c.kind, string(e.Kind))
		c.who = append(c.who, e.By)
		c.key = append(c.key, key)
		c.line = append(c.line, e.Line)
		c.body = append(c.body, string(body))
		c.secrets = append(c.secrets, secret)
	}
	return &c, nil
}

// A request is a batch waiting to be written.
type request struct {
	table     string
	statement string
	args      []any
	reply     chan error
}

// Append adds events to a table. Batches that wait at the same time, for
// any tables, share one transaction, one round trip and one sync of the
// disk. After an error other than those a hall.Store promises, the outcome is
// unknown: look in the log.
func (s *Store) Append(ctx context.Context, b hall.Batch) error {
	if !name(b.Table) {
		return fmt.Errorf("a table cannot have the id %q", b.Table)
	}
	e, err := encode(&b)
	if err != nil {
		return err
	}
	people, err := json.Marshal(b.Summary.People)
	if err != nil {
		return err
	}
	r := &request{table: b.Table, statement: oldTable + writeEvents, reply: make(chan error, 1)}
	if b.After == 0 {
		r.statement = newTable + writeEvents
	}
	sum := &b.Summary
	r.args = []any{b.Table, b.After,
		sum.Game, string(sum.Status), sum.Listed, sum.Free, string(people), instant(sum.Changed), maybe(sum.Deadline), b.After + int64(len(b.Events)),
		e.seq, e.schema, e.at, e.kind, e.who, e.key, e.line, e.body, e.secrets}
	select {
	case s.queue <- r:
	case <-s.quit:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// Once queued, the batch may be written, so wait for the outcome.
	select {
	case err := <-r.reply:
		return err
	case <-s.done:
	}
	select { // the batch may have been among the last written
	case err := <-r.reply:
		return err
	default:
		return errClosed
	}
}

var errClosed = errors.New("the store is closed")

// While one group is written, the next one gathers. A few groups are in flight
// at once, so that nobody waits for the slowest.
const (
	groups     = 4
	mostAGroup = 64
)

// write writes queued batches until the store is closed.
func (s *Store) write() {
	for {
		select {
		case <-s.quit:
			return
		case first := <-s.queue:
			s.flush(s.fill([]*request{first}))
		}
	}
}

// fill takes everything that is queued.
func (s *Store) fill(group []*request) []*request {
	for len(group) < mostAGroup {
		select {
		case r := <-s.queue:
			group = append(group, r)
		default:
			return group
		}
	}
	return group
}

// flush writes a group and answers every request. If the database rejects the
// group, the transaction is rolled back and each batch is written by itself,
// so that a bad one fails alone. If no answer comes, the outcome is unknown.
func (s *Store) flush(group []*request) {
	// Lock rows in one order, so that two groups cannot deadlock.
	slices.SortStableFunc(group, func(a, b *request) int { return strings.Compare(a.table, b.table) })
	results, err := s.transaction(group)
	switch {
	case err == nil:
		for i, r := range group {
			r.reply <- results[i]
		}
	case len(group) > 1 && !errors.Is(err, hall.ErrBusy):
		for i := range group {
			s.flush(group[i : i+1])
		}
	default:
		for _, r := range group {
			r.reply <- err
		}
	}
}

// transaction writes a group and returns the outcome of each batch.
func (s *Store) transaction(group []*request) (results []error, err error) {
	err = s.do(context.Background(), func(ctx context.Context, c *pgxpool.Conn) error {
		results = make([]error, len(group))
		var all pgx.Batch // one transaction, one round trip
		for i, r := range group {
			all.Queue(r.statement, r.args...).QueryRow(func(row pgx.Row) error {
				var moved int
				err := row.Scan(&moved)
				if err == nil && moved == 0 {
					results[i] = hall.ErrConflict
				}
				return err
			})
		}
		return c.SendBatch(ctx, &all).Close()
	})
	return results, err
}

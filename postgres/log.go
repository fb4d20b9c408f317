package postgres

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/table"
)

// The statement that appends. A table is made, or its seq is moved on from
// where the writer knew it; only if that succeeded, which the row's lock makes
// certain, are the events written. The count says whether it did.
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

// columns are the events of a batch, as they are sent.
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

func encode(b *table.Batch) (*columns, error) {
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

// instant is a time as all stores keep it: to the millisecond.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// maybe is a time that may be none.
func maybe(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = instant(t)
	return &t
}

// Append adds events to a table, in one statement and one round trip. An error
// that is none of those a table.Store promises leaves open whether it
// happened; the log tells.
func (s *Store) Append(ctx context.Context, b table.Batch) error {
	if !name(b.Table) {
		return fmt.Errorf("a table cannot be called %q", b.Table)
	}
	e, err := encode(&b)
	if err != nil {
		return err
	}
	people, err := json.Marshal(b.Summary.People)
	if err != nil {
		return err
	}
	statement := oldTable + writeEvents
	if b.After == 0 {
		statement = newTable + writeEvents
	}
	sum := &b.Summary
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		var moved int
		err := c.QueryRow(ctx, statement, b.Table, b.After,
			sum.Game, string(sum.Status), sum.Listed, sum.Free, string(people), instant(sum.Changed), maybe(sum.Deadline), b.After+int64(len(b.Events)),
			e.seq, e.schema, e.at, e.kind, e.who, e.key, e.line, e.body, e.secrets).Scan(&moved)
		if err == nil && moved == 0 {
			return table.ErrConflict
		}
		return err
	})
}

// Load returns the events of a table after since.
func (s *Store) Load(ctx context.Context, id string, since int64) (list []table.Event, err error) {
	if !name(id) {
		return nil, table.ErrNotFound
	}
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		// A table without such events gives one row of nulls, no table none.
		rows, err := c.Query(ctx, `
			SELECT e.seq, e.schema, e.at, e.kind, e.who, e.key, e.line, e.body, e.secret
			FROM parlour.tables t LEFT JOIN parlour.events e ON e.table_id = t.id AND e.seq > $2
			WHERE t.id = $1 ORDER BY e.seq`, id, since)
		if err != nil {
			return err
		}
		defer rows.Close()
		there := false
		for list = nil; rows.Next(); {
			there = true
			if rows.RawValues()[0] == nil {
				continue
			}
			e, err := decode(id, rows)
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		if err := rows.Err(); err != nil {
			return err
		}
		if !there {
			return table.ErrNotFound
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

func decode(id string, rows pgx.Rows) (table.Event, error) {
	e := table.Event{Table: id}
	var key, body, secret []byte
	if err := rows.Scan(&e.Seq, &e.Schema, &e.At, &e.Kind, &e.By, &key, &e.Line, &body, &secret); err != nil {
		return e, err
	}
	e.At, e.Key = e.At.UTC(), string(key)
	if err := json.Unmarshal(body, &e.Body); err != nil {
		return e, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
	}
	if secret != nil {
		if err := json.Unmarshal(secret, &e.Secret); err != nil {
			return e, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
		}
	}
	return e, nil
}

// Find returns the number of the event with a key.
func (s *Store) Find(ctx context.Context, id, key string) (seq int64, err error) {
	if !name(id) {
		return 0, nil
	}
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		return c.QueryRow(ctx, "SELECT coalesce(max(seq), 0) FROM parlour.events WHERE table_id = $1 AND key = $2", id, []byte(key)).Scan(&seq)
	})
	return seq, err
}

// List returns summaries, the last changed first.
func (s *Store) List(ctx context.Context, q table.Query) (list []table.Summary, err error) {
	query, args := listing(q)
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		rows, err := c.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, summary)
		return err
	})
	return list, err
}

// listing returns the statement for a query.
func listing(q table.Query) (string, []any) {
	from, where, args := "parlour.tables", "true", []any{}
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	if q.Status != "" {
		where += " AND status = " + arg(string(q.Status))
	}
	if q.Listed {
		where += " AND listed"
	}
	if !q.Before.IsZero() {
		where += " AND changed < " + arg(instant(q.Before))
	}
	if !q.Due.IsZero() {
		// Few tables are due. They are looked for first, by the index of
		// deadlines, and not among all in the order of their changes.
		from = "(SELECT * FROM parlour.tables WHERE deadline <= " + arg(instant(q.Due)) + " OFFSET 0) due"
	}
	limit := q.Limit
	if limit == 0 {
		limit = 100
	}
	most := arg(int64(limit))
	return "SELECT id, game, status, listed, free, people, changed, deadline, seq FROM " + from +
		" WHERE " + where + " ORDER BY changed DESC, id DESC LIMIT " + most, args
}

func summary(row pgx.CollectableRow) (sum table.Summary, err error) {
	var people []byte
	var deadline *time.Time
	if err := row.Scan(&sum.Table, &sum.Game, &sum.Status, &sum.Listed, &sum.Free, &people, &sum.Changed, &deadline, &sum.Seq); err != nil {
		return sum, err
	}
	sum.Changed = sum.Changed.UTC()
	if deadline != nil {
		sum.Deadline = deadline.UTC()
	}
	return sum, json.Unmarshal(people, &sum.People)
}

// Delete removes a table. Its events are removed by a statement of their own,
// which sees what was appended until the table's row was locked.
func (s *Store) Delete(ctx context.Context, id string) error {
	if !name(id) {
		return table.ErrNotFound
	}
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		var all pgx.Batch // one transaction, one round trip
		all.Queue("DELETE FROM parlour.tables WHERE id = $1", id)
		all.Queue("DELETE FROM parlour.events WHERE table_id = $1", id)
		all.Queue("DELETE FROM parlour.leases WHERE table_id = $1", id)
		results := c.SendBatch(ctx, &all)
		gone, err := results.Exec()
		if closing := results.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return err
		}
		if gone.RowsAffected() == 0 {
			return table.ErrNotFound
		}
		return nil
	})
}

// Beat notes that a node is alive; of several notes the latest counts.
func (s *Store) Beat(ctx context.Context, t time.Time) error {
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		_, err := c.Exec(ctx, `
			INSERT INTO parlour.notes AS n (key, at) VALUES ('beat', $1)
			ON CONFLICT (key) DO UPDATE SET at = greatest(n.at, excluded.at)`, instant(t))
		return err
	})
}

// LastBeat returns when a node was last alive.
func (s *Store) LastBeat(ctx context.Context) (last time.Time, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		var at *time.Time
		if err := c.QueryRow(ctx, "SELECT max(at) FROM parlour.notes WHERE key = 'beat'").Scan(&at); err != nil {
			return err
		}
		last = time.Time{}
		if at != nil {
			last = at.UTC()
		}
		return nil
	})
	return last, err
}

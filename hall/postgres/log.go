package postgres

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/hall"
	"parlour/table"
)

// instant is a time at the precision of all stores: milliseconds.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// maybe is a time that may be null.
func maybe(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = instant(t)
	return &t
}

const (
	// A table without such events gives one row of nulls; a missing table
	// gives no rows.
	eventsAfter = `SELECT e.seq, e.schema, e.at, e.kind, e.who, e.key, e.line, e.body, e.secret
		FROM parlour.tables t LEFT JOIN parlour.events e ON e.table_id = t.id AND e.seq > $2
		WHERE t.id = $1 ORDER BY e.seq`
)

// Load returns the events of a table after since.
func (s *Store) Load(ctx context.Context, id string, since int64) (list []table.Event, err error) {
	if !name(id) {
		return nil, hall.ErrNotFound
	}
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		rows, err := c.Query(ctx, eventsAfter, id, since)
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
			return hall.ErrNotFound
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

// listTime limits how long List may take.
const listTime = 5 * time.Second

// List returns summaries.
func (s *Store) List(ctx context.Context, q hall.Query) (list []hall.Summary, err error) {
	query, args, err := listing(q)
	if err != nil {
		return nil, err
	}
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		ctx, cancel := context.WithTimeout(ctx, listTime)
		defer cancel()
		rows, err := c.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, summary)
		return err
	})
	return list, err
}

// listing returns the SQL for a query.
func listing(q hall.Query) (string, []any, error) {
	where, order, after, args := "true", "changed DESC, id DESC", "(changed, id) <", []any{}
	arg := func(v any) string {
		args = append(args, v)
		return fmt.Sprintf("$%d", len(args))
	}
	if !q.Due.IsZero() {
		where, order, after = "deadline <= "+arg(instant(q.Due)), "deadline, id", "(deadline, id) >"
	}
	if q.Status != "" {
		where += " AND status = " + arg(string(q.Status))
	}
	if q.Listed {
		where += " AND listed"
	}
	if !q.Before.IsZero() && !q.Within() {
		where += " AND changed < " + arg(instant(q.Before))
	}
	if q.After != (hall.Cursor{}) {
		if !name(q.After.Table) {
			return "", nil, &table.BadAction{Err: errors.New("there is no such place in the list of tables")}
		}
		where += " AND " + after + " (" + arg(instant(q.After.At)) + ", " + arg(q.After.Table) + ")"
	}
	limit := arg(int64(cmp.Or(q.Limit, 100)))
	return "SELECT id, game, status, listed, free, people, changed, deadline, seq FROM parlour.tables" +
		" WHERE " + where + " ORDER BY " + order + " LIMIT " + limit, args, nil
}

func summary(row pgx.CollectableRow) (sum hall.Summary, err error) {
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

// Delete removes a table. A separate statement removes its events, so that it
// sees everything appended until the table's row was locked.
func (s *Store) Delete(ctx context.Context, id string) error {
	if !name(id) {
		return hall.ErrNotFound
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
			return hall.ErrNotFound
		}
		return nil
	})
}

// Beat records that a node is alive; the latest beat counts.
func (s *Store) Beat(ctx context.Context, t time.Time) error {
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		_, err := c.Exec(ctx, `
			INSERT INTO parlour.notes AS n (key, at) VALUES ('beat', $1)
			ON CONFLICT (key) DO UPDATE SET at = greatest(n.at, excluded.at)`, instant(t))
		if err != nil {
			return err
		}
		_, err = s.epoch.settle(ctx, c.Conn()) // on the connection that wrote the beat
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

package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/hall"
)

// A lease ends by the current time, not by the transaction's: a statement may
// have waited for a lock.

// Lease makes node the leader of the table for a while.
func (s *Store) Lease(ctx context.Context, id, node string, ttl time.Duration) (held bool, err error) {
	if !name(id) {
		return false, fmt.Errorf("a table cannot have the id %q", id)
	}
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		done, err := c.Exec(ctx, `
			INSERT INTO parlour.leases AS l (table_id, node, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
			ON CONFLICT (table_id) DO UPDATE SET node = excluded.node, until = clock_timestamp() + make_interval(secs => $3)
			WHERE l.node = excluded.node OR l.until <= clock_timestamp()`, id, node, ttl.Seconds())
		held = done.RowsAffected() == 1
		return err
	})
	return held && err == nil, err
}

// Lock rows in one order, so that two statements cannot deadlock.

// Renew extends leases that node still holds.
func (s *Store) Renew(ctx context.Context, node string, tables []string, ttl time.Duration) (held []string, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		rows, err := c.Query(ctx, `
			WITH mine AS (
				SELECT table_id FROM parlour.leases WHERE node = $1 AND table_id = ANY($2) AND until > clock_timestamp() ORDER BY table_id FOR UPDATE
			)
			UPDATE parlour.leases l SET until = clock_timestamp() + make_interval(secs => $3)
			FROM mine WHERE l.table_id = mine.table_id
			RETURNING l.table_id`, node, names(tables), ttl.Seconds())
		if err != nil {
			return err
		}
		held, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return held, err
}

// Release ends leases of node.
func (s *Store) Release(ctx context.Context, node string, tables []string) error {
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		_, err := c.Exec(ctx, `
			WITH mine AS (
				SELECT table_id FROM parlour.leases WHERE node = $1 AND table_id = ANY($2) ORDER BY table_id FOR UPDATE
			)
			DELETE FROM parlour.leases l USING mine WHERE l.table_id = mine.table_id`, node, names(tables))
		return err
	})
}

// Tips returns the number of the last event of each of the tables.
func (s *Store) Tips(ctx context.Context, tables []string) (tips map[string]int64, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		rows, err := c.Query(ctx, "SELECT id, seq FROM parlour.tables WHERE id = ANY($1)", names(tables))
		if err != nil {
			return err
		}
		tips = make(map[string]int64, len(tables))
		var id string
		var seq int64
		_, err = pgx.ForEachRow(rows, []any{&id, &seq}, func() error {
			tips[id] = seq
			return nil
		})
		return err
	})
	return tips, err
}

// Now returns the database's time, which decides when a lease ends.
func (s *Store) Now(ctx context.Context) (now time.Time, err error) {
	err = s.do(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	})
	return now, err
}

// Kept returns what is kept under a name.
func (s *Store) Kept(ctx context.Context, name string) (value []byte, version int64, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		err := c.QueryRow(ctx, "SELECT value, version FROM parlour.vault WHERE name = $1", name).Scan(&value, &version)
		if errors.Is(err, pgx.ErrNoRows) {
			value, version, err = nil, 0, nil
		}
		return err
	})
	return value, version, err
}

// Keep replaces what is kept under a name.
func (s *Store) Keep(ctx context.Context, name string, version int64, value []byte) error {
	statement := "UPDATE parlour.vault SET value = $3, version = version + 1 WHERE name = $1 AND version = $2"
	if version == 0 {
		statement = "INSERT INTO parlour.vault (name, version, value) VALUES ($1, $2 + 1, $3) ON CONFLICT (name) DO NOTHING"
	}
	if value == nil {
		value = []byte{} // an empty value, not a missing one
	}
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		done, err := c.Exec(ctx, statement, name, version, value)
		if err == nil && done.RowsAffected() == 0 {
			return hall.ErrConflict
		}
		return err
	})
}

// Names returns the names under which something is kept.
func (s *Store) Names(ctx context.Context) (list []string, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		rows, err := c.Query(ctx, "SELECT name FROM parlour.vault ORDER BY name")
		if err != nil {
			return err
		}
		list, err = pgx.CollectRows(rows, pgx.RowTo[string])
		return err
	})
	return list, err
}

package postgres

import (
	"context"
	"errors"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// An epoch detects that a database may have gone back in time. It compares the
// database's current place with the place stored in it, and with what this
// process has seen:
//
//   - another cluster, database or table: the database was dumped and restored;
//   - another timeline: a standby took over, or an archive was replayed up to
//     some moment;
//   - a shorter write-ahead log or an older epoch than it has seen: the server
//     has lost its latest writes, or another server answers.
//
// It checks on every new connection, with every beat and on request.
type epoch struct {
	readOnly bool

	mu     sync.Mutex
	where  string // the query for the database's place; "" before begin
	known  int64  // the largest epoch seen
	length int64  // length of the write-ahead log
}

// A place identifies where a database runs.
type place struct {
	cluster, timeline int64
	tables            string
}

// begin is called once the schema exists. It builds the query for the
// database's place: the epoch with the stored place, then the current place
// and the length of the log. A standby has no timeline or log of its own.
func (e *epoch) begin(ctx context.Context, c *pgx.Conn) error {
	var may bool // every role may by default, but a host can forbid it
	if err := c.QueryRow(ctx, "SELECT has_function_privilege('pg_control_system()', 'EXECUTE')").Scan(&may); err != nil {
		return err
	}
	cluster := "0::bigint"
	if may {
		cluster = "(SELECT system_identifier FROM pg_control_system())"
	}
	e.mu.Lock()
	e.where = `
	SELECT epoch, cluster, timeline, tables, ` + cluster + `,
		CASE WHEN pg_is_in_recovery() THEN -1 ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::bigint END,
		(SELECT oid::text FROM pg_database WHERE datname = current_database()) || '.' || 'parlour.tables'::regclass::oid,
		CASE WHEN pg_is_in_recovery() THEN -1 ELSE (pg_current_wal_flush_lsn() - '0/0')::bigint END
	FROM parlour.epoch`
	e.mu.Unlock()
	_, err := e.settle(ctx, c)
	return err
}

// connected checks a new connection. An error from the server does not fail
// the connection: the next beat reports it again.
func (e *epoch) connected(ctx context.Context, c *pgx.Conn) error {
	_, err := e.settle(ctx, c)
	var said *pgconn.PgError
	if errors.As(err, &said) {
		return nil
	}
	return err
}

// settle raises the epoch if the database may have gone back in time, and
// returns it.
func (e *epoch) settle(ctx context.Context, c *pgx.Conn) (int64, error) {
	e.mu.Lock()
	where, known, length := e.where, e.known, e.length
	e.mu.Unlock()
	if where == "" {
		return 0, nil
	}
	var noted, now place
	var epoch, lengthNow int64
	if err := c.QueryRow(ctx, where).Scan(&epoch, &noted.cluster, &noted.timeline, &noted.tables, &now.cluster, &now.timeline, &now.tables, &lengthNow); err != nil {
		return 0, err
	}
	standby := lengthNow < 0
	if e.readOnly || standby {
		return max(epoch, known), nil
	}
	if epoch >= known && lengthNow >= length && noted == now {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.known, e.length = max(e.known, epoch), max(e.length, lengthNow)
		return epoch, nil
	}
	// If several nodes notice at once, one of them raises the epoch.
	if _, err := c.Exec(ctx, raise+`, cluster = $2, timeline = $3, tables = $4 WHERE epoch = $5`,
		known, now.cluster, now.timeline, now.tables, epoch); err != nil {
		return 0, err
	}
	if err := c.QueryRow(ctx, "SELECT epoch FROM parlour.epoch").Scan(&epoch); err != nil {
		return 0, err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.known, e.length = max(e.known, epoch), lengthNow
	return epoch, nil
}

// raise is the start of a statement that raises the epoch, above a given one
// too.
const raise = "UPDATE parlour.epoch SET epoch = greatest(epoch + 1, $1::bigint + 1, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)"

// Epoch returns the epoch.
func (s *Store) Epoch(ctx context.Context) (epoch int64, err error) {
	err = s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		epoch, err = s.epoch.settle(ctx, c.Conn())
		return err
	})
	return epoch, err
}

// RaiseEpoch raises the epoch.
func (s *Store) RaiseEpoch(ctx context.Context, above int64) error {
	return s.do(ctx, func(ctx context.Context, c *pgxpool.Conn) error {
		_, err := c.Exec(ctx, raise, above)
		return err
	})
}

// Package postgres keeps tables in PostgreSQL, for servers that outgrow one
// machine. It implements hall.Store, hall.Shared and hall.Vault.
//
//	store, err := postgres.Open(ctx, "postgres://parlour:secret@db.example.org/parlour")
//
// Any number of nodes write to one database. The sequence number arbitrates
// between them: the append statement advances the number of the table's last
// event from the value the writer knew and inserts the events, or does
// neither. Concurrent appends to many tables share a transaction, a round trip
// and a sync of the disk. Leases use the database's clock, so the nodes'
// clocks need not agree.
//
// Everything is kept in the schema parlour. Errors never contain the password.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"parlour/hall"
)

// A Store is a pool of connections to a database. It is safe for use by many
// goroutines.
type Store struct {
	pool  *pgxpool.Pool
	queue chan *request
	quit  chan struct{}
	done  chan struct{} // closed when everything accepted is written
	once  sync.Once
	epoch epoch
}

var (
	_ hall.Shared = (*Store)(nil)
	_ hall.Vault  = (*Store)(nil)
)

// Defaults for settings the address leaves out; libpq and pool parameters such
// as connect_timeout and pool_max_conns override them.
const (
	mostConns      = 24 // three nodes stay below PostgreSQL's default limit of 100
	connectTimeout = 5 * time.Second
)

// patience limits how long one request to the database may take. A caller can
// set a shorter limit with its context.
const patience = 15 * time.Second

// Open connects to the database at a postgres:// address and brings its schema
// up to date. Several nodes may do so at once. A database written by a later
// release is refused.
func Open(ctx context.Context, address string) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, address, config, migrate, false)
}

// Read opens a database for reading only: the server refuses every change. The
// schema must be that of this release.
func Read(ctx context.Context, address string) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	limit := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		if err := limit(ctx, c); err != nil {
			return err
		}
		_, err := c.Exec(ctx, "SET default_transaction_read_only = on")
		return err
	}
	return open(ctx, address, config, check, true)
}

// open creates a pool whose first connection prepares the schema.
func open(ctx context.Context, address string, config *pgxpool.Config, prepare func(context.Context, *pgx.Conn) error, readOnly bool) (*Store, error) {
	s := &Store{queue: make(chan *request, mostAGroup), quit: make(chan struct{}), done: make(chan struct{}), epoch: epoch{readOnly: readOnly}}
	limit := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
		if err := limit(ctx, c); err != nil {
			return err
		}
		return s.epoch.connected(ctx, c)
	}
	var err error
	if s.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // another node may be migrating
	defer cancel()
	if err := s.pool.AcquireFunc(ctx, func(c *pgxpool.Conn) error {
		if err := prepare(ctx, c.Conn()); err != nil {
			return err
		}
		return s.epoch.begin(ctx, c.Conn())
	}); err != nil {
		s.pool.Close()
		return nil, fmt.Errorf("opening the database %s: %w", Name(address), err)
	}
	var writers sync.WaitGroup
	for range groups {
		writers.Go(s.write)
	}
	go func() {
		writers.Wait()
		close(s.done)
	}()
	return s, nil
}

// Name returns a database's address in a form that is safe to show: without
// the password and the parameters.
func Name(address string) string {
	u, ok := read(address)
	if !ok {
		return "(malformed address)"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User != nil {
		shown.User = url.User(u.User.Username())
	}
	return shown.String()
}

// read parses an address. It refuses one with an unescaped password, because
// parts of the password could end up where they are shown.
func read(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return nil, false
	}
	front, _, _ := strings.Cut(address, "?")
	return u, u.User != nil || !strings.Contains(front, "@")
}

// parse turns an address into settings for the pool.
func parse(address string) (*pgxpool.Config, error) {
	u, ok := read(address)
	if !ok {
		return nil, errors.New("the address of the database is malformed; expected postgres://user:password@host:port/database, with special characters in the password written as %XX")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's own error contains the whole address.
		why := ""
		if inner := errors.Unwrap(err); inner != nil {
			why = ": " + redact(inner.Error(), u)
		}
		return nil, fmt.Errorf("the address of the database %s cannot be used%s", Name(address), why)
	}
	if !u.Query().Has("pool_max_conns") {
		config.MaxConns = mostConns
	}
	if !u.Query().Has("connect_timeout") {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "parlour"
	}
	config.PingTimeout = connectTimeout
	config.AfterConnect = ready
	return config, nil
}

// redact removes passwords from a text.
func redact(text string, u *url.URL) string {
	secrets := u.Query()["password"]
	if u.User != nil {
		if p, ok := u.User.Password(); ok {
			secrets = append(secrets, p)
		}
	}
	for _, p := range secrets {
		if p != "" {
			text = strings.ReplaceAll(text, p, "xxxxx")
		}
	}
	return text
}

// ready prepares a new connection. An append is acknowledged only when it is
// on disk, whatever the server's settings say; stricter settings, such as
// waiting for standbys, are kept. No statement waits forever, neither for a
// lock nor for a client that has vanished.
func ready(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `
		SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')
		UNION ALL
		SELECT set_config(name, value, false)
		FROM (VALUES ('lock_timeout', '10s'), ('statement_timeout', '60s'), ('idle_in_transaction_session_timeout', '60s')) AS limits (name, value)
		WHERE current_setting(name) = '0'`)
	return err
}

// Close finishes requests under way and closes all connections.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.quit)
		<-s.done
		s.pool.Close()
	})
	return nil
}

// do runs one request. A caller whose context ends while it waits for a
// connection returns at once; a request that has started is finished, so that
// its outcome is known and the connection can be reused. A request that failed
// before anything was sent is tried once more. After any other error the
// outcome may be unknown, and the caller has to check.
func (s *Store) do(ctx context.Context, f func(context.Context, *pgxpool.Conn) error) error {
	err := s.try(ctx, f)
	if err != nil && pgconn.SafeToRetry(err) && ctx.Err() == nil {
		err = s.try(ctx, f)
	}
	return s.judge(ctx, err)
}

func (s *Store) try(ctx context.Context, f func(context.Context, *pgxpool.Conn) error) error {
	waiting, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := s.pool.Acquire(waiting)
	if err != nil {
		return err
	}
	defer conn.Release()
	running, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	return f(running, conn)
}

// judge translates errors: constraints arbitrate between writers, and an
// unreachable server may come back.
func (s *Store) judge(ctx context.Context, err error) error {
	var e *pgconn.PgError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &e):
		return s.said(e, err)
	case ctx.Err() != nil:
		return err
	case lost(err):
		// If one connection is broken, others probably are too.
		s.pool.Reset()
		return fmt.Errorf("%w: %w", hall.ErrBusy, err)
	}
	return err
}

// lost reports whether an error means that the server cannot be reached.
func lost(err error) bool {
	var network net.Error
	var connect *pgconn.ConnectError
	return errors.As(err, &network) || errors.As(err, &connect) || pgconn.Timeout(err) || pgconn.SafeToRetry(err) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, pgconn.ErrConnClosed) || errors.Is(err, context.DeadlineExceeded)
}

// said translates an error reported by the server. The first two characters of
// its code are its class.
func (s *Store) said(e *pgconn.PgError, err error) error {
	if e.ConstraintName == "events_pkey" {
		return hall.ErrConflict
	}
	switch e.Code[:min(2, len(e.Code))] {
	case "08", "57": // no connection; shut down, crashed, starting, cancelled
		s.pool.Reset()
		return fmt.Errorf("%w: %w", hall.ErrBusy, err)
	case "25", "40", "53", "55", "58": // a standby that only reads; a deadlock; no room; locked; the disk fails
		return fmt.Errorf("%w: %w", hall.ErrBusy, err)
	}
	return err
}

// name reports whether a table can have this id. Ids come from addresses that
// people type, and a text column cannot store every string.
func name(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }

// names returns the ids that a table can have.
func names(ids []string) []string {
	list := make([]string, 0, len(ids))
	for _, id := range ids {
		if name(id) {
			list = append(list, id)
		}
	}
	return list
}

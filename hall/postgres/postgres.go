// Package postgres keeps tables in PostgreSQL, for servers that outgrow one
// machine. It implements hall.Store, hall.Shared and hall.Vault.
//
//	store, err := postgres.Open(ctx, "postgres://parlour:secret@db.example.org/parlour")
//
// Any number of nodes write to one database. The sequence number is the
// arbiter between them: the statement that appends moves the number of the
// table's last event from the one the writer knew, and writes the events
// behind it, or does neither. What many tables append at once shares a
// transaction, a round trip and a sync of the disk. Leases go by the clock of
// the database, so that the nodes' own need not agree.
//
// Everything is kept in the schema parlour. Errors never tell the password.
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
	done  chan struct{} // closed when everything that was begun is written
	once  sync.Once
	epoch epoch
}

var (
	_ hall.Shared = (*Store)(nil)
	_ hall.Vault  = (*Store)(nil)
)

// What holds unless the address says otherwise, in the words of libpq and of
// the pool: connect_timeout, pool_max_conns and so on.
const (
	mostConns      = 24 // three nodes stay below the 100 that PostgreSQL allows by itself
	connectTimeout = 5 * time.Second
)

// patience is how long the database may take over one thing. A caller who has
// less of it says so by the context.
const patience = 15 * time.Second

// Open connects to a database, a postgres:// address, and brings its schema up
// to date. Several nodes may do so at once. A database written by a later
// release is refused.
func Open(ctx context.Context, address string) (*Store, error) {
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	return open(ctx, address, config, migrate, false)
}

// Read opens a database to read it. It is never changed: the server refuses
// whatever would change it. Its schema has to be that of this release.
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

// open makes a pool and has the first of its connections prepare the schema.
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
	ctx, cancel := context.WithTimeout(ctx, time.Minute) // another node may be at it
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

// Name returns a database's address as it may be shown: without the password
// and without what follows the name.
func Name(address string) string {
	u, ok := read(address)
	if !ok {
		return "(an address that cannot be read)"
	}
	shown := url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}
	if u.User != nil {
		shown.User = url.User(u.User.Username())
	}
	return shown.String()
}

// read takes an address apart. One whose password was not escaped falls into
// the wrong parts, where it could be seen.
func read(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return nil, false
	}
	front, _, _ := strings.Cut(address, "?")
	return u, u.User != nil || !strings.Contains(front, "@")
}

// parse makes the settings of the pool out of an address.
func parse(address string) (*pgxpool.Config, error) {
	u, ok := read(address)
	if !ok {
		return nil, errors.New("the address of the database cannot be read; expected postgres://user:password@host:port/database, special characters of the password written as %XX")
	}
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's own words tell the whole address.
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

// redact takes passwords out of a text.
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

// ready prepares a new connection. An append is acknowledged when it is on the
// disk, whatever the server's settings say; what asks for more, such as
// standbys that have it too, is left as it is. No statement waits for ever,
// whether for somebody who holds a lock or for a client that has vanished.
func ready(ctx context.Context, conn *pgx.Conn) error {
	_, err := conn.Exec(ctx, `
		SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') IN ('off', 'local')
		UNION ALL
		SELECT set_config(name, value, false)
		FROM (VALUES ('lock_timeout', '10s'), ('statement_timeout', '60s'), ('idle_in_transaction_session_timeout', '60s')) AS limits (name, value)
		WHERE current_setting(name) = '0'`)
	return err
}

// Close closes all connections, after what is under way.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.quit)
		<-s.done
		s.pool.Close()
	})
	return nil
}

// do runs one thing against the database. A caller who goes away while it
// waits for a connection is let go; what has begun is finished, so that its
// outcome is known and the connection is kept. What failed before anything was
// sent is tried once more; any other error is told, and the caller, who may
// not know whether it happened, has to look.
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

// judge names errors: constraints are the arbiters between writers, and a
// server that is away may come back.
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
		// One broken connection is a sign that others are.
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

// said names an error that the server told. The first two characters of its
// code are its class.
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

// name reports whether a table may have this name. Names come from addresses
// that people type, and text in the database cannot hold everything.
func name(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }

// names returns those that a table may have.
func names(ids []string) []string {
	list := make([]string, 0, len(ids))
	for _, id := range ids {
		if name(id) {
			list = append(list, id)
		}
	}
	return list
}

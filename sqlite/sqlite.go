// Package sqlite keeps tables in one SQLite file. It implements table.Store.
//
//	store, err := sqlite.Open("parlour.db")
//
// One goroutine writes. It takes everything that waits, of whatever tables,
// into one transaction, so that a sync of the disk is shared; nobody is
// answered before that sync. One bad batch fails alone: then the transaction
// is undone and every batch is tried by itself.
package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver

	"parlour/table"
)

//go:embed schema.sql
var files embed.FS

// version is the version of the schema this release writes.
const version = 1

// mostBatches is how many batches share one transaction at most.
const mostBatches = 1024

// A Store is an open file. It is safe for use by many goroutines.
type Store struct {
	path    string
	write   *sql.DB // one connection
	read    *sql.DB
	queue   chan *request
	quit    chan struct{}
	done    chan struct{}
	once    sync.Once
	closing error
}

var _ table.Store = (*Store)(nil)

type request struct {
	ctx   context.Context
	do    func(ctx context.Context, w *writer) error
	reply chan error
}

// Open opens or makes the file. A file written by a later release is refused.
func Open(path string) (*Store, error) {
	dsn := func(mode string) string {
		q := url.Values{}
		for _, p := range []string{"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(10000)", "foreign_keys(ON)"} {
			q.Add("_pragma", p)
		}
		q.Set("_txlock", mode)
		return "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + q.Encode()
	}
	write, err := sql.Open("sqlite", dsn("immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := migrate(write); err != nil {
		write.Close()
		return nil, fmt.Errorf("opening %s: %w", path, err)
	}
	read, err := sql.Open("sqlite", dsn("deferred"))
	if err != nil {
		write.Close()
		return nil, err
	}
	read.SetMaxOpenConns(4)
	s := &Store{path: path, write: write, read: read, queue: make(chan *request, mostBatches), quit: make(chan struct{}), done: make(chan struct{})}
	w, err := newWriter(write)
	if err != nil {
		write.Close()
		read.Close()
		return nil, err
	}
	go s.run(w)
	return s, nil
}

func migrate(db *sql.DB) error {
	var v int
	if err := db.QueryRow("PRAGMA user_version").Scan(&v); err != nil {
		return err
	}
	switch {
	case v > version:
		return fmt.Errorf("it was written by a later release (version %d, this one knows %d)", v, version)
	case v == version:
		return nil
	}
	schema, err := files.ReadFile("schema.sql")
	if err != nil {
		return err
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(string(schema)); err != nil {
		return err
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", version)); err != nil {
		return err
	}
	return tx.Commit()
}

// Close finishes what was begun and closes the file.
func (s *Store) Close() error {
	s.once.Do(func() {
		close(s.quit)
		<-s.done
		s.closing = errors.Join(s.read.Close(), s.write.Close())
	})
	return s.closing
}

// run is the one writer.
func (s *Store) run(w *writer) {
	defer close(s.done)
	defer w.close()
	for {
		var first *request
		select {
		case <-s.quit:
			return
		case first = <-s.queue:
		}
		batch := append(w.batch[:0], first)
	fill:
		for len(batch) < mostBatches {
			select {
			case r := <-s.queue:
				batch = append(batch, r)
			default:
				break fill
			}
		}
		w.batch = batch
		w.flush(batch)
	}
}

// do hands work to the writer and waits until it is durable.
func (s *Store) do(ctx context.Context, f func(context.Context, *writer) error) error {
	r := &request{ctx, f, make(chan error, 1)}
	select {
	case s.queue <- r:
	case <-s.quit:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// Once queued it may be written, so the answer is waited for.
	select {
	case err := <-r.reply:
		return err
	case <-s.done:
		return errClosed
	}
}

var errClosed = errors.New("the store is closed")

// A writer holds the one connection that writes, with its statements.
type writer struct {
	conn  *sql.Conn
	stmts map[string]*sql.Stmt
	batch []*request
}

func newWriter(db *sql.DB) (*writer, error) {
	conn, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	return &writer{conn: conn, stmts: map[string]*sql.Stmt{}}, nil
}

func (w *writer) close() {
	for _, s := range w.stmts {
		s.Close()
	}
	w.conn.Close()
}

// stmt prepares a statement once.
func (w *writer) stmt(query string) (*sql.Stmt, error) {
	if s, ok := w.stmts[query]; ok {
		return s, nil
	}
	s, err := w.conn.PrepareContext(context.Background(), query)
	if err == nil {
		w.stmts[query] = s
	}
	return s, err
}

func (w *writer) exec(query string, args ...any) (int64, error) {
	s, err := w.stmt(query)
	if err != nil {
		return 0, err
	}
	r, err := s.Exec(args...)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// flush writes a group in one transaction and answers everybody after it is
// durable. A group that fails is written one by one, so that one bad batch
// fails alone.
func (w *writer) flush(batch []*request) {
	results, err := w.transaction(batch)
	if err != nil && len(batch) > 1 {
		for _, r := range batch {
			w.flush([]*request{r})
		}
		return
	}
	for i, r := range batch {
		if err != nil {
			r.reply <- err
		} else {
			r.reply <- results[i]
		}
	}
}

// transaction runs a group. A request that is refused has changed nothing and
// does not hinder the others; an error of the database undoes everything.
func (w *writer) transaction(batch []*request) ([]error, error) {
	ctx := context.Background()
	if _, err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return nil, err
	}
	results := make([]error, len(batch))
	for i, r := range batch {
		err := r.do(ctx, w)
		if err != nil && !refusal(err) {
			w.exec("ROLLBACK")
			return nil, err
		}
		results[i] = err
	}
	if _, err := w.exec("COMMIT"); err != nil {
		w.exec("ROLLBACK")
		return nil, err
	}
	return results, nil
}

// refusal reports whether an error is an answer rather than a failure.
func refusal(err error) bool {
	return errors.Is(err, table.ErrConflict) || errors.Is(err, table.ErrDuplicate) || errors.Is(err, table.ErrNotFound)
}

// Append adds events to a table.
func (s *Store) Append(ctx context.Context, b table.Batch) error {
	rows := make([]row, len(b.Events))
	for i := range b.Events {
		if b.Events[i].Seq != b.After+int64(i)+1 {
			return fmt.Errorf("event %d cannot follow event %d", b.Events[i].Seq, b.After+int64(i))
		}
		var err error
		if rows[i], err = encode(&b.Events[i]); err != nil {
			return err
		}
	}
	people, err := json.Marshal(b.Summary.People)
	if err != nil {
		return err
	}
	return s.do(ctx, func(ctx context.Context, w *writer) error { return w.append(b, rows, string(people)) })
}

func (w *writer) append(b table.Batch, rows []row, people string) error {
	find, err := w.stmt("SELECT n, seq FROM tables WHERE id = ?")
	if err != nil {
		return err
	}
	var n, seq int64
	switch err := find.QueryRow(b.Table).Scan(&n, &seq); {
	case errors.Is(err, sql.ErrNoRows):
		if b.After != 0 {
			return table.ErrConflict
		}
	case err != nil:
		return err
	case seq != b.After:
		return table.ErrConflict
	}
	for i := range b.Events {
		if b.Events[i].Key == "" || n == 0 {
			continue
		}
		used, err := w.stmt("SELECT count(*) FROM events WHERE n = ? AND key = ?")
		if err != nil {
			return err
		}
		var c int
		if err := used.QueryRow(n, b.Events[i].Key).Scan(&c); err != nil {
			return err
		}
		if c > 0 {
			return table.ErrDuplicate
		}
	}
	sum := b.Summary
	last := b.After + int64(len(rows))
	args := []any{sum.Game, string(sum.Status), sum.Listed, sum.Free, people, millis(sum.Changed), millis(sum.Deadline), last, b.Table}
	if n == 0 {
		if _, err := w.exec("INSERT INTO tables (game, status, listed, free, people, changed, deadline, seq, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", args...); err != nil {
			return err
		}
		if err := find.QueryRow(b.Table).Scan(&n, &seq); err != nil {
			return err
		}
	} else if _, err := w.exec("UPDATE tables SET game = ?, status = ?, listed = ?, free = ?, people = ?, changed = ?, deadline = ?, seq = ? WHERE id = ?", args...); err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		if _, err := w.exec("INSERT INTO events (n, seq, schema, at, kind, who, key, line, body, secret) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			n, r.seq, r.schema, r.at, r.kind, r.who, r.key, r.line, r.body, r.secret); err != nil {
			return err
		}
	}
	return nil
}

// A row is an event as it is stored.
type row struct {
	seq, schema, at, who int64
	kind, line           string
	key                  *string
	body                 []byte
	secret               []byte
}

func encode(e *table.Event) (row, error) {
	r := row{seq: e.Seq, schema: int64(e.Schema), at: millis(e.At), who: int64(e.By), kind: string(e.Kind), line: e.Line}
	if e.Key != "" {
		r.key = &e.Key
	}
	var err error
	if r.body, err = json.Marshal(&e.Body); err != nil {
		return r, err
	}
	if e.Secret != nil {
		r.secret, err = json.Marshal(e.Secret)
	}
	return r, err
}

// millis is a time in milliseconds, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func fromMillis(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMilli(n).UTC()
}

// Load returns the events of a table after since.
func (s *Store) Load(ctx context.Context, id string, since int64) ([]table.Event, error) {
	var n int64
	if err := s.read.QueryRowContext(ctx, "SELECT n FROM tables WHERE id = ?", id).Scan(&n); errors.Is(err, sql.ErrNoRows) {
		return nil, table.ErrNotFound
	} else if err != nil {
		return nil, err
	}
	rows, err := s.read.QueryContext(ctx, "SELECT seq, schema, at, kind, who, key, line, body, secret FROM events WHERE n = ? AND seq > ? ORDER BY seq", n, since)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []table.Event
	for rows.Next() {
		e := table.Event{Table: id}
		var at int64
		var key sql.NullString
		var body, secret []byte
		if err := rows.Scan(&e.Seq, &e.Schema, &at, &e.Kind, &e.By, &key, &e.Line, &body, &secret); err != nil {
			return nil, err
		}
		e.At, e.Key = fromMillis(at), key.String
		if err := json.Unmarshal(body, &e.Body); err != nil {
			return nil, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
		}
		if secret != nil {
			if err := json.Unmarshal(secret, &e.Secret); err != nil {
				return nil, fmt.Errorf("event %d of %s: %w", e.Seq, id, err)
			}
		}
		list = append(list, e)
	}
	return list, rows.Err()
}

// Find returns the number of the event with a key.
func (s *Store) Find(ctx context.Context, id, key string) (seq int64, err error) {
	err = s.read.QueryRowContext(ctx, "SELECT events.seq FROM events JOIN tables ON events.n = tables.n WHERE tables.id = ? AND events.key = ?", id, key).Scan(&seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	return seq, err
}

// List returns summaries, the last changed first.
func (s *Store) List(ctx context.Context, q table.Query) ([]table.Summary, error) {
	where, args := []string{"1"}, []any{}
	and := func(cond string, v ...any) { where, args = append(where, cond), append(args, v...) }
	if q.Status != "" {
		and("status = ?", string(q.Status))
	}
	if q.Listed {
		and("listed")
	}
	if !q.Due.IsZero() {
		and("deadline > 0 AND deadline <= ?", millis(q.Due))
	}
	if !q.Before.IsZero() {
		and("changed < ?", millis(q.Before))
	}
	limit := q.Limit
	if limit == 0 {
		limit = 100
	}
	args = append(args, limit)
	rows, err := s.read.QueryContext(ctx, "SELECT id, game, status, listed, free, people, changed, deadline, seq FROM tables WHERE "+strings.Join(where, " AND ")+" ORDER BY changed DESC, n DESC LIMIT ?", args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []table.Summary
	for rows.Next() {
		var sum table.Summary
		var people []byte
		var changed, deadline int64
		if err := rows.Scan(&sum.Table, &sum.Game, &sum.Status, &sum.Listed, &sum.Free, &people, &changed, &deadline, &sum.Seq); err != nil {
			return nil, err
		}
		sum.Changed, sum.Deadline = fromMillis(changed), fromMillis(deadline)
		if err := json.Unmarshal(people, &sum.People); err != nil {
			return nil, err
		}
		list = append(list, sum)
	}
	return list, rows.Err()
}

// Delete removes a table.
func (s *Store) Delete(ctx context.Context, id string) error {
	return s.do(ctx, func(ctx context.Context, w *writer) error {
		if _, err := w.exec("DELETE FROM events WHERE n = (SELECT n FROM tables WHERE id = ?)", id); err != nil {
			return err
		}
		gone, err := w.exec("DELETE FROM tables WHERE id = ?", id)
		if err == nil && gone == 0 {
			return table.ErrNotFound
		}
		return err
	})
}

// Beat notes that the server is alive.
func (s *Store) Beat(ctx context.Context, t time.Time) error {
	return s.do(ctx, func(ctx context.Context, w *writer) error {
		_, err := w.exec("INSERT INTO notes (key, value) VALUES ('beat', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value", millis(t))
		return err
	})
}

// LastBeat returns when the server was last alive.
func (s *Store) LastBeat(ctx context.Context) (time.Time, error) {
	var n int64
	err := s.read.QueryRowContext(ctx, "SELECT value FROM notes WHERE key = 'beat'").Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return fromMillis(n), err
}

// Backup writes a copy of the live database to a new file.
func (s *Store) Backup(ctx context.Context, path string) error {
	_, err := s.read.ExecContext(ctx, "VACUUM INTO ?", path)
	return err
}

// Check opens a file as it is, changes nothing and makes sure that it is a whole
// database of a release this one can read. It returns the number of its tables.
func Check(ctx context.Context, path string) (tables int, err error) {
	if _, err := os.Stat(path); err != nil {
		return 0, err
	}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	if err != nil {
		return 0, err
	}
	defer db.Close()
	var v int
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&v); err != nil {
		return 0, err
	}
	if v < 1 || v > version {
		return 0, fmt.Errorf("%s is no database of Parlour that this release can read (version %d)", path, v)
	}
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return 0, err
	}
	if verdict != "ok" {
		return 0, fmt.Errorf("%s is damaged: %s", path, verdict)
	}
	err = db.QueryRowContext(ctx, "SELECT count(*) FROM tables").Scan(&tables)
	return tables, err
}

package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"

	"parlour/hall"
)

// A request is work for the writer.
type request struct {
	do    func(w *writer) error
	reply chan error
}

// run is the only writer. It keeps its connection and calls the driver
// directly, because database/sql would cost as much as the work itself.
func (s *Store) run(conn *sql.Conn) {
	defer close(s.done)
	defer conn.Close()
	_ = conn.Raw(func(c any) error { // the work returns no error
		w := &writer{conn: c.(driver.Conn), lost: s.lost, stmts: map[string]driver.Stmt{}, known: map[string]summary{}}
		defer w.close()
		for {
			select {
			case <-s.quit:
				return nil
			case first := <-s.queue:
				w.flush(s.fill(append(w.batch[:0], first)))
				s.wrote.Store(true)
			}
		}
	})
}

// fill takes everything that is queued.
func (s *Store) fill(batch []*request) []*request {
	for len(batch) < mostBatches {
		select {
		case r := <-s.queue:
			batch = append(batch, r)
		default:
			return batch
		}
	}
	return batch
}

// checkpointEvery is how often the write-ahead log is copied into the file
// while there is something new in it.
const checkpointEvery = 500 * time.Millisecond

// keep copies the write-ahead log into the file on another connection, so that
// the writer need not stop for it. Only if the log grows long without a pause
// does the writer copy the rest itself.
func (s *Store) keep() {
	defer close(s.kept)
	tick := time.NewTicker(checkpointEvery)
	defer tick.Stop()
	for {
		select {
		case <-s.quit:
			return
		case <-tick.C:
			if s.wrote.Swap(false) {
				// If this fails the log stays as it is and is copied later.
				_ = s.view(func(db *sql.DB) error {
					_, err := db.Exec("PRAGMA wal_checkpoint(PASSIVE)")
					return err
				})
			}
		}
	}
}

// do passes work to the writer and waits until it is durable.
func (s *Store) do(ctx context.Context, f func(*writer) error) error {
	if s.readOnly {
		return errReadOnly
	}
	if err := s.thaw(); err != nil {
		return fmt.Errorf("%w: %w", hall.ErrBusy, err)
	}
	r := &request{f, make(chan error, 1)}
	select {
	case s.queue <- r: // usually there is room
	default:
		select {
		case s.queue <- r:
		case <-s.quit:
			return errClosed
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	// Once queued, the work may be done, so wait for the outcome.
	select {
	case err := <-r.reply:
		return err
	case <-s.done:
	}
	select { // the work may have been among the last done
	case err := <-r.reply:
		return err
	default:
		return errClosed
	}
}

var errClosed = errors.New("the store is closed")

// A writer holds the only writing connection and its statements.
type writer struct {
	conn    driver.Conn
	lost    func() error // see Store.lost
	stmts   map[string]driver.Stmt
	batch   []*request
	results []error
	args    []driver.NamedValue
	known   map[string]summary // cached rows of tables by id; only a hint, which every use checks
}

// mostKnown limits the number of hints.
const mostKnown = 1 << 16

// A summary is the row of a table, without its game and the number of its last
// event.
type summary struct {
	n                       int64
	status, people          string
	listed                  bool
	free, changed, deadline int64
}

// summaryEvery is how far the time of the last change may lag in the lists, in
// milliseconds. A table in play changes all the time; the sort keys of the
// lists change at most this often.
const summaryEvery = 1000

// same reports whether the row old need not be updated.
func (s *summary) same(old *summary) bool {
	late := s.changed - old.changed
	return late >= 0 && late < summaryEvery && s.status == old.status && s.people == old.people && s.listed == old.listed && s.free == old.free && s.deadline == old.deadline
}

func (w *writer) close() {
	for _, s := range w.stmts {
		s.Close()
	}
}

// prepare prepares a statement once and sets its arguments.
func (w *writer) prepare(query string, args []any) (driver.Stmt, error) {
	w.args = w.args[:0]
	for i, v := range args {
		w.args = append(w.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	if s, ok := w.stmts[query]; ok {
		return s, nil
	}
	s, err := w.conn.Prepare(query)
	if err == nil {
		w.stmts[query] = s
	}
	return s, err
}

// exec runs a statement and returns the number of rows changed. Arguments are
// driver values: int64, string, []byte, bool or nil.
func (w *writer) exec(query string, args ...any) (int64, error) {
	s, err := w.prepare(query, args)
	if err != nil {
		return 0, err
	}
	r, err := s.(driver.StmtExecContext).ExecContext(context.Background(), w.args)
	if err != nil {
		return 0, err
	}
	return r.RowsAffected()
}

// first reads the first row of a query. The error is sql.ErrNoRows if there is
// none.
func (w *writer) first(into []driver.Value, query string, args ...any) error {
	s, err := w.prepare(query, args)
	if err != nil {
		return err
	}
	rows, err := s.(driver.StmtQueryContext).QueryContext(context.Background(), w.args)
	if err != nil {
		return err
	}
	defer rows.Close()
	if err := rows.Next(into); errors.Is(err, io.EOF) {
		return sql.ErrNoRows
	} else {
		return err
	}
}

// flush writes a group in one transaction and answers every request once it is
// durable. If the group fails, its requests are written one by one, so that a
// bad batch fails alone.
func (w *writer) flush(batch []*request) {
	w.batch = batch
	err := w.transaction(batch)
	if err != nil && len(batch) > 1 {
		for i := range batch {
			r := batch[i]
			if err := w.transaction(batch[i : i+1]); err != nil {
				r.reply <- refused(err)
			} else {
				r.reply <- w.results[0]
			}
		}
		return
	}
	for i, r := range batch {
		if err != nil {
			r.reply <- refused(err)
		} else {
			r.reply <- w.results[i]
		}
	}
}

// transaction runs a group and stores each request's outcome in results. A
// refused request has changed nothing and does not affect the others; any
// other error undoes everything.
func (w *writer) transaction(batch []*request) error {
	if err := w.lost(); err != nil {
		return err
	}
	if _, err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.results = w.results[:0]
	for _, r := range batch {
		err := r.do(w)
		if err != nil && !refusal(err) {
			w.undo()
			return err
		}
		w.results = append(w.results, err)
	}
	if _, err := w.exec("COMMIT"); err != nil {
		w.undo()
		return err
	}
	return nil
}

func (w *writer) undo() {
	_, _ = w.exec("ROLLBACK") // if this fails there is nothing to undo
	clear(w.known)
}

// refusal reports whether an error is an answer rather than a failure.
func refusal(err error) bool {
	return errors.Is(err, hall.ErrConflict) || errors.Is(err, hall.ErrNotFound)
}

// refused translates database errors: a full disk may have room again.
func refused(err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch code := e.Code(); {
	case code == codes.SQLITE_CONSTRAINT_UNIQUE:
		return hall.ErrConflict
	case code&0xff == codes.SQLITE_FULL, code&0xff == codes.SQLITE_IOERR, code&0xff == codes.SQLITE_BUSY:
		return fmt.Errorf("%w: %w", hall.ErrBusy, err)
	}
	return err
}

// Append adds events to a table.
func (s *Store) Append(ctx context.Context, b hall.Batch) error {
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
	sum := summary{
		status: string(b.Summary.Status), people: string(people), listed: b.Summary.Listed, free: int64(b.Summary.Free),
		changed: millis(b.Summary.Changed), deadline: millis(b.Summary.Deadline),
	}
	return s.do(ctx, func(w *writer) error { return w.append(&b, rows, sum) })
}

func (w *writer) append(b *hall.Batch, rows []row, sum summary) error {
	n, err := w.advance(b, sum)
	if err != nil {
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

// advance updates the summary of a table whose log ends where the batch
// starts, and returns its row. Otherwise it changes nothing and refuses.
func (w *writer) advance(b *hall.Batch, sum summary) (n int64, err error) {
	last := b.After + int64(len(b.Events))
	old, known := w.known[b.Table]
	if sum.n = old.n; !known {
		found := make([]driver.Value, 1)
		switch err := w.first(found, "SELECT n FROM tables WHERE id = ?", b.Table); {
		case err == nil:
			sum.n = found[0].(int64)
		case !errors.Is(err, sql.ErrNoRows):
			return 0, err
		case b.After != 0:
			return 0, hall.ErrConflict
		default:
			if _, err := w.exec("INSERT INTO tables (game, status, listed, free, people, changed, deadline, seq, id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
				b.Summary.Game, sum.status, sum.listed, sum.free, sum.people, sum.changed, sum.deadline, last, b.Table); err != nil {
				return 0, err
			}
			if err := w.first(found, "SELECT last_insert_rowid()"); err != nil {
				return 0, err
			}
			sum.n = found[0].(int64)
			w.know(b.Table, sum)
			return sum.n, nil
		}
	}
	var changed int64
	same := known && sum.same(&old)
	if same {
		changed, err = w.exec("UPDATE tables SET seq = ? WHERE n = ? AND id = ? AND seq = ?", last, sum.n, b.Table, b.After)
	} else {
		changed, err = w.exec("UPDATE tables SET status = ?, listed = ?, free = ?, people = ?, changed = ?, deadline = ?, seq = ? WHERE n = ? AND id = ? AND seq = ?",
			sum.status, sum.listed, sum.free, sum.people, sum.changed, sum.deadline, last, sum.n, b.Table, b.After)
	}
	switch {
	case err != nil:
		return 0, err
	case changed == 1:
		if !same {
			w.know(b.Table, sum)
		}
		return sum.n, nil
	case known: // the hint may be outdated: the table may have been deleted
		delete(w.known, b.Table)
		return w.advance(b, sum)
	}
	return 0, hall.ErrConflict
}

func (w *writer) know(id string, sum summary) {
	if len(w.known) >= mostKnown {
		clear(w.known)
	}
	w.known[id] = sum
}

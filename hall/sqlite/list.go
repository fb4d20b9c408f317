package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"parlour/hall"
)

// Lists never delay callers that open a table: they may use only some of the
// connections, and only briefly.
const (
	mostLists = readers / 2
	listTime  = 5 * time.Second
)

// List returns summaries.
func (s *Store) List(ctx context.Context, q hall.Query) ([]hall.Summary, error) {
	limited, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	list, err := s.list(limited, q)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("%w: listing tables took longer than %v", hall.ErrBusy, listTime)
	}
	return list, err
}

func (s *Store) list(ctx context.Context, q hall.Query) (list []hall.Summary, err error) {
	select {
	case s.lists <- struct{}{}:
		defer func() { <-s.lists }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	err = s.view(func(db *sql.DB) error {
		list, err = summaries(ctx, db, q)
		return err
	})
	return list, err
}

func summaries(ctx context.Context, db *sql.DB, q hall.Query) ([]hall.Summary, error) {
	statement, args := listing(q)
	rows, err := db.QueryContext(ctx, statement, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var list []hall.Summary
	for rows.Next() {
		var sum hall.Summary
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

// listing returns the SQL for a query.
func listing(q hall.Query) (string, []any) {
	where, args := []string{"1"}, []any{}
	and := func(cond string, v ...any) { where, args = append(where, cond), append(args, v...) }
	// Few tables are due. They are read in the order of their deadlines; the
	// unary plus keeps SQLite from using other indexes.
	sign, order, after := "", "changed DESC, id DESC", "(changed, id) < (?, ?)"
	if !q.Due.IsZero() {
		sign, order, after = "+", "deadline, id", "(deadline, id) > (?, ?)"
		and("deadline <> 0 AND deadline <= ?", millis(q.Due))
	}
	if q.Status != "" {
		and(sign+"status = ?", string(q.Status))
	}
	if q.Listed {
		and("listed")
	}
	if !q.Before.IsZero() && !q.Within() {
		and(sign+"changed < ?", millis(q.Before))
	}
	if q.After != (hall.Cursor{}) {
		and(after, millis(q.After.At), q.After.Table)
	}
	return "SELECT id, game, status, listed, free, people, changed, deadline, seq FROM tables WHERE " +
		strings.Join(where, " AND ") + " ORDER BY " + order + " LIMIT ?", append(args, cmp.Or(q.Limit, 100))
}

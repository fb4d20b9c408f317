package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"parlour/hall"
)

// Kept returns what is kept under a name.
func (s *Store) Kept(ctx context.Context, name string) (value []byte, version int64, err error) {
	err = s.view(func(db *sql.DB) error {
		return db.QueryRowContext(ctx, "SELECT value, version FROM vault WHERE name = ?", name).Scan(&value, &version)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, 0, nil
	}
	return value, version, err
}

// Keep replaces what is kept under a name.
func (s *Store) Keep(ctx context.Context, name string, version int64, value []byte) error {
	if value == nil {
		value = []byte{} // an empty value, not a missing one
	}
	return s.do(ctx, func(w *writer) error {
		statement := "UPDATE vault SET value = ?, version = version + 1 WHERE name = ? AND version = ?"
		if version == 0 {
			statement = "INSERT INTO vault (value, name, version) VALUES (?, ?, ? + 1) ON CONFLICT (name) DO NOTHING"
		}
		changed, err := w.exec(statement, value, name, version)
		if err == nil && changed == 0 {
			return hall.ErrConflict
		}
		return err
	})
}

// Names returns the names under which something is kept.
func (s *Store) Names(ctx context.Context) (list []string, err error) {
	err = s.view(func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, "SELECT name FROM vault ORDER BY name")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var name string
			if err := rows.Scan(&name); err != nil {
				return err
			}
			list = append(list, name)
		}
		return rows.Err()
	})
	return list, err
}

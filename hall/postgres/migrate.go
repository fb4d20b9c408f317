package postgres

import (
	"context"
	_ "embed" // for the schema
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// schema makes the tables of a new database, and adds what those of an earlier
// version lack.
//
//go:embed schema.sql
var schema string

// version is the version of the schema.
const version = 3

// oldest is the oldest version whose release still works with the migrated
// schema. During a rolling upgrade, nodes of the previous release run beside
// new ones, so a migration that only adds does not raise it.
const oldest = 1

// lock is the number of the advisory lock that lets one node migrate while the
// others wait.
const lock = 0x7061726c6f7572 // "parlour"

// migrate brings the schema to the version of this release. It refuses a
// database of a later release that this one cannot work with.
func migrate(ctx context.Context, conn *pgx.Conn) error {
	if done, err := current(ctx, conn); done || err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		// Migrating a large database takes time, and so does waiting for it.
		for _, limit := range []string{"lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"} {
			if _, err := tx.Exec(ctx, "SET LOCAL "+limit+" = 0"); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", int64(lock)); err != nil {
			return err
		}
		if done, err := current(ctx, tx); done || err != nil {
			return err // another node was faster
		}
		if err := prepare(ctx, tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, schema); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "DELETE FROM parlour.version"); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO parlour.version (version, oldest) VALUES ($1, $2)", version, oldest)
		return err
	})
}

// ErrSchema means that a database was opened for reading before any server of
// this release has used it.
var ErrSchema = errors.New("the database lacks the tables of this release; the first server started on it creates them")

// check fails unless the schema is up to date.
func check(ctx context.Context, conn *pgx.Conn) error {
	done, err := current(ctx, conn)
	if err == nil && !done {
		err = ErrSchema
	}
	return err
}

// A queryer reads one row, inside a transaction or outside.
type queryer interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// current reports whether the schema is up to date.
func current(ctx context.Context, q queryer) (bool, error) {
	var there bool
	if err := q.QueryRow(ctx, "SELECT to_regclass('parlour.version') IS NOT NULL").Scan(&there); err != nil || !there {
		return false, err
	}
	v, needs, err := versions(ctx, q)
	if err != nil {
		return false, err
	}
	if needs > version {
		return false, fmt.Errorf("the database was written by a later release (version %d, this one knows %d)", v, version)
	}
	return v >= version, nil
}

// versions returns the version of the schema, 0 for none, and the oldest one
// whose release can work with it.
func versions(ctx context.Context, q queryer) (newest, oldest int, err error) {
	err = q.QueryRow(ctx, "SELECT coalesce(max(version), 0), coalesce(max(oldest), 0) FROM parlour.version").Scan(&newest, &oldest)
	return newest, oldest, err
}

// prepare creates the table of versions. The schema may exist already: an
// administrator can create it for a user who may not.
func prepare(ctx context.Context, tx pgx.Tx) error {
	var there bool
	if err := tx.QueryRow(ctx, "SELECT to_regnamespace('parlour') IS NOT NULL").Scan(&there); err != nil {
		return err
	}
	if !there {
		if _, err := tx.Exec(ctx, "CREATE SCHEMA parlour"); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, "CREATE TABLE IF NOT EXISTS parlour.version (version integer NOT NULL, oldest integer NOT NULL)")
	return err
}

package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"time"

	"parlour/hall"
)

// Notes that a file keeps about itself. Earlier releases ignore them.
const (
	noteBeat  = "beat"
	noteEpoch = "epoch"
	noteID    = "id"   // random, changed whenever the epoch rises on opening
	noteCopy  = "copy" // the file is a backup that no server has opened yet
)

// A witness is a small file next to the database that remembers how far the
// database had come. It exposes a database that has gone back in time: if the
// database is older than its witness, or belongs to another witness or to
// none, it was copied here from somewhere else.
type witness struct {
	ID    int64     `json:"id"`
	Beat  time.Time `json:"beat"`
	Epoch int64     `json:"epoch"`
}

// witnessFile returns the path of a database's witness. It is the same by
// whatever path the database is opened.
func witnessFile(path string) string { return realPath(path) + ".witness" }

// readWitness returns the zero witness if there is no readable one.
func readWitness(path string) (w witness) {
	text, err := os.ReadFile(witnessFile(path))
	if err != nil || json.Unmarshal(text, &w) != nil {
		return witness{}
	}
	return w
}

// write replaces the witness in place. Its size never changes, so it fits even
// on a full disk.
func (w witness) write(path string) error {
	text, err := json.Marshal(w)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(witnessFile(path), os.O_WRONLY|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(fmt.Appendf(nil, "%-159s\n", text), 0)
	return errors.Join(err, f.Close())
}

// notes reads the notes that a file keeps about itself.
func notes(ctx context.Context, q interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}) (map[string]int64, error) {
	rows, err := q.QueryContext(ctx, "SELECT key, value FROM notes")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := map[string]int64{}
	for rows.Next() {
		var key string
		var value int64
		if err := rows.Scan(&key, &value); err != nil {
			return nil, err
		}
		all[key] = value
	}
	return all, rows.Err()
}

const setNote = "INSERT INTO notes (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"

// settle raises the epoch of a database that may have gone back in time since
// it was last open. It also gives the database a new id, so that it is never
// mistaken for the one it was copied from. Behind says that it is neither what its
// witness remembers nor a backup.
func settle(ctx context.Context, db *sql.DB, path string) (behind bool, err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return false, err
	}
	defer tx.Rollback()
	all, err := notes(ctx, tx)
	if err != nil {
		return false, err
	}
	seen := readWitness(path)
	if all[noteID] != 0 && all[noteID] == seen.ID && all[noteCopy] == 0 && all[noteBeat] >= millis(seen.Beat) && all[noteEpoch] >= seen.Epoch {
		return false, nil
	}
	behind = seen.ID != 0 && all[noteCopy] == 0
	all[noteID] = 1 + rand.Int64N(1<<62)
	all[noteEpoch] = hall.NextEpoch(time.Now(), all[noteEpoch], seen.Epoch)
	for key, value := range map[string]int64{noteID: all[noteID], noteEpoch: all[noteEpoch], noteCopy: 0} {
		if _, err := tx.ExecContext(ctx, setNote, key, value); err != nil {
			return behind, err
		}
	}
	if err := tx.Commit(); err != nil {
		return behind, err
	}
	return behind, witness{all[noteID], fromMillis(all[noteBeat]), all[noteEpoch]}.write(path)
}

// Behind reports whether the file, when it was opened, was older than its witness
// remembers or another one, and not a backup either: something that was
// acknowledged may be missing.
func (s *Store) Behind() bool { return s.behind.Load() }

// testify updates the witness. If that fails, the epoch rises once more than
// necessary, which is harmless.
func (s *Store) testify(ctx context.Context) {
	_ = s.view(func(db *sql.DB) error {
		all, err := notes(ctx, db)
		if err != nil {
			return err
		}
		return witness{all[noteID], fromMillis(all[noteBeat]), all[noteEpoch]}.write(s.path)
	})
}

// Epoch returns the epoch.
func (s *Store) Epoch(ctx context.Context) (epoch int64, err error) {
	err = s.view(func(db *sql.DB) error {
		all, err := notes(ctx, db)
		epoch = all[noteEpoch]
		return err
	})
	return epoch, err
}

// RaiseEpoch raises the epoch.
func (s *Store) RaiseEpoch(ctx context.Context, above int64) error {
	now := time.Now().UnixMilli()
	err := s.do(ctx, func(w *writer) error {
		_, err := w.exec("INSERT INTO notes (key, value) VALUES ('epoch', max(?1, ?2 + 1)) ON CONFLICT (key) DO UPDATE SET value = max(value + 1, ?1, ?2 + 1)", now, above)
		return err
	})
	if err == nil {
		s.testify(ctx)
	}
	return err
}

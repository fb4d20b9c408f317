package backend

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/hall/sqlite"
	"parlour/hall/storetest"
	"parlour/internal/files"
)

func TestPlace(t *testing.T) {
	data := filepath.Join(t.TempDir(), "new")
	t.Setenv("XDG_DATA_HOME", filepath.Join(data, "user"))
	for _, c := range []struct {
		p               Place
		file, dir, name string
		shared          bool
	}{
		{Place{Data: data}, filepath.Join(data, "parlour.db"), data, filepath.Join(data, "parlour.db"), false},
		{Place{Store: "sqlite:" + filepath.Join(data, "a b.db")}, filepath.Join(data, "a b.db"), data, filepath.Join(data, "a b.db"), false},
		{Place{Store: "postgres://u:secret@host/db", Data: data}, "", data, "postgres://u@host/db", true},
	} {
		file, err := c.p.File()
		if file != c.file || (err != nil) != c.shared || c.p.Shared() != c.shared {
			t.Errorf("%+v is the file %s, %v", c.p, file, err)
		}
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("the password leaked: %v", err)
		}
		if dir, err := c.p.Dir(); dir != c.dir || err != nil {
			t.Errorf("%+v has the folder %s, %v", c.p, dir, err)
		}
		if name := c.p.Name(); !strings.HasPrefix(name, c.name) || strings.Contains(name, "secret") {
			t.Errorf("%+v is called %s", c.p, name)
		}
	}
	for _, store := range []string{"sqlite:", "mysql://u:secret@h/d", "parlour.db"} {
		if _, err := (Place{Store: store}).Open(t.Context()); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", store, err)
		}
	}
	if _, err := (Place{Data: data}).Read(t.Context()); err == nil {
		t.Error("a missing database was read")
	}
	if _, err := (Place{Data: data}).Change(t.Context()); err == nil {
		t.Error("a missing database was opened to be changed")
	}
	if _, err := os.Stat(data); err == nil {
		t.Error("looking created a folder")
	}
}

// A command that is told no place finds the database of the service or the user's
// own, and does not guess if there are both.
func TestFind(t *testing.T) {
	home, service := t.TempDir(), filepath.Join(t.TempDir(), "service")
	t.Setenv("XDG_DATA_HOME", home)
	own := filepath.Join(home, "parlour")
	defer func(was string) { serviceFolder = was }(serviceFolder)
	serviceFolder = service
	make := func(dir string) {
		t.Helper()
		s, err := Place{Data: dir}.Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s.Close()
	}
	found := func(p Place, want string) {
		t.Helper()
		p, err := p.Find()
		if dir, _ := p.Dir(); err != nil || dir != want {
			t.Errorf("found %s, %v, want %s", dir, err, want)
		}
	}
	found(Place{}, own) // where a server would create it
	make(service)
	found(Place{}, service)
	found(Place{Data: home}, home)
	make(own)
	if _, err := (Place{}).Find(); err == nil || !strings.Contains(err.Error(), "--data "+own) || !strings.Contains(err.Error(), "--data "+service) {
		t.Errorf("two databases: %v", err)
	}
	if err := os.RemoveAll(service); err != nil {
		t.Fatal(err)
	}
	found(Place{}, own)
}

// filled returns a place with one table of two events, last used long ago.
func filled(t *testing.T) Place {
	t.Helper()
	p := Place{Data: t.TempDir()}
	s, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Append(t.Context(), storetest.Batch("t", 0, 2)), s.Beat(t.Context(), time.Now().Add(-time.Hour)), s.Close()); err != nil {
		t.Fatal(err)
	}
	return p
}

// beat marks a store as used by a server just now.
func beat(t *testing.T, p Place) {
	t.Helper()
	s, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Beat(t.Context(), time.Now()), s.Close()); err != nil {
		t.Fatal(err)
	}
}

// A backup can be restored; the former database is kept, unless a server uses
// it.
func TestBackupAndRestore(t *testing.T) {
	p, copied := filled(t), filepath.Join(t.TempDir(), "copy.db")
	if n, err := Backup(t.Context(), p, copied); n != 1 || err != nil {
		t.Fatalf("%d tables, %v", n, err)
	}
	r, err := Restore(t.Context(), p, copied)
	if err != nil || r.Tables != 1 || r.File != filepath.Join(p.Data, "parlour.db") {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := os.Stat(r.Aside); err != nil {
		t.Errorf("the former database: %v", err)
	}
	beat(t, p)
	if r, err := Restore(t.Context(), p, copied); err == nil || r.Aside != "" {
		t.Errorf("restored under a running server: %+v, %v", r, err)
	}
	if _, err := Restore(t.Context(), p, filepath.Join(p.Data, "none.db")); err == nil {
		t.Error("a missing backup was restored")
	}
	if _, err := Backup(t.Context(), Place{Data: t.TempDir()}, filepath.Join(t.TempDir(), "x.db")); err == nil {
		t.Error("a missing database was copied")
	}
}

// A restore that fails leaves the database where it is, with all that was
// acknowledged.
func TestRestoreFails(t *testing.T) {
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), filled(t), copied); err != nil {
		t.Fatal(err)
	}
	for name, disturb := range map[string]func(t *testing.T, path string){
		"the copy cannot be written": func(t *testing.T, path string) {
			for _, end := range []string{".part", ".restored.part"} {
				if err := os.MkdirAll(filepath.Join(path+end, "full"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
		},
		"another program uses the log": func(t *testing.T, path string) {
			s, err := sqlite.Open(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { s.Close() })
			if err := s.Append(t.Context(), storetest.Batch("t", 2, 1)); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := filled(t)
			path := filepath.Join(p.Data, "parlour.db")
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			disturb(t, path)
			if r, err := Restore(t.Context(), p, copied); err == nil || r.Aside != "" {
				t.Errorf("%+v, %v", r, err)
			}
			if after, err := os.Stat(path); err != nil || !os.SameFile(before, after) {
				t.Errorf("the database has gone, %v", err)
			}
			if left, _ := filepath.Glob(path + ".2*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
			if _, err := os.Stat(path + ".restored"); err == nil {
				t.Error("the copy is left behind")
			}
		})
	}
}

// If the new database cannot get its name, the former one keeps it, alone.
func TestSwapFails(t *testing.T) {
	path := filepath.Join(filled(t).Data, "parlour.db")
	if aside, err := swap(t.Context(), path, t.TempDir()); err == nil || aside != "" {
		t.Errorf("a folder became the database: %q, %v", aside, err)
	}
	if i, err := os.Stat(path); err != nil || !i.Mode().IsRegular() || files.Names(i) != 1 {
		t.Errorf("the database is %v, %v", i, err)
	}
}

// A restored database is where a link shows.
func TestRestoreLink(t *testing.T) {
	p, copied := filled(t), filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), p, copied); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), "link.db")
	if err := os.Symlink(filepath.Join(p.Data, "parlour.db"), link); err != nil {
		t.Fatal(err)
	}
	r, err := Restore(t.Context(), Place{Store: "sqlite:" + link}, copied)
	if err != nil || filepath.Dir(r.Aside) != p.Data {
		t.Fatalf("%+v, %v", r, err)
	}
	if i, err := os.Lstat(link); err != nil || i.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v, %v", i, err)
	}
}

// Migrate copies everything once, and refuses stores that a server uses.
func TestMigrate(t *testing.T) {
	from, to := filled(t), Place{Data: t.TempDir()}
	for _, fresh := range []int{2, 0} {
		steps := 0
		r, err := Migrate(t.Context(), from, to, func(int, int) { steps++ })
		if err != nil || r.Tables != 1 || r.Events != 2 || r.New != fresh || steps == 0 {
			t.Fatalf("%+v, %v after %d steps, want %d new events", r, err, steps, fresh)
		}
	}
	for _, used := range []Place{to, from} {
		beat(t, used)
		if _, err := Migrate(t.Context(), from, to, nil); err == nil || !strings.Contains(err.Error(), used.Name()) {
			t.Errorf("a server uses %s: %v", used.Name(), err)
		}
	}
}

// A server that stands still, as in a paused container, has no fresh beat, but goes on
// some time. Nothing is restored or migrated under it.
func TestFrozenServer(t *testing.T) {
	p, copied := filled(t), filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), p, copied); err != nil {
		t.Fatal(err)
	}
	store, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	if err := store.Beat(t.Context(), time.Now().Add(-time.Hour)); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(p.Data, "parlour.db"))
	if err != nil {
		t.Fatal(err)
	}
	_, restored := Restore(t.Context(), p, copied)
	_, from := Migrate(t.Context(), p, Place{Data: t.TempDir()}, nil)
	_, to := Migrate(t.Context(), filled(t), p, nil)
	for name, err := range map[string]error{"restore": restored, "migrate from": from, "migrate to": to} {
		if err == nil || !strings.Contains(err.Error(), "another server uses "+p.Name()) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after, err := os.Stat(filepath.Join(p.Data, "parlour.db")); err != nil || !os.SameFile(before, after) {
		t.Errorf("the database was replaced, %v", err)
	}
}

// Two servers cannot use one SQLite file, by whatever path. The next may as soon as
// the first is closed. It is told if the file lost something meanwhile.
func TestOneServer(t *testing.T) {
	dir := t.TempDir()
	link := filepath.Join(t.TempDir(), "link.db")
	var said bytes.Buffer
	open := func(p Place) (func(), error) {
		_, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.NewTextHandler(&said, nil)))
		return end, err
	}
	end, err := open(Place{Data: dir})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "parlour.db"), link); err != nil {
		t.Fatal(err)
	}
	for _, p := range []Place{{Data: dir}, {Store: "sqlite:" + link}} {
		if _, err := open(p); err == nil || !strings.Contains(err.Error(), "another server uses "+filepath.Join(dir, "parlour.db")) {
			t.Errorf("a second server at %s: %v", p.Name(), err)
		}
	}
	hard := filepath.Join(t.TempDir(), "hard.db")
	if err := os.Link(filepath.Join(dir, "parlour.db"), hard); err != nil {
		t.Fatal(err)
	}
	if _, err := open(Place{Store: "sqlite:" + hard}); err == nil || !strings.Contains(err.Error(), "has 2 names") {
		t.Errorf("a second server at a hard link: %v", err)
	}
	if err := os.Remove(hard); err != nil {
		t.Fatal(err)
	}
	end()
	if end, err = open(Place{Data: dir}); err != nil {
		t.Fatal(err)
	}
	end()
	if said.Len() > 0 {
		t.Errorf("nothing is lost, but: %s", said.String())
	}
	if err := os.Truncate(filepath.Join(dir, "parlour.db"), 0); err != nil {
		t.Fatal(err)
	}
	if end, err = open(Place{Data: dir}); err != nil {
		t.Fatal(err)
	}
	end()
	if !strings.Contains(said.String(), "something that players were told may be missing") {
		t.Errorf("an emptied database: %q", said.String())
	}
}

// A server without a lock starts only where there can be none.
func TestLockFails(t *testing.T) {
	p := filled(t)
	if err := os.Mkdir(filepath.Join(p.Data, "parlour.db.lock"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, _, end, err := OpenBoth(t.Context(), p, Bus{}, "test", slog.New(slog.DiscardHandler)); err == nil {
		end()
		t.Error("a server started without its lock")
	}
}

// Where there is no database, restoring keeps none, and what is left of one does not
// get into the new one.
func TestRestoreAnew(t *testing.T) {
	from, copied := filled(t), filepath.Join(t.TempDir(), "copy.db")
	if _, err := Backup(t.Context(), from, copied); err != nil {
		t.Fatal(err)
	}
	p := Place{Data: filepath.Join(t.TempDir(), "new")}
	if err := os.Mkdir(p.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.Data, "parlour.db-wal"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	r, err := Restore(t.Context(), p, copied)
	if err != nil || r.Aside != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	if _, err := os.Stat(filepath.Join(p.Data, "parlour.db-wal")); err == nil {
		t.Error("the log of another database stays")
	}
	kept, err := filepath.Glob(filepath.Join(p.Data, "parlour.db.*-wal"))
	if err != nil || len(kept) != 1 {
		t.Errorf("the log of a database that was moved away is kept as %q, %v", kept, err)
	}
	// A copy with the name of the file that a restore makes is not deleted.
	left := filepath.Join(p.Data, "parlour.db.restored")
	if err := os.Rename(copied, left); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), p, left); err == nil || !strings.Contains(err.Error(), "rename it first") {
		t.Errorf("restoring the copy of an interrupted restore: %v", err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Error(err)
	}
}

package doctor_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/server/backend"
	"parlour/server/doctor"
)

// examine returns the findings, by what they are about.
func examine(t *testing.T, healthy bool, d doctor.Doctor) map[string]doctor.Finding {
	t.Helper()
	list := d.Examine(t.Context())
	if doctor.Healthy(list) != healthy {
		t.Errorf("healthy: %v, want %v: %+v", !healthy, healthy, list)
	}
	by := map[string]doctor.Finding{}
	for _, f := range list {
		by[f.About] = f
	}
	return by
}

func expect(t *testing.T, f doctor.Finding, state, words string) {
	t.Helper()
	if f.State != state || !strings.Contains(f.Says, words) {
		t.Errorf("got %q, want %s with %q", f, state, words)
	}
}

// A data folder without a database, or none at all, is named, is no fault, and stays
// as it is.
func TestNewFolder(t *testing.T) {
	data := t.TempDir()
	none := filepath.Join(data, "none")
	by := examine(t, true, doctor.Doctor{Place: backend.Place{Data: none}})
	expect(t, by["data"], doctor.Warning, none)
	expect(t, by["store"], doctor.Warning, none)
	by = examine(t, true, doctor.Doctor{Place: backend.Place{Data: data}})
	expect(t, by["program"], doctor.OK, "rules ")
	if f := by["data"]; f.State == doctor.Bad || !strings.Contains(f.Says, data) { // it warns of a slow disk
		t.Errorf("a new folder: %q", f)
	}
	expect(t, by["store"], doctor.Warning, filepath.Join(data, "parlour.db"))
	expect(t, by["bus"], doctor.OK, "inside the process")
	if list, err := os.ReadDir(data); err != nil || len(list) != 0 {
		t.Errorf("the doctor left %v, %v", list, err)
	}
}

func TestCluster(t *testing.T) {
	p := backend.Place{Store: servers.Postgres(t).Database(t), Data: t.TempDir()}
	expect(t, examine(t, true, doctor.Doctor{Place: p})["store"], doctor.OK, "the first server started on it")
	s, err := p.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	d := doctor.Doctor{Place: p, Bus: backend.Bus{Address: servers.NATS(t).URL()}}
	wait.For(t, "a store and a bus that are not too busy", func() bool { return doctor.Healthy(d.Examine(t.Context())) })
	by := examine(t, true, d)
	expect(t, by["store"], doctor.OK, "PostgreSQL")
	expect(t, by["clock"], doctor.OK, "the store")
	expect(t, by["bus"], doctor.OK, "an announcement took")
}

func TestFaults(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	later := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", "Thu, 01 Jan 2026 00:00:00 GMT")
		w.Write([]byte(`{"status":"ok","rules":"none such","node":"n7\u001b[31m"}`))
	}))
	defer later.Close()
	by := examine(t, false, doctor.Doctor{
		Place: backend.Place{Data: file, Store: "postgres://nobody:secret@127.0.0.1:1/none?connect_timeout=1"},
		URLs:  []string{other.URL, later.URL},
	})
	expect(t, by["data"], doctor.Bad, file)
	expect(t, by["store"], doctor.Bad, "127.0.0.1")
	if strings.Contains(by["store"].Says, "secret") {
		t.Errorf("the password leaked: %s", by["store"].Says)
	}
	expect(t, by[other.URL], doctor.Bad, "Parlour")
	expect(t, by[later.URL+" (n7\ufffd[31m)"], doctor.Bad, "clock")
}

package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/servers"
)

// examined runs the doctor and returns what it finds, by what it is about.
func examined(t *testing.T, code int, args ...string) map[string]finding {
	t.Helper()
	got, out, errs := call("", append([]string{"doctor", "--json"}, args...)...)
	var list []finding
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	if got != code {
		t.Errorf("doctor %v: exit %d, not %d: %s", args, got, code, out)
	}
	by := map[string]finding{}
	for _, f := range list {
		by[f.About] = f
	}
	return by
}

func expect(t *testing.T, f finding, state, words string) {
	t.Helper()
	if f.State != state || !strings.Contains(f.Says, words) {
		t.Errorf("the doctor says %q, not %s with %q", f, state, words)
	}
}

func TestDoctor(t *testing.T) {
	data := t.TempDir()
	expect(t, examined(t, exitOK, "--data", data)["store"], fine, "no database yet")
	if _, err := os.Stat(filepath.Join(data, "parlour.db")); err == nil {
		t.Error("the doctor made a database")
	}

	address, _, stop := serving(t, "--data", data)
	by := examined(t, exitOK, "--data", data, "--url", address+"/")
	expect(t, by["program"], fine, "rules ")
	expect(t, by["data"], fine, "a sync of 4 KiB")
	expect(t, by["store"], fine, "one SQLite file")
	expect(t, by["bus"], fine, "inside the process")
	for about, f := range by {
		if strings.HasPrefix(about, address) {
			expect(t, f, fine, "ready")
			by["server"] = f
		}
	}
	if _, ok := by["server"]; !ok {
		t.Error("nothing is said of the server")
	}
	stop()
	if code, out, _ := call("", "doctor", "--data", data, "--url", address); code != exitFailed || !strings.Contains(out, ill) {
		t.Errorf("a server that is stopped: %d %s", code, out)
	}
}

func TestDoctorOfCluster(t *testing.T) {
	store, bus := servers.Postgres(t).Database(t), servers.NATS(t)
	expect(t, examined(t, exitOK, "--data", t.TempDir(), "--store", store)["store"], fine, "the first server that is started on it")
	s, err := openStore(t.Context(), store, "")
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	by := examined(t, exitOK, "--data", t.TempDir(), "--store", store, "--bus", bus.URL())
	expect(t, by["store"], fine, "PostgreSQL")
	expect(t, by["clock"], fine, "apart from that of the store")
	expect(t, by["bus"], fine, "an announcement took")
}

func TestDoctorFindsIllness(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	other := httptest.NewServer(http.NotFoundHandler())
	defer other.Close()
	later := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", "Thu, 01 Jan 2026 00:00:00 GMT")
		w.Write([]byte(`{"status":"ok","rules":"none such","node":"n7"}`))
	}))
	defer later.Close()
	by := examined(t, exitFailed, "--data", file, "--store", "postgres://nobody:secret@127.0.0.1:1/none?connect_timeout=1", "--url", other.URL, "--url", later.URL)
	expect(t, by["data"], ill, file)
	expect(t, by["store"], ill, "127.0.0.1")
	if strings.Contains(by["store"].Says, "secret") {
		t.Errorf("the password is told: %s", by["store"].Says)
	}
	expect(t, by[other.URL], ill, "not that of Parlour")
	expect(t, by[later.URL+" (n7)"], ill, "clock")
}

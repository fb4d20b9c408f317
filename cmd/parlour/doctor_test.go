package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"parlour/server/doctor"
)

// examined runs the doctor and returns its findings by subject.
func examined(t *testing.T, code int, args ...string) map[string]doctor.Finding {
	t.Helper()
	got, out, errs := call("", append([]string{"doctor", "--json"}, args...)...)
	var list []doctor.Finding
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		t.Fatalf("%v: %s%s", err, out, errs)
	}
	if got != code {
		t.Errorf("doctor %v: exit %d, not %d: %s", args, got, code, out)
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
		t.Errorf("the doctor says %q, not %s with %q", f, state, words)
	}
}

// The doctor reports a running server as ready, and a stopped one as bad.
func TestDoctor(t *testing.T) {
	data := t.TempDir()
	address, _, stop := serving(t, "--data", data)
	by := examined(t, exitOK, "--data", data, "--url", address+"/")
	expect(t, by["store"], doctor.OK, filepath.Join(data, "parlour.db"))
	for about, f := range by {
		if strings.HasPrefix(about, address) {
			expect(t, f, doctor.OK, "ready")
			by["server"] = f
		}
	}
	if _, ok := by["server"]; !ok {
		t.Error("nothing is said of the server")
	}
	stop()
	if code, out, _ := call("", "doctor", "--data", data, "--url", address); code != exitFailed || !strings.Contains(out, doctor.Bad) {
		t.Errorf("a server that is stopped: %d %s", code, out)
	}
}

package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"parlour/cabinet"
	"parlour/internal/build"
	"parlour/internal/files"
	"parlour/lab/bench"
	"parlour/phrase"
	"parlour/server/backend"
)

// A Finding is the result of one check.
type Finding struct {
	State string `json:"state"` // OK, Warning or Bad
	About string `json:"about"`
	Says  string `json:"says"`
}

// The states of a finding.
const (
	OK      = "ok"
	Warning = "warning"
	Bad     = "bad"
)

// A Doctor checks a server.
type Doctor struct {
	Place backend.Place
	Bus   backend.Bus
	URLs  []string // of servers that are running

	findings []Finding
}

// timeout limits one check.
const timeout = 10 * time.Second

// Examine runs all checks.
func (d *Doctor) Examine(ctx context.Context) []Finding {
	d.findings = nil
	checks := []func(context.Context){d.program, d.disk, d.store, d.bus, d.servers}
	var err error
	if d.Place, err = d.Place.Find(); err != nil {
		d.note(Bad, "data", "%v", err)
		checks = []func(context.Context){d.program, d.bus, d.servers}
	}
	for _, check := range checks {
		limited, cancel := context.WithTimeout(ctx, timeout)
		check(limited)
		cancel()
	}
	return d.findings
}

// Healthy reports whether no finding is bad.
func Healthy(list []Finding) bool {
	return !slices.ContainsFunc(list, func(f Finding) bool { return f.State == Bad })
}

// WriteText writes findings as a table.
func WriteText(w io.Writer, list []Finding) error {
	t := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, f := range list {
		fmt.Fprintf(t, "%s\t%s\t%s\n", f.State, f.About, f.Says)
	}
	return t.Flush()
}

func (d *Doctor) note(state, about, format string, args ...any) {
	d.findings = append(d.findings, Finding{state, about, fmt.Sprintf(format, args...)})
}

// program checks the program and the limits of its process.
func (d *Doctor) program(context.Context) {
	d.note(OK, "program", "parlour %s, rules %s, %s", build.Info(), cabinet.Revision, phrase.Plural(runtime.GOMAXPROCS(0), "core"))
	if n, ok := files.Most(); ok && n < 4096 {
		d.note(Warning, "files", "only %d files and connections can be open at once; raise it with LimitNOFILE= or ulimit -n", n)
	}
}

// disk checks the data folder.
func (d *Doctor) disk(context.Context) {
	dir, err := backend.Place{Data: d.Place.Data}.Dir()
	if err != nil {
		d.note(Bad, "data", "%v", err)
		return
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		d.note(Warning, "data", "there is no folder %s; a server without --data will create it. If yours uses another, name it with --data", dir)
		return
	}
	took, err := bench.SyncTime(dir) // leaves nothing there
	if err != nil {
		d.note(Bad, "data", "cannot write to %s: %v", dir, err)
		return
	}
	state := OK
	if took > 50*time.Millisecond {
		state = Warning
	}
	d.note(state, "data", "%s; a sync of 4 KiB takes %v", dir, took.Round(10*time.Microsecond))
	if free, ok := freeBytes(dir); ok {
		state := OK
		switch {
		case free < 100<<20:
			state = Bad
		case free < 1<<30:
			state = Warning
		}
		d.note(state, "disk", "%.1f GiB free", float64(free)/(1<<30))
	}
}

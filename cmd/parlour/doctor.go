package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour/bench"
	"parlour/cabinet"
	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/phrase"
)

// A finding is what the doctor says of one thing.
type finding struct {
	State string `json:"state"` // ok, warning or bad
	About string `json:"about"`
	Says  string `json:"says"`
}

// The states of a finding.
const (
	fine    = "ok"
	warning = "warning"
	ill     = "bad"
)

// doctor looks at everything a server needs.
type doctor struct {
	data, store string
	bus         busFlags
	urls        []string
	findings    []finding
}

func doctorCommand(s *streams) *cobra.Command {
	var d doctor
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Check that the server has what it needs",
		Long: `Doctor looks at the program, the data folder and its disk, the store, the bus,
and, with --url, at servers that run: whether they answer, play by the same rules
and have the same time. It changes nothing and leaves nothing behind, and may be
run beside a server. The exit code is 1 if something is bad.`,
		Example: `  parlour doctor
  parlour doctor --store postgres://parlour@db/parlour --bus nats://nats:4222 --url http://10.0.0.1:8080 --url http://10.0.0.2:8080`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			d.examine(cmd.Context())
			if err := d.tell(s, asJSON); err != nil {
				return err
			}
			for _, f := range d.findings {
				if f.State == ill {
					return errors.New("not everything is well")
				}
			}
			return nil
		},
	}
	addStoreFlags(cmd.Flags(), &d.store, &d.data)
	d.bus.add(cmd, "the bus of the nodes, which is tried")
	cmd.Flags().StringSliceVar(&d.urls, "url", nil, "address of a server that runs")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	fromEnvironment(cmd)
	return cmd
}

func (d *doctor) note(state, about, format string, args ...any) {
	d.findings = append(d.findings, finding{state, about, fmt.Sprintf(format, args...)})
}

func (d *doctor) tell(s *streams, asJSON bool) error {
	if asJSON {
		return s.printJSON(d.findings)
	}
	w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
	for _, f := range d.findings {
		fmt.Fprintf(w, "%s\t%s\t%s\n", f.State, f.About, f.Says)
	}
	return w.Flush()
}

// patient is how long one look may take.
const patient = 10 * time.Second

func (d *doctor) examine(ctx context.Context) {
	for _, look := range []func(context.Context){d.program, d.disk, d.lookStore, d.lookBus, d.servers} {
		limited, cancel := context.WithTimeout(ctx, patient)
		look(limited)
		cancel()
	}
}

func (d *doctor) program(context.Context) {
	version := "of unknown version"
	if b, ok := debug.ReadBuildInfo(); ok {
		version = b.Main.Version
		for _, s := range b.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				version += " " + s.Value[:12]
			}
		}
	}
	d.note(fine, "program", "parlour %s, %s, rules %s, %s of %s", version, runtime.Version(), cabinet.Revision, phrase.Plural(runtime.GOMAXPROCS(0), "core"), runtime.GOARCH)
	if n, ok := openFiles(); ok && n < 4096 {
		d.note(warning, "files", "only %d files and connections may be open at once; LimitNOFILE= or ulimit -n raises that", n)
	}
}

// disk looks at the data folder.
func (d *doctor) disk(context.Context) {
	path, err := dataFile(d.data)
	if err != nil {
		d.note(ill, "data", "%v", err)
		return
	}
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, ".doctor")
	if err != nil {
		d.note(ill, "data", "nothing can be written to %s: %v", dir, err)
		return
	}
	f.Close()
	defer os.Remove(f.Name())
	took, err := bench.SyncTime(dir)
	if err != nil {
		d.note(ill, "data", "%s: %v", dir, err)
		return
	}
	state := fine
	if took > 50*time.Millisecond {
		state = warning
	}
	d.note(state, "data", "%s; a sync of 4 KiB takes %v", dir, took.Round(10*time.Microsecond))
	if free, ok := freeBytes(dir); ok {
		state := fine
		switch {
		case free < 100<<20:
			state = ill
		case free < 1<<30:
			state = warning
		}
		d.note(state, "disk", "%.1f GiB free", float64(free)/(1<<30))
	}
}

// A clocked store tells its own time.
type clocked interface {
	Now(ctx context.Context) (time.Time, error)
}

// mostSkew is how far clocks may be apart before a player would notice.
const mostSkew = 2 * time.Second

func (d *doctor) lookStore(ctx context.Context) {
	if path, err := storeFile(d.store, d.data); err == nil {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			d.note(fine, "store", "there is no database yet; the server makes %s", path)
			return
		}
	}
	store, err := readStore(ctx, d.store, d.data)
	if errors.Is(err, postgres.ErrSchema) {
		d.note(fine, "store", "%v", err)
		return
	}
	if err != nil {
		d.note(ill, "store", "%v", err)
		return
	}
	defer store.Close()
	begin := time.Now()
	last, err := store.LastBeat(ctx)
	took := time.Since(begin)
	if err != nil {
		d.note(ill, "store", "%v", err)
		return
	}
	kind := "one SQLite file"
	if _, ok := store.(hall.Shared); ok {
		kind = "PostgreSQL, for several nodes"
	}
	d.note(fine, "store", "%s; it answers in %v", kind, took.Round(10*time.Microsecond))
	switch ago := time.Since(last); {
	case last.IsZero():
		d.note(fine, "servers", "none has used this store yet")
	case ago < -mostSkew:
		d.note(ill, "clock", "a server was alive %v in the future: its clock or this one is wrong", (-ago).Round(time.Second))
	case ago < busyFor:
		d.note(fine, "servers", "alive %v ago", ago.Round(100*time.Millisecond))
	default:
		d.note(fine, "servers", "the last one was alive at %s", last.Format(time.RFC3339))
	}
	if c, ok := store.(clocked); ok {
		if now, err := c.Now(ctx); err != nil {
			d.note(ill, "clock", "%v", err)
		} else {
			d.skew("clock", "the store", now)
		}
	}
}

// skew compares the clock of another machine with ours.
func (d *doctor) skew(about, whose string, now time.Time) {
	apart := time.Since(now).Round(time.Millisecond)
	if apart.Abs() > mostSkew {
		d.note(ill, about, "this clock is %v apart from that of %s; let both follow a time server", apart, whose)
		return
	}
	d.note(fine, about, "%v apart from that of %s", apart, whose)
}

// lookBus sends announcements from one end of the bus to another, as between
// two nodes, until one is heard.
func (d *doctor) lookBus(ctx context.Context) {
	if d.bus.address == "" {
		d.note(fine, "bus", "inside the process, for one node")
		return
	}
	const name = "doctor"
	quiet := slog.New(slog.DiscardHandler)
	var ends [2]hall.Bus
	for i := range ends {
		bus, end, err := openBus(ctx, d.bus, name, quiet)
		if err != nil {
			d.note(ill, "bus", "%v", err)
			return
		}
		defer end()
		ends[i] = bus
	}
	heard, stop := ends[1].Subscribe(name)
	defer stop()
	for seq := int64(1); ; seq++ {
		begin := time.Now()
		ends[0].Publish(name, seq)
		select {
		case got := <-heard:
			if got == hall.LookAgain { // it has only just listened
				continue
			}
			d.note(fine, "bus", "an announcement took %v", time.Since(begin).Round(10*time.Microsecond))
			return
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			d.note(ill, "bus", "an announcement was not heard within %v", patient)
			return
		}
	}
}

// servers asks servers how they are.
func (d *doctor) servers(ctx context.Context) {
	for _, url := range d.urls {
		d.server(ctx, strings.TrimSuffix(url, "/"))
	}
}

func (d *doctor) server(ctx context.Context, url string) {
	req, err := http.NewRequestWithContext(ctx, "GET", url+"/healthz", nil)
	if err != nil {
		d.note(ill, url, "%v", err)
		return
	}
	begin := time.Now()
	res, err := http.DefaultClient.Do(req)
	took := time.Since(begin)
	if err != nil {
		d.note(ill, url, "%v", err)
		return
	}
	defer res.Body.Close()
	var health struct{ Status, Rules, Node string }
	if err := json.NewDecoder(http.MaxBytesReader(nil, res.Body, 64<<10)).Decode(&health); err != nil {
		d.note(ill, url, "status %d, and the answer is not that of Parlour", res.StatusCode)
		return
	}
	if health.Node != "" {
		url += " (" + health.Node + ")"
	}
	switch {
	case res.StatusCode != http.StatusOK:
		d.note(ill, url, "not ready: status %d", res.StatusCode)
	case health.Rules != cabinet.Revision:
		d.note(warning, url, "plays by revision %s of the rules, this program by %s", health.Rules, cabinet.Revision)
	default:
		d.note(fine, url, "ready; it answers in %v", took.Round(10*time.Microsecond))
	}
	// The date of an answer has whole seconds.
	if date, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		if apart := time.Since(date); apart > mostSkew+time.Second || apart < -mostSkew {
			d.note(ill, url, "its clock is %v apart from this one; let both follow a time server", apart.Round(time.Second))
		}
	}
}

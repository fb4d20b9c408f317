package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"parlour/hall"
)

// A Server measures a server under load. All numbers have to be above zero.
type Server struct {
	Game     string
	Tables   []int         // numbers of tables to measure with
	Span     time.Duration // how long each is measured
	Flight   int           // most actions under way at once
	Views    bool          // answers carry the view
	Dir      string        // where a folder for files is made, and removed afterwards; "" for that of temporary files
	Profile  string        // files for profiles of the processor begin with this; "" for none
	Against  string        // a program of another release to measure in the same run; "" for none
	Settings []Setting     // measured side by side
}

// A Setting is a way to run a server.
type Setting struct {
	Name   string
	Nodes  int
	Shared bool // the store is not made of files in dir: it is emptied afterwards
	// Open opens an empty store and the bus for the node of that name. A store
	// in files makes them in dir. The function ends both.
	Open func(ctx context.Context, dir, node string) (hall.Store, hall.Bus, func(), error)
	// Serve returns the command that serves the same, without limits, and says
	// where it is open. Program is "" for this one.
	Serve func(ctx context.Context, program, dir, node string) *exec.Cmd
}

// A ServerReport is the result of a Server.
type ServerReport struct {
	Game  string       `json:"game"`
	Cores int          `json:"cores"`
	Sync  float64      `json:"sync_us"` // microseconds that a durable write of 4 KiB takes
	Rows  []ServerLoad `json:"loads"`

	results []*result
}

// Run measures.
func (b *Server) Run(ctx context.Context) (*ServerReport, error) {
	dir, err := os.MkdirTemp(b.Dir, "parlour-bench")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	sync, err := SyncTime(dir)
	if err != nil {
		return nil, err
	}
	r := &ServerReport{Game: b.Game, Cores: runtime.GOMAXPROCS(0), Sync: micros(sync)}
	for _, n := range b.Tables {
		for i := range b.Settings {
			list, err := b.measure(ctx, &b.Settings[i], filepath.Join(dir, fmt.Sprintf("%d-%d", n, i)), n)
			if err != nil {
				return nil, err
			}
			for _, one := range list {
				r.Rows = append(r.Rows, one.load())
			}
			r.results = append(r.results, list...)
		}
	}
	return r, nil
}

// micros returns a time in microseconds.
func micros(d time.Duration) float64 { return float64(d) / float64(time.Microsecond) }

// WriteText writes the report as a table.
func (r *ServerReport) WriteText(out io.Writer) error {
	fmt.Fprintf(out, "%s, %d cores; a sync of 4 KiB takes %.0f µs\n\n", r.Game, r.Cores, r.Sync)
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "STORE\tNODES\tTABLES\tWAY\tUNDER WAY\tACTIONS/S\tP50\tP99\tLONGEST\tSERVER CPU\tCLIENT CPU\tKiB IDLE\tKiB ACTIVE\t")
	for i := range r.Rows {
		r.Rows[i].print(w)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	compare(out, r.results)
	return nil
}

// measure measures a setting with n tables, directly and by HTTP.
func (b *Server) measure(ctx context.Context, k *Setting, dir string, n int) ([]*result, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	direct, err := b.direct(ctx, k, dir, n)
	if err != nil {
		return nil, err
	}
	list, err := b.http(ctx, k, dir, n)
	return append([]*result{direct}, list...), err
}

// compare says how results of one run relate: this program to the one before,
// and several nodes to one on the same store.
func compare(out io.Writer, all []*result) {
	for _, r := range all {
		for _, o := range all {
			if r == o || r.tables != o.tables || r.way != o.way || r.server == 0 || o.server == 0 {
				continue
			}
			rate, cpu := r.rate()/o.rate(), float64(r.each(r.server))/float64(o.each(o.server))
			switch {
			case r.setting == o.setting && r.program == "" && o.program != "":
				fmt.Fprintf(out, "\n%s, %d tables, %s: %.2f times the actions a second, and %.2f times the processor time of the server for each, of %s.\n", r.setting.Name, r.tables, r.way, rate, cpu, o.program)
			case r.setting.Shared && o.setting.Shared && r.setting.Nodes > 1 && o.setting.Nodes == 1:
				fmt.Fprintf(out, "\n%s, %d tables, %s: %d nodes need %.2f times the processor time of one node for an action.\n", r.setting.Name, r.tables, r.way, r.setting.Nodes, cpu)
			}
		}
	}
}

// SyncTime measures what a durable write of 4 KiB costs in a folder.
func SyncTime(dir string) (time.Duration, error) {
	f, err := os.CreateTemp(dir, "sync")
	if err != nil {
		return 0, err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	const rounds = 50
	begin := time.Now()
	for range rounds {
		if _, err := f.Write(make([]byte, 4096)); err != nil {
			return 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, err
		}
	}
	return time.Since(begin) / rounds, nil
}

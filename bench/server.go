package bench

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
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
	Profile  string        // file for a profile of the processor; "" for none
	Settings []Setting     // measured side by side
}

// A Setting is a way to run a server.
type Setting struct {
	Name  string
	Nodes int
	// Open opens an empty store and the bus for the node of that name. A store
	// in files makes them in dir. The function ends both.
	Open func(ctx context.Context, dir, node string) (hall.Store, hall.Bus, func(), error)
}

// Run measures and writes a table of the figures.
func (b *Server) Run(ctx context.Context, out io.Writer) error {
	dir, err := os.MkdirTemp(b.Dir, "parlour-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sync, err := SyncTime(dir)
	if err != nil {
		return err
	}
	if b.Profile != "" {
		f, err := os.Create(b.Profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	fmt.Fprintf(out, "%s, %d cores; a sync of 4 KiB takes %v\n\n", b.Game, runtime.GOMAXPROCS(0), sync.Round(time.Microsecond))
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "STORE\tNODES\tTABLES\tWAY\tUNDER WAY\tACTIONS/S\tP50\tP99\tLONGEST\tCPU/ACTION\tKiB IDLE\tKiB ACTIVE\t")
	for _, n := range b.Tables {
		files := filepath.Join(dir, strconv.Itoa(n))
		if err := os.MkdirAll(files, 0o700); err != nil {
			return err
		}
		for i := range b.Settings {
			if err := b.measure(ctx, w, &b.Settings[i], files, n); err != nil {
				return err
			}
		}
	}
	return w.Flush()
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

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
)

// serverBench measures a server under load.
type serverBench struct {
	tables  []int
	span    time.Duration
	flight  int // most actions under way at once
	game    string
	data    string
	store   string
	bus     busFlags
	nodes   int
	views   bool
	profile string
}

func benchServerCommand(s *streams) *cobra.Command {
	var b serverBench
	cmd := &cobra.Command{
		Use:   "server",
		Short: "Measure a server with many tables",
		Long: `Measure how many actions a second a server acknowledges, every one of them
durable on the disk before its acknowledgement, and how long each takes.

The server runs inside this process on a real file and real sockets; the clients
share the machine with it. Of the given number of tables all are played in turn,
with at most --flight actions under way at once. "direct" asks the tables without
HTTP; "http" sends requests over connections that stay open, and each answer
carries the whole view that a page needs, unless --views=false.

The processor time of an action is that of the whole process, clients included;
unlike the other figures it says the same on a busy machine.

Memory is counted after a garbage collection, heap and stacks: for a table in
memory at which nobody has played yet, and for one with its game under way.
Tables nobody uses leave memory altogether after a while.

With --store the same is measured in the same run with one node on PostgreSQL,
and, if there is a --bus, with several (--nodes), each with connections of its
own. Every action goes to a node drawn at random, as behind a load balancer that
knows no sessions, so that nearly every one finds that another node has written
since. The database has to be empty, and is left so.`,
		Example: `  parlour bench server
  parlour bench server --tables 1000 --time 10s --flight 100
  parlour bench server --tables 100,1000 --store postgres://parlour@localhost/bench --bus nats://localhost:4222`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if b.span <= 0 || b.flight <= 0 || b.nodes <= 0 || len(b.tables) == 0 || slices.Min(b.tables) <= 0 {
				return misused("--time, --flight, --nodes and --tables have to be above zero")
			}
			if b.store != "" && !isPostgres(b.store) {
				return misused("--store is for PostgreSQL; a SQLite file is measured anyway")
			}
			if b.bus.address != "" && b.store == "" {
				return misused("--bus connects nodes, which need a --store that they share")
			}
			if _, err := gameArg(b.game); err != nil {
				return err
			}
			return b.run(cmd.Context(), s)
		},
	}
	fl := cmd.Flags()
	fl.IntSliceVar(&b.tables, "tables", []int{10, 100, 1000, 10000}, "numbers of tables to measure with")
	fl.DurationVar(&b.span, "time", 5*time.Second, "how long each is measured")
	fl.IntVar(&b.flight, "flight", 256, "most actions under way at once")
	fl.StringVar(&b.game, "game", "kleefeld", "game that is played")
	// The environment does not name this one: it is filled and emptied again.
	fl.StringVar(&b.store, "store", "", "an empty PostgreSQL database to measure, too: postgres://user:password@host/database")
	b.bus.add(cmd, "the bus of several nodes")
	fl.IntVar(&b.nodes, "nodes", 3, "nodes that share the store, where there is a bus")
	fl.StringVar(&b.data, "data", "", "folder of the database, which is removed afterwards (default: the folder of temporary files)")
	fl.BoolVar(&b.views, "views", true, "answers carry the view")
	fl.StringVar(&b.profile, "cpuprofile", "", "write a profile of the processor to this file")
	return cmd
}

func (b *serverBench) run(ctx context.Context, s *streams) error {
	dir, err := os.MkdirTemp(b.data, "parlour-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	sync, err := syncTime(dir)
	if err != nil {
		return err
	}
	if b.profile != "" {
		f, err := os.Create(b.profile)
		if err != nil {
			return err
		}
		defer f.Close()
		if err := pprof.StartCPUProfile(f); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
	}
	s.printf("%s, %d cores; a sync of 4 KiB takes %v\n\n", b.game, runtime.GOMAXPROCS(0), sync.Round(time.Microsecond))
	w := tabwriter.NewWriter(s.out, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "STORE\tNODES\tTABLES\tWAY\tUNDER WAY\tACTIONS/S\tP50\tP99\tLONGEST\tCPU/ACTION\tKiB IDLE\tKiB ACTIVE\t")
	for _, n := range b.tables {
		for _, k := range b.kinds(filepath.Join(dir, strconv.Itoa(n)+".db")) {
			if err := b.measure(ctx, w, k, n); err != nil {
				return err
			}
		}
	}
	return w.Flush()
}

// A kind is a way to run a server.
type kind struct {
	name  string
	store string
	bus   busFlags
	nodes int
}

// kinds returns the ways that are measured side by side.
func (b *serverBench) kinds(file string) []kind {
	list := []kind{{name: "SQLite", store: "sqlite:" + file, nodes: 1}}
	if b.store == "" {
		return list
	}
	list = append(list, kind{name: "PostgreSQL", store: b.store, nodes: 1})
	if b.bus.address != "" {
		list = append(list, kind{"PostgreSQL, NATS", b.store, b.bus, b.nodes})
	}
	return list
}

// syncTime measures what a durable write costs here.
func syncTime(dir string) (time.Duration, error) {
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

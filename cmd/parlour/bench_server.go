package main

import (
	"cmp"
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/bench"
	"parlour/hall"
)

// benchServerFlags are the flags of bench server.
type benchServerFlags struct {
	bench.Server
	store string
	bus   busFlags
	nodes int
}

func benchServerCommand(s *streams) *cobra.Command {
	var f benchServerFlags
	cmd := &cobra.Command{
		Use:   "server",
		Short: "Measure a server with many tables",
		Long: `Measure how many actions a second a server acknowledges, every one of them
durable on the disk before its acknowledgement, and how long each takes.

"direct" asks the tables inside this process, without HTTP. For "http" the server
is a process of its own (parlour serve, without limits) on a real file and real
sockets, and this process plays over connections that stay open. Clients and
server share the machine; the processor time of each is given apart. Unlike the
other figures it says the same on a busy machine. Of the given number of tables
all are played in turn, with at most --flight actions under way at once.

With --against the program of another release is measured in the same run, in
turn with this one: "before" is that one.

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
  parlour bench server --tables 1000 --against ./parlour-before
  parlour bench server --tables 100,1000 --store postgres://parlour@localhost/bench --bus nats://localhost:4222`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.check(); err != nil {
				return err
			}
			var err error
			if f.Settings, err = f.settings(); err != nil {
				return err
			}
			return f.Run(cmd.Context(), s.out)
		},
	}
	fl := cmd.Flags()
	fl.IntSliceVar(&f.Tables, "tables", []int{10, 100, 1000, 10000}, "numbers of tables to measure with")
	fl.DurationVar(&f.Span, "time", 5*time.Second, "how long each is measured")
	fl.IntVar(&f.Flight, "flight", 256, "most actions under way at once")
	fl.StringVar(&f.Game, "game", "kleefeld", "game that is played")
	// The environment does not name this one: it is filled and emptied again.
	fl.StringVar(&f.store, "store", "", "an empty PostgreSQL database to measure, too: postgres://user:password@host/database")
	f.bus.add(cmd, "the bus of several nodes")
	fl.IntVar(&f.nodes, "nodes", 3, "nodes that share the store, where there is a bus")
	fl.StringVar(&f.Dir, "data", "", "folder of the database, which is removed afterwards (default: the folder of temporary files)")
	fl.BoolVar(&f.Views, "views", false, "ask for the whole view in every answer")
	fl.StringVar(&f.Against, "against", "", "a parlour of another release to measure in the same run")
	fl.StringVar(&f.Profile, "cpuprofile", "", "write profiles of the server's processor to FILE.direct and FILE.http")
	return cmd
}

// check says which flag is wrong.
func (f *benchServerFlags) check() error {
	switch {
	case f.Span <= 0 || f.Flight <= 0 || f.nodes <= 0 || len(f.Tables) == 0 || slices.Min(f.Tables) <= 0:
		return misused("--time, --flight, --nodes and --tables have to be above zero")
	case f.store != "" && !isPostgres(f.store):
		return misused("--store is for PostgreSQL; a SQLite file is measured anyway")
	case f.bus.address != "" && f.store == "":
		return misused("--bus connects nodes, which need a --store that they share")
	}
	_, err := gameArg(f.Game)
	return err
}

// settings returns the ways to run a server that are measured side by side.
func (f *benchServerFlags) settings() ([]bench.Setting, error) {
	this, err := os.Executable()
	if err != nil {
		return nil, err
	}
	// add makes a setting. The store may hold a password: it is not among the
	// arguments, which others can list.
	var list []bench.Setting
	add := func(name string, nodes int, store string, bus busFlags) {
		where := func(dir string) string { return cmp.Or(store, "sqlite:"+filepath.Join(dir, "parlour.db")) }
		list = append(list, bench.Setting{
			Name: name, Nodes: nodes, Shared: store != "",
			Open: func(ctx context.Context, dir, node string) (hall.Store, hall.Bus, func(), error) {
				return openBoth(ctx, where(dir), bus, node)
			},
			Serve: func(ctx context.Context, program, dir, node string) *exec.Cmd {
				cmd := exec.CommandContext(ctx, cmp.Or(program, this), "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0", "--rate", "0", "--data", dir, "--node", node)
				cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
				cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, variable("")) })
				cmd.Env = append(cmd.Env, variable("store")+"="+where(dir))
				if bus.address != "" {
					cmd.Env = append(cmd.Env, variable("bus")+"="+bus.address, variable("bus-creds")+"="+bus.creds, variable("bus-ca")+"="+bus.ca)
				}
				return cmd
			},
		})
	}
	add("SQLite", 1, "", busFlags{})
	if f.store != "" {
		add("PostgreSQL", 1, f.store, busFlags{})
	}
	if f.bus.address != "" {
		add("PostgreSQL, NATS", f.nodes, f.store, f.bus)
	}
	return list, nil
}

// openBoth opens a store and a bus. The function ends both.
func openBoth(ctx context.Context, store string, bus busFlags, node string) (hall.Store, hall.Bus, func(), error) {
	st, err := openStore(ctx, store, "")
	if err != nil {
		return nil, nil, nil, err
	}
	b, end, err := openBus(ctx, bus, node, slog.New(slog.DiscardHandler))
	if err != nil {
		st.Close()
		return nil, nil, nil, err
	}
	return st, b, func() {
		end()
		st.Close()
	}, nil
}

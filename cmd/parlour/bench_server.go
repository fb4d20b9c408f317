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

	"parlour/hall"
	"parlour/lab/bench"
	"parlour/server/backend"
)

// benchServerFlags are the flags of bench server.
type benchServerFlags struct {
	bench.Server
	place backend.Place
	bus   backend.Bus
	nodes int
	as    output
}

func benchServerCommand(s *streams) *cobra.Command {
	var f benchServerFlags
	cmd := &cobra.Command{
		Use:   "server",
		Short: "Measure a server with many tables",
		Long: `Measure how many actions per second a server acknowledges, each of them durable on
disk before its acknowledgement, and how long an action takes.

"direct" asks the tables inside this process, without HTTP. For "http" the server is
a separate process (parlour serve, without limits) on a real file and real sockets,
and this process plays over connections that stay open. Clients and server share the
machine; their processor times are given separately. Unlike the other figures these
are the same on a busy machine. All of the given number of tables are played in turn,
with at most --flight actions in progress at once.

With --against the program of another release is measured in the same run, in turn
with this one. Its rows are called "before".

Memory is counted after a garbage collection, heap and stacks: for a loaded table
where nobody has played yet, and for one in the middle of its game. Unused tables
are unloaded after a while.

With --store the same run also measures one node on PostgreSQL and, with a --bus,
several (--nodes), each with its own connections. Every action goes to a random
node, as behind a load balancer without sessions, so that nearly always another
node has written since. The database has to be empty, and is left empty.`,
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
			r, err := f.Run(cmd.Context())
			if err != nil {
				return err
			}
			return f.as.print(s, r, r.Rows, r.WriteText)
		},
	}
	fl := cmd.Flags()
	fl.IntSliceVar(&f.Tables, "tables", []int{10, 100, 1000, 10000}, "numbers of tables to measure with")
	fl.DurationVar(&f.Span, "time", 5*time.Second, "how long to measure each")
	fl.IntVar(&f.Flight, "flight", 256, "maximum number of actions in progress at once")
	fl.StringVar(&f.Game, "game", "kleefeld", "game to play")
	// The environment does not set this flag, because the database is filled and emptied.
	fl.StringVar(&f.place.Store, "store", "", "an empty PostgreSQL database to measure, too: postgres://user:password@host/database")
	addBusFlags(cmd, &f.bus, "the bus of several nodes")
	fl.IntVar(&f.nodes, "nodes", 3, "nodes that share the store if there is a bus")
	fl.StringVar(&f.Dir, "data", "", "folder for the database, which is removed afterwards (default: the folder of temporary files)")
	fl.BoolVar(&f.Views, "views", false, "ask for the whole view in every answer")
	fl.StringVar(&f.Against, "against", "", "a parlour of another release to measure in the same run")
	fl.StringVar(&f.Profile, "cpuprofile", "", "write processor profiles of the server to FILE.direct and FILE.http")
	f.as.add(cmd)
	return cmd
}

// check says which flag is wrong.
func (f *benchServerFlags) check() error {
	switch {
	case f.Span <= 0 || f.Flight <= 0 || f.nodes <= 0 || len(f.Tables) == 0 || slices.Min(f.Tables) <= 0:
		return misused("--time, --flight, --nodes and --tables have to be above zero")
	case f.place.Store != "" && !f.place.Shared():
		return misused("--store is for PostgreSQL; SQLite is always measured")
	case f.bus.Address != "" && f.place.Store == "":
		return misused("--bus connects nodes, which need a --store to share")
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
	// The address of a store may hold a password. So servers get it by the
	// environment, because everybody can list the arguments of a process.
	var list []bench.Setting
	add := func(name string, nodes int, store string, bus backend.Bus) {
		where := func(dir string) string { return cmp.Or(store, "sqlite:"+filepath.Join(dir, "parlour.db")) }
		list = append(list, bench.Setting{
			Name: name, Nodes: nodes, Shared: store != "",
			Open: func(ctx context.Context, dir, node string) (hall.Store, hall.Bus, func(), error) {
				return backend.OpenBoth(ctx, backend.Place{Store: where(dir)}, bus, node, slog.New(slog.DiscardHandler))
			},
			Serve: func(ctx context.Context, program, dir, node string) *exec.Cmd {
				cmd := exec.CommandContext(ctx, cmp.Or(program, this), "serve", "--addr", "127.0.0.1:0", "--private-addr", "127.0.0.1:0", "--rate", "0", "--data", dir, "--node", node)
				cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
				cmd.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, variable("")) })
				cmd.Env = append(cmd.Env, variable("store")+"="+where(dir))
				if bus.Address != "" {
					cmd.Env = append(cmd.Env, busVariables(bus)...)
				}
				return cmd
			},
		})
	}
	add("SQLite", 1, "", backend.Bus{})
	if f.place.Store != "" {
		add("PostgreSQL", 1, f.place.Store, backend.Bus{})
	}
	if f.bus.Address != "" {
		add("PostgreSQL, NATS", f.nodes, f.place.Store, f.bus)
	}
	return list, nil
}

package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/hall/nats"
	"parlour/lab"
	"parlour/lab/work"
	"parlour/server/backend"
	"parlour/terminal"
)

// addStoreFlags adds the flags that name a store. For every command the
// environment can set them, so that all use the store of the server, and no
// password shows up in the list of processes.
func addStoreFlags(flags *pflag.FlagSet, p *backend.Place) {
	addDataFlag(flags, &p.Data)
	flags.StringVar(&p.Store, "store", "", "where to keep tables: sqlite:FILE or postgres://user:password@host/database; also set by PARLOUR_STORE (default: SQLite in the data folder)")
	settable(flags, "store")
}

// whichStore ends the help of commands that look for the store of a server.
const whichStore = `

Without --data and --store it takes the database of the service in /var/lib/parlour,
or the one in your own data folder. If there are both, say which.`

// addDataFlag adds the flag that names the data folder.
func addDataFlag(flags *pflag.FlagSet, into *string) {
	flags.StringVar(into, "data", "", "folder of the database; also set by PARLOUR_DATA (default: parlour in the user's data folder)")
	settable(flags, "data")
}

// addBusFlags adds the flags that name a bus. What says what the bus is for.
func addBusFlags(cmd *cobra.Command, b *backend.Bus, what string) {
	fl := cmd.Flags()
	fl.StringVar(&b.Address, "bus", "", "address of a NATS server, such as nats://host:4222: "+what)
	fl.StringVar(&b.Creds, "bus-creds", "", "file with credentials for the bus")
	fl.StringVar(&b.CA, "bus-ca", "", "file with the certificate of the authority that signed the certificate of a tls:// bus (default: the authorities this machine trusts)")
}

// busVariables returns the environment that sets the flags of a bus.
func busVariables(b backend.Bus) []string {
	return []string{variable("bus") + "=" + b.Address, variable("bus-creds") + "=" + b.Creds, variable("bus-ca") + "=" + b.CA}
}

// hire returns the crew for long work: the workers of a bus, or the processors of
// this machine. The function ends the connection.
func hire(ctx context.Context, s *streams, b backend.Bus, workers int) (work.Crew, func(), error) {
	if b.Address == "" {
		return work.Hands{Doer: lab.Doers(), Workers: workers}, func() {}, nil
	}
	c, err := nats.Hire(ctx, b.Address, b.Options("asks", nil))
	if err != nil {
		return nil, nil, err
	}
	c.Notice = func(text string) {
		if terminal.Is(s.err) {
			fmt.Fprint(s.err, "\r\x1b[K") // clear a progress bar
		}
		fmt.Fprintln(s.err, text)
	}
	return c, func() { _ = c.Close() }, nil
}

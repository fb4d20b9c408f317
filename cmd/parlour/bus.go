package main

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"parlour/hall"
	"parlour/hall/nats"
	"parlour/lab"
	"parlour/lab/work"
	"parlour/terminal"
)

// busFlags say how to reach the other machines.
type busFlags struct {
	address string
	creds   string
	ca      string
}

// add adds the flags to a command. What says what the bus is for.
func (f *busFlags) add(cmd *cobra.Command, what string) {
	fl := cmd.Flags()
	fl.StringVar(&f.address, "bus", "", "address of a NATS server, such as nats://host:4222: "+what)
	fl.StringVar(&f.creds, "bus-creds", "", "file with credentials for the bus")
	fl.StringVar(&f.ca, "bus-ca", "", "file with the certificate of the authority that signed the one of a tls:// bus (default: those this machine trusts)")
}

// options are those of a connection that has a name.
func (f *busFlags) options(name string, log *slog.Logger) nats.Options {
	return nats.Options{Name: name, Creds: f.creds, CA: f.ca, Log: log}
}

// openBus opens the bus that announces events: that of this process, unless an
// address is given. The function that comes with it closes it. Node is the
// name of this process, as NATS lists it.
func openBus(ctx context.Context, f busFlags, node string, log *slog.Logger) (hall.Bus, func(), error) {
	if f.address == "" {
		return &hall.Local{}, func() {}, nil
	}
	b, err := nats.Open(ctx, f.address, f.options(node, log))
	if err != nil {
		return nil, nil, err
	}
	return b, func() { _ = b.Close() }, nil
}

// crew returns who does long work: the processors of this machine, unless an
// address is given. The function that comes with it sends them home.
func (f *busFlags) crew(ctx context.Context, s *streams, workers int) (work.Crew, func(), error) {
	if f.address == "" {
		return work.Hands{Doer: lab.Doers(), Workers: workers}, func() {}, nil
	}
	c, err := nats.Hire(ctx, f.address, f.options("asks", nil))
	if err != nil {
		return nil, nil, err
	}
	c.Notice = func(text string) {
		if terminal.Is(s.err) {
			fmt.Fprint(s.err, "\r\x1b[K") // where a bar may be
		}
		fmt.Fprintln(s.err, text)
	}
	return c, func() { _ = c.Close() }, nil
}

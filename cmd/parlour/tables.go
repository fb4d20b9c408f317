package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"parlour/hall"
	"parlour/phrase"
	"parlour/server/backend"
	"parlour/table"
)

func tablesCommand(s *streams) *cobra.Command {
	var p backend.Place
	var status string
	var limit int
	var as output
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "List and delete the tables of a server",
		Long: `Tables lists the tables in the database, the most recently changed first. It only
reads the database and can run next to the server.` + whichStore,
		Example: `  parlour tables --status waiting
  parlour tables --json
  parlour tables --store postgres://parlour@db.example.org/parlour
  parlour tables delete TABLE`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return listTables(cmd.Context(), s, p, as, hall.Query{Status: table.Status(status), Limit: limit})
		},
	}
	addStoreFlags(cmd.PersistentFlags(), &p)
	cmd.Flags().StringVar(&status, "status", "", "only tables that are waiting, playing or over")
	as.add(cmd)
	cmd.Flags().IntVar(&limit, "limit", 100, "maximum number of tables to list")
	cmd.AddCommand(&cobra.Command{
		Use:     "delete TABLE...",
		Short:   "Delete tables permanently",
		Example: `  parlour tables delete k3q7j2m5xw4tzabc`,
		Args:    between(1, -1, "one table or more"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return deleteTables(cmd.Context(), s, p, args)
		},
	})
	return cmd
}

func listTables(ctx context.Context, s *streams, p backend.Place, as output, q hall.Query) error {
	switch q.Status {
	case "", table.Waiting, table.Playing, table.Over:
	default:
		return misused("--status %q: expected waiting, playing or over", q.Status)
	}
	p, err := p.Find()
	if err != nil {
		return err
	}
	store, err := p.Read(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	list, err := store.List(ctx, q)
	if err != nil {
		return err
	}
	return as.print(s, list, list, func(out io.Writer) error {
		fmt.Fprintf(s.err, "%s in %s:\n", phrase.Plural(len(list), "table"), p.Name())
		w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "TABLE\tGAME\tSTATUS\tEVENTS\tCHANGED\tPEOPLE")
		for _, t := range list {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", t.Table, t.Game, t.Status, t.Seq, t.Changed.UTC().Format(time.DateTime), strings.Join(t.People, ", "))
		}
		return w.Flush()
	})
}

func deleteTables(ctx context.Context, s *streams, p backend.Place, ids []string) error {
	p, err := p.Find()
	if err != nil {
		return err
	}
	store, err := p.Change(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	for _, id := range ids {
		if err := store.Delete(ctx, id); errors.Is(err, hall.ErrNotFound) {
			return fmt.Errorf("there is no table %q in %s", id, p.Name())
		} else if err != nil {
			return err
		}
		s.printf("Deleted %s from %s.\n", id, p.Name())
	}
	return nil
}

package main

import (
	"encoding/json"
	"io"
	"reflect"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/engine"
	"parlour/internal/data"
)

// output says how a command prints what it found: for people, as JSON or as CSV.
type output struct{ json, csv bool }

// add adds the flags to a command that prints a table.
func (o *output) add(cmd *cobra.Command) {
	addJSONFlag(cmd.Flags(), &o.json)
	cmd.Flags().BoolVar(&o.csv, "csv", false, "print CSV")
	cmd.MarkFlagsMutuallyExclusive("json", "csv")
}

// addJSONFlag adds the flag for output that programs read. Its schema is in
// docs/schemas.
func addJSONFlag(flags *pflag.FlagSet, into *bool) { flags.BoolVar(into, "json", false, "print JSON") }

// print prints a value as the flags ask: as JSON, its rows as CSV, or as text.
func (o *output) print(s *streams, value, rows any, text func(io.Writer) error) error {
	switch {
	case o.json:
		return s.printJSON(value)
	case o.csv:
		return data.WriteCSV(s.out, rows)
	}
	return text(s.out)
}

// printJSON writes a value to standard output as indented JSON. A list that is nil is
// empty.
func (s *streams) printJSON(v any) error {
	if list := reflect.ValueOf(v); list.Kind() == reflect.Slice && list.IsNil() {
		v = []any{}
	}
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// printAnswer prints the answer of the engine protocol to a request.
func (s *streams) printAnswer(request map[string]string) error {
	q, err := json.Marshal(request)
	if err != nil {
		return err
	}
	s.printf("%s\n", engine.AppendAnswer(nil, q))
	return nil
}

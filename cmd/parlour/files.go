package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"parlour/cabinet"
	"parlour/record"
	"parlour/terminal"
)

// print writes to standard output.
func (s *streams) print(args ...any) { fmt.Fprintln(s.out, args...) }

// printf writes to standard output.
func (s *streams) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// printJSON writes a value to standard output as indented JSON.
func (s *streams) printJSON(v any) error {
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// open opens a file to read it; - is standard input.
func (s *streams) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(s.in), nil
	}
	return os.Open(name)
}

// write writes a file; "" and - are standard output.
func (s *streams) write(name string, data []byte) error {
	if name == "" || name == "-" {
		_, err := s.out.Write(data)
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// eachGame calls f with every game of a file and its number, from 1.
func eachGame(s *streams, name string, f func(n int, rec *record.Record) error) error {
	in, err := s.open(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if name == "-" {
		name = "standard input"
	}
	n := 0
	for rec, err := range records(in, name) {
		if err != nil {
			return fmt.Errorf("%s: %s", name, words(err))
		}
		n++
		if err := f(n, rec); errors.Is(err, terminal.ErrQuit) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: game %d: %s", name, n, words(err))
		}
	}
	if n == 0 {
		return fmt.Errorf("%s holds no game", name)
	}
	return nil
}

// records returns the games of a file in the format of its ending, or in our
// own if the ending is not known.
func records(in io.Reader, name string) iter.Seq2[*record.Record, error] {
	f := cabinet.FormatByFile(name)
	if f == nil || f == cabinet.Own {
		return record.Read(in)
	}
	return func(yield func(*record.Record, error) bool) {
		games, err := f.Read(in)
		for _, g := range games {
			if !yield(g, nil) {
				return
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"parlour"
	"parlour/cabinet"
	"parlour/phrase"
	"parlour/record"
	"parlour/terminal"
)

// print writes to standard output.
func (s *streams) print(args ...any) { fmt.Fprintln(s.out, args...) }

// printf writes to standard output.
func (s *streams) printf(format string, args ...any) { fmt.Fprintf(s.out, format, args...) }

// open opens a file of text to read it; - is standard input. What others wrote may
// be shown later, so control characters are left out here.
func (s *streams) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(record.Shown(s.in)), nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	return struct {
		io.Reader
		io.Closer
	}{record.Shown(f), f}, nil
}

// write writes a file; "" and - are standard output.
func (s *streams) write(name string, data []byte) error {
	if name == "" || name == "-" {
		_, err := s.out.Write(data)
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// confirm asks before long work. Without a terminal nobody could answer, so the
// error names the flag that does.
func (s *streams) confirm(what string) error {
	if !terminal.Is(s.in) || !terminal.Is(s.err) {
		return misused("%s; to begin, add --yes", what)
	}
	fmt.Fprintf(s.err, "%s Begin? [y/N] ", phrase.Sentence(what))
	var answer string
	if _, err := fmt.Fscanln(s.in, &answer); err != nil || !strings.HasPrefix(strings.ToLower(answer), "y") {
		return errors.New("nothing was begun")
	}
	return nil
}

// addOutFlag adds the flag that names what to write. It is -o and --out with every
// command; --output is the same.
func addOutFlag(flags *pflag.FlagSet, into *string, value, what string) {
	flags.StringVarP(into, "out", "o", value, what)
}

// addSeedFlag adds the flag for the seed. Every command that measures has the same
// default, so that the same command gives the same figures.
func addSeedFlag(flags *pflag.FlagSet, into *uint64) {
	const usual = 1928
	flags.Uint64Var(into, "seed", usual, "seed of the games")
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
			return fmt.Errorf("%s: %s", name, words(s.words(), err))
		}
		n++
		if err := f(n, rec); errors.Is(err, terminal.ErrQuit) {
			return nil
		} else if err != nil {
			return fmt.Errorf("%s: %s", name, words(s.words(), &parlour.FileError{Game: n, Err: err}))
		}
	}
	if n == 0 {
		return errors.New(s.words().Say("terminal.no-game", parlour.Args{"file": name}))
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

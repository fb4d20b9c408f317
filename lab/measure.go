package lab

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"parlour/lab/work"
)

// ErrInterrupted comes with the report of a study that was interrupted.
var ErrInterrupted = errors.New("the study was interrupted")

// Measure plays the study of the plan and reports what it found. If dir is not
// "", the report and its drawings are written there, and so is every result, so
// that an interrupted study continues where it stopped. Progress, if not nil, is
// told how many of all games are counted.
func (p Plan) Measure(ctx context.Context, crew work.Crew, dir string, progress func(games, all int)) (*Report, error) {
	study, err := p.Study()
	if err != nil {
		return nil, err
	}
	if dir != "" {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return nil, err
		}
		book, err := OpenNotebook(filepath.Join(dir, "shards.jsonl"), work.Release(), crew)
		if err != nil {
			return nil, err
		}
		defer book.Close()
		crew = book
	}
	all := study.Games()
	counts, played := study.Run(ctx, crew, func(games int) {
		if progress != nil {
			progress(games, all)
		}
	})
	if played != nil && ctx.Err() == nil {
		return nil, played
	}
	r, err := study.Report(counts)
	if err != nil {
		return nil, err
	}
	r.Command = p.Command()
	if dir != "" {
		if err := r.WriteFolder(dir); err != nil {
			return r, err
		}
	}
	if played != nil {
		return r, ErrInterrupted
	}
	return r, nil
}

// Command returns the command that repeats the study.
func (p Plan) Command() string {
	var b strings.Builder
	fmt.Fprintf(&b, "parlour lab %s --seed %d%s", p.Game, p.Seed, Flags(p.Setup))
	if p.Games > 0 {
		fmt.Fprintf(&b, " --games %d", p.Games)
	}
	if len(p.Bots) > 0 {
		fmt.Fprintf(&b, " --bots %s", strings.Join(p.Bots, ","))
	}
	if p.Opening > 0 {
		fmt.Fprintf(&b, " --opening %d", p.Opening)
	}
	switch {
	case len(p.Options) > 0:
		fmt.Fprintf(&b, " --options %s", strings.Join(p.Options, ","))
	case p.Options != nil:
		b.WriteString(" --options none")
	}
	return b.String()
}

// WriteFolder writes the report as report.md, report.csv and report.json, with
// its drawings, into a folder.
func (r *Report) WriteFolder(dir string) error {
	for name, write := range map[string]func(io.Writer) error{
		"report.md":   r.WriteText,
		"report.csv":  r.WriteCSV,
		"report.json": r.WriteJSON,
	} {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	for name, svg := range r.Plots() {
		if err := os.WriteFile(filepath.Join(dir, name), svg, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// WriteFindingsFile writes a file as WriteFindings does.
func WriteFindingsFile(path string, reports []*Report) error {
	return writeFile(path, func(w io.Writer) error { return WriteFindings(w, reports) })
}

// writeFile makes a file of what write writes.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

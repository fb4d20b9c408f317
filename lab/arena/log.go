package arena

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// A Log is a file with the rounds of a contest, one JSON object per line. The first
// line describes the contest.
type Log struct{ w io.WriteCloser }

// heading is the first line of a Log.
type heading struct {
	Position string   `json:"position"`
	Players  []string `json:"players"`
	Form     string   `json:"form"`
	Seed     uint64   `json:"seed"`
	Opening  int      `json:"opening"`
	Ballots  bool     `json:"ballots,omitempty"`
	Think    string   `json:"think"`
}

// OpenLog opens the file of a contest, or creates it, and adds its rounds to c.Done.
// Players are the names of the players in the file. The file of another contest is
// an error. With the name "" nothing is written.
func OpenLog(file string, c *Contest, players []string) (*Log, error) {
	if file == "" {
		return &Log{}, nil
	}
	head := heading{c.Start.String(), players, string(c.Form), c.Seed, c.Opening, c.Ballots, c.Think.String()}
	first, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	whole := len(data) // up to the end of the last complete line
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		whole = strings.LastIndexByte(string(data), '\n') + 1
		if err := readLog(data[:whole], string(first), c); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	w, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, err
	}
	if err := w.Truncate(int64(whole)); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if _, err := w.Seek(0, io.SeekEnd); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if whole == 0 {
		if _, err := w.Write(append(first, '\n')); err != nil {
			return nil, errors.Join(err, w.Close())
		}
	}
	return &Log{w}, nil
}

// readLog reads the rounds of a log, which must be of the same contest.
func readLog(data []byte, first string, c *Contest) error {
	in := bufio.NewScanner(strings.NewReader(string(data)))
	in.Buffer(nil, 1<<20)
	for n := 1; in.Scan(); n++ {
		if n == 1 {
			if in.Text() != first {
				return fmt.Errorf("the rounds belong to another contest: %s; this one is %s", in.Text(), first)
			}
			continue
		}
		var r Round
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			return fmt.Errorf("line %d: %w", n, err)
		}
		c.Done = append(c.Done, r)
	}
	return in.Err()
}

// Write adds a round to the file.
func (l *Log) Write(r Round) error {
	if l.w == nil {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(line, '\n'))
	return err
}

// Close closes the file.
func (l *Log) Close() error {
	if l.w == nil {
		return nil
	}
	return l.w.Close()
}

// RunLogged runs the contest with a log, as OpenLog describes it. Progress is told how
// many of all rounds are played, those of earlier runs included.
func (c *Contest) RunLogged(ctx context.Context, file string, players []string, progress func(done, all int)) (r *Report, err error) {
	log, err := OpenLog(file, c, players)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, log.Close()) }()
	done, all := len(c.Done), 0
	for _, m := range c.meetings() {
		all += m.Rounds
	}
	c.Each = func(r Round) error {
		done++
		progress(done, all)
		return log.Write(r)
	}
	return c.Run(ctx)
}

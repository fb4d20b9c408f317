package lab

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"parlour/lab/work"
)

// A Notebook is a crew that keeps the results of another crew in a file, so that a
// task that was done before an interruption is not done again.
type Notebook struct {
	crew work.Crew
	file *os.File
	kept map[string]json.RawMessage // results by the digest of their task
}

var _ work.Crew = (*Notebook)(nil)

// note is a line of a notebook. The first has only Release.
type note struct {
	Release string          `json:"release,omitempty"`
	Task    string          `json:"task,omitempty"` // digest
	Result  json.RawMessage `json:"result,omitempty"`
}

// OpenNotebook opens the notebook at path, and makes it if it is missing. It drops
// a line that an interruption cut off. It rejects the notebook of another release,
// whose players may play differently.
func OpenNotebook(path, release string, crew work.Crew) (*Notebook, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	n := &Notebook{crew: crew, file: f, kept: map[string]json.RawMessage{}}
	if err := n.read(release); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return n, nil
}

// read reads the file and leaves it at the end of the last complete line.
func (n *Notebook) read(release string) error {
	r := bufio.NewReader(n.file)
	end := int64(0)
	for first := true; ; first = false {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		var e note
		if err := json.Unmarshal(line, &e); err != nil {
			return fmt.Errorf("%s is not a notebook of the laboratory: %w", n.file.Name(), err)
		}
		switch {
		case first && e.Release != release:
			return fmt.Errorf("%s was begun by another release (%s, this is %s); use another folder", n.file.Name(), e.Release, release)
		case !first:
			n.kept[e.Task] = e.Result
		}
		end += int64(len(line))
	}
	if err := n.file.Truncate(end); err != nil {
		return err
	}
	if _, err := n.file.Seek(end, io.SeekStart); err != nil {
		return err
	}
	if end == 0 {
		return n.write(note{Release: release})
	}
	return nil
}

func (n *Notebook) write(e note) error {
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	_, err = n.file.Write(append(line, '\n'))
	return err
}

// Kept returns the number of results in the notebook.
func (n *Notebook) Kept() int { return len(n.kept) }

// Close closes the file.
func (n *Notebook) Close() error { return n.file.Close() }

// digest identifies a task.
func digest(t work.Task) string {
	sum := sha256.Sum256(bytes.Join([][]byte{[]byte(t.Kind), t.Body}, []byte{0}))
	return hex.EncodeToString(sum[:16])
}

// Run has the tasks done that are not in the notebook yet. A task that occurs
// several times is done once.
func (n *Notebook) Run(ctx context.Context, tasks []work.Task, each func(n int, result json.RawMessage) error) error {
	line := work.Line{Each: each}
	wait := map[string][]int{} // tasks that wait for a digest
	var due []work.Task
	var keys []string
	for i, t := range tasks {
		key := digest(t)
		if result, ok := n.kept[key]; ok {
			if err := line.Put(i, result); err != nil {
				return err
			}
			continue
		}
		if wait[key] == nil {
			due, keys = append(due, t), append(keys, key)
		}
		wait[key] = append(wait[key], i)
	}
	return n.crew.Run(ctx, due, func(d int, result json.RawMessage) error {
		if err := n.write(note{Task: keys[d], Result: result}); err != nil {
			return err
		}
		n.kept[keys[d]] = result
		for _, i := range wait[keys[d]] {
			if err := line.Put(i, result); err != nil {
				return err
			}
		}
		return nil
	})
}

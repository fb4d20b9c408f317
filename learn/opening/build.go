package opening

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"parlour/internal/files"
)

// Build makes a book and writes it to a file, and returns the number of its lines.
// Until it is complete its lines are kept in a second file, from which the next Build
// goes on. Each, if not nil, is called after every line with how many are done and how
// many there will be.
func (k *Maker) Build(ctx context.Context, file string, made Made, workers int, each func(done, all int)) (int, error) {
	part := file + ".part"
	have, err := k.begun(part)
	if err != nil {
		return 0, err
	}
	if err := files.Replace(part, 0o644, func(w io.Writer) error { return Write(w, made, have) }); err != nil {
		return 0, err
	}
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return 0, err
	}
	lines, err := k.Make(ctx, have, workers, func(l *Line, done, all int) error {
		if each != nil {
			each(done, all)
		}
		return Append(f, l)
	})
	switch err = errors.Join(err, f.Close()); {
	case err != nil && ctx.Err() != nil:
		return 0, fmt.Errorf("interrupted; the same command continues from %s", part)
	case err != nil:
		return 0, err
	}
	if err := files.Replace(file, 0o644, func(w io.Writer) error { return Write(w, made, lines) }); err != nil {
		return 0, err
	}
	return len(lines), os.Remove(part)
}

// begun returns the lines of an interrupted Build.
func (k *Maker) begun(part string) ([]Line, error) {
	f, err := os.Open(part)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	made, lines, err := Read(f)
	if err := errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s: %w", part, err)
	}
	if made.Method != k.Method {
		return nil, fmt.Errorf("%s was begun by a program that judges in another way; remove it to begin again", part)
	}
	return lines, nil
}

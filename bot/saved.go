//go:build !js

package bot

import (
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"parlour/internal/files"
)

// LoadTraining reads the state of a training that SaveTraining wrote. It reports
// false if there is none, or no name of a file.
func LoadTraining(file string, state any) (found bool, err error) {
	if file == "" {
		return false, nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close()
	if err := gob.NewDecoder(f).Decode(state); err != nil {
		return false, fmt.Errorf("%s is not a saved training: %w", file, err)
	}
	return true, nil
}

// SaveTraining keeps the state of a training in a file, unless that has no name.
func SaveTraining(file string, state any) error {
	if file == "" {
		return nil
	}
	return files.Replace(file, 0o644, func(w io.Writer) error { return gob.NewEncoder(w).Encode(state) })
}

// Refill copies saved numbers back into their slices, each pair a slice and what was
// saved of it. It reports false if one has another length, as after a change of the
// program.
func Refill(pairs ...[2][]float32) bool {
	for _, p := range pairs {
		if len(p[0]) != len(p[1]) {
			return false
		}
		copy(p[0], p[1])
	}
	return true
}

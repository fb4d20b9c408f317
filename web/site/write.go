package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// listName is the file with the names of all others. It shows that a folder is a
// site, and which of its files an earlier run wrote.
const listName = ".parlour-site"

// A Summary says what was written.
type Summary struct {
	Files int
	Bytes int64
}

// Write writes a site into a folder: a new one, an empty one, or one that it wrote
// before. There it replaces what changed and removes what the site no longer has;
// files that somebody else put there stay.
func Write(ctx context.Context, dir string, c Config) (Summary, error) {
	if _, err := earlier(dir); err != nil {
		return Summary{}, err
	}
	files, err := Files(ctx, c)
	if err != nil {
		return Summary{}, err
	}
	return write(dir, files)
}

func write(dir string, files map[string][]byte) (sum Summary, err error) {
	before, err := earlier(dir)
	if err != nil {
		return sum, err
	}
	names := slices.Sorted(maps.Keys(files))
	list := []byte(strings.Join(names, "\n") + "\n")
	// The list comes first, so that a run that is cut off can be repeated. Pages
	// come after what they need, and the service worker after everything.
	for _, name := range slices.Concat([]string{listName}, inOrder(names)) {
		body, ok := files[name]
		if !ok {
			body = list
			if len(before) > 0 {
				body = []byte(strings.Join(slices.Compact(slices.Sorted(slices.Values(slices.Concat(before, names)))), "\n") + "\n")
			}
		}
		if err := put(filepath.Join(dir, filepath.FromSlash(name)), body); err != nil {
			return sum, err
		}
		sum.Files++
		sum.Bytes += int64(len(body))
	}
	for _, name := range before {
		if _, ok := files[name]; !ok {
			if err := remove(dir, name); err != nil {
				return sum, err
			}
		}
	}
	return sum, put(filepath.Join(dir, listName), list)
}

// inOrder sorts names so that nothing is written before what it needs.
func inOrder(names []string) []string {
	rank := func(name string) int {
		switch {
		case name == "sw.js":
			return 2
		case strings.HasSuffix(name, ".html"):
			return 1
		}
		return 0
	}
	return slices.SortedStableFunc(slices.Values(names), func(a, b string) int { return rank(a) - rank(b) })
}

// earlier returns the files that an earlier run wrote into a folder. A folder with
// anything else is refused.
func earlier(dir string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(dir, listName))
	if err == nil {
		var names []string
		for name := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
			if !filepath.IsLocal(name) {
				return nil, fmt.Errorf("%s names %q, which lies outside of the folder", filepath.Join(dir, listName), name)
			}
			names = append(names, name)
		}
		return names, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	inside, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("%s is not a folder: %w", dir, err)
	case len(inside) > 0:
		return nil, fmt.Errorf("%s is not empty, and not a site that parlour wrote; choose another folder or empty it", dir)
	}
	return nil, nil
}

// put writes a file, unless it is there with the same content. A program that reads the
// site meanwhile sees the old file or the new one.
func put(name string, body []byte) error {
	if old, err := os.ReadFile(name); err == nil && bytes.Equal(old, body) {
		return nil
	}
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(body)
	if err := errors.Join(err, f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

// remove removes a file of a site, and the folders that it leaves empty.
func remove(root, name string) error {
	if err := os.Remove(filepath.Join(root, filepath.FromSlash(name))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for dir := filepath.Dir(filepath.FromSlash(name)); dir != "."; dir = filepath.Dir(dir) {
		if os.Remove(filepath.Join(root, dir)) != nil {
			break // it is not empty
		}
	}
	return nil
}

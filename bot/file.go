//go:build !js

package bot

import "maps"

// A File is a large file that the players of a game need. It is part of the
// program, except inside a browser.
type File struct{ data []byte }

var embedded = map[string][]byte{}

// Embedded declares a file that is part of the program, by its path in the
// repository. Call it from the initialization of a package.
func Embedded(name string, data []byte) *File {
	embedded[name] = data
	return &File{data}
}

// Files returns the files that are part of this program, by their paths in the
// repository. A program inside a browser fetches them.
func Files() map[string][]byte { return maps.Clone(embedded) }

// Bytes returns the content.
func (f *File) Bytes() []byte { return f.data }

// Fetched returns the content, and inside a browser why it cannot be fetched.
func (f *File) Fetched() ([]byte, error) { return f.data, nil }

//go:build !js

package bot

// A File is a large file that the players of a game need. It is part of the
// program, except inside a browser.
type File struct{ data []byte }

// Embedded returns a file that is part of the program.
func Embedded(data []byte) *File { return &File{data} }

// Bytes returns the content.
func (f *File) Bytes() []byte { return f.data }

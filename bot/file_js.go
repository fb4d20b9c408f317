package bot

import (
	"errors"
	"fmt"
	"sync"
)

// Inside a browser the program is downloaded, so the large files of some bots
// are not part of it: they come when a game needs them.

// Fetch reads a file of a bot by its path in the repository. The program sets it
// before it plays.
var Fetch func(name string) ([]byte, error)

// A File is a large file that the players of a game need.
type File struct {
	Game, Name string

	mu   sync.Mutex
	data []byte
}

var remote []*File

// Remote declares a file. Call it from the initialization of a package.
func Remote(game, name string) *File {
	f := &File{Game: game, Name: name}
	remote = append(remote, f)
	return f
}

// Ready fetches the files that a game needs, unless they are here. Without them
// its bots panic.
func Ready(game string) error {
	var failed []error
	for _, f := range remote {
		if f.Game == game {
			failed = append(failed, f.fetch())
		}
	}
	return errors.Join(failed...)
}

func (f *File) fetch() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.data != nil {
		return nil
	}
	if Fetch == nil {
		return fmt.Errorf("%s is missing, and this program has no way to fetch it", f.Name)
	}
	data, err := Fetch(f.Name)
	if err != nil {
		return fmt.Errorf("%s cannot be fetched: %w", f.Name, err)
	}
	f.data = data
	return nil
}

// Fetched returns the content, or why it cannot be fetched.
func (f *File) Fetched() ([]byte, error) {
	err := f.fetch()
	return f.data, err
}

// Bytes returns the content. It panics if the file cannot be fetched.
func (f *File) Bytes() []byte {
	if err := f.fetch(); err != nil {
		panic(err.Error())
	}
	return f.data
}

package work

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"sync"
)

// Release names the program that runs, such as "3f2a9c0d11ee-amd64". Programs
// of the same release make the same results of a task, to the last bit; others
// may know other tasks, or play a little better. A program that was built from
// a commit is named for it, any other for its own bytes.
var Release = sync.OnceValue(func() string {
	name := revision()
	if name == "" {
		name = fingerprint()
	}
	// Not all processors round alike.
	return name + "-" + runtime.GOARCH
})

// revision returns the commit the program was built from, "" if there was more
// to it.
func revision() (commit string) {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value != "false":
			return ""
		}
	}
	return commit
}

// fingerprint returns what tells the file of the program from others.
func fingerprint() string {
	const unknown = "unknown"
	path, err := os.Executable()
	if err != nil {
		return unknown
	}
	f, err := os.Open(path)
	if err != nil {
		return unknown
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return unknown
	}
	return "x" + hex.EncodeToString(sum.Sum(nil)[:6])
}

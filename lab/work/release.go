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

// Release names this program, such as "3f2a9c0d11ee-amd64". Programs of the same
// release give the same results for a task, to the last bit. Others may know other
// tasks or play differently. The name comes from the commit the program was built
// from, or else from the bytes of the program file.
var Release = sync.OnceValue(func() string {
	name := revision()
	if name == "" {
		name = fingerprint()
	}
	// Different processors may round differently.
	return name + "-" + runtime.GOARCH
})

// revision returns the commit the program was built from, or "" if the source had
// further changes.
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

// fingerprint returns a hash of the program file.
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

package work

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
	"sync"

	"parlour/internal/build"
)

// Release names this program, such as "3f2a9c0d11ee-amd64". Programs of the same
// release give the same results for a task, to the last bit. Others may know other
// tasks or play differently. The name comes from the commit the program was built
// from, or else from the bytes of the program file.
var Release = sync.OnceValue(func() string {
	b := build.Info()
	name := b.Short()
	if name == "" || b.Modified {
		name = fingerprint()
	}
	// Different processors may round differently.
	return name + "-" + runtime.GOARCH
})

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

// The command release writes what goreleaser cannot for a release:
//
//	release notices                  # the licences of others, to standard output
//	release sbom PROGRAM FILE        # the parts of a program, as CycloneDX
//
// .ci/release makes the whole release.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"

	"parlour/internal/programs"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	switch {
	case len(args) == 1 && args[0] == "notices":
		list, err := modules(".", targets)
		if err != nil {
			return err
		}
		return writeNotices(os.Stdout, list)
	case len(args) == 3 && args[0] == "sbom":
		text, err := sbom(args[1])
		if err != nil {
			return err
		}
		return os.WriteFile(args[2], text, 0o644)
	}
	return errors.New("usage: release notices | release sbom PROGRAM FILE")
}

// A target is a system that programs are built for.
type target struct{ os, arch string }

// targets are those of .goreleaser.yaml.
var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"freebsd", "amd64"},
}

func (t target) String() string { return t.os + "_" + t.arch }

// command returns a command that runs in a folder and writes errors to ours. The
// flags of the caller's Go do not count, because they may change the bytes.
func command(dir string, env []string, name string, args ...string) *exec.Cmd {
	if path, err := programs.Path(name); err == nil { // otherwise it is a file already
		name = path
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), env...)
	return cmd
}

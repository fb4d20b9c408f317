// The command release builds what a release is made of into a folder: programs for
// every system, Debian packages, checksums, a list of the parts (SBOM) and the
// licences of others.
//
//	go run ./internal/release -out dist
//
// It builds from a fresh clone of the last commit, so the state of the working tree
// does not matter. The same commit and the same Go give the same bytes; it builds one
// program a second time, elsewhere and without any cache, and compares them.
package main

import (
	"bytes"
	"cmp"
	"debug/buildinfo"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"parlour/internal/programs"
)

// nfpm makes the Debian packages.
const nfpm = "github.com/goreleaser/nfpm/v2/cmd/nfpm@v2.44.2"

func main() {
	out := flag.String("out", "dist", "folder to write to; it is emptied first")
	again := flag.Bool("again", true, "build one program a second time and compare")
	deb := flag.Bool("deb", true, "make Debian packages")
	only := flag.String("only", "", "a system to build for, such as linux-amd64 (default: all)")
	flag.Parse()
	dir, err := filepath.Abs(*out)
	if *only != "" {
		targets = slices.DeleteFunc(targets, func(t target) bool { return t.String() != *only })
	}
	if err == nil && len(targets) == 0 {
		err = fmt.Errorf("nothing is built for %s", *only)
	}
	if err == nil {
		err = run(dir, *again, *deb)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// A release is what the steps share.
type release struct {
	source  string // a clone of the repository
	stage   string // for files on their way
	out     string
	version string // with its v
	date    time.Time
	shared  []file // what every archive holds besides the program
}

func run(out string, again, deb bool) error {
	tmp, err := os.MkdirTemp("", "parlour-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	r := &release{source: filepath.Join(tmp, "source"), stage: filepath.Join(tmp, "stage"), out: out}
	if err := clone(r.source); err != nil {
		return err
	}
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	for _, dir := range []string{out, r.stage} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	say("the program for browsers")
	if err := command(r.source, nil, "make", "--no-print-directory", "local").Run(); err != nil {
		return fmt.Errorf("make local: %w", err)
	}
	host := target{runtime.GOOS, runtime.GOARCH}
	program := filepath.Join(r.stage, "host", host.program())
	say("%s, to ask it for its version and its help", host)
	if err := build(r.source, program, host, "-buildvcs=true"); err != nil {
		return err
	}
	if err := r.known(program); err != nil {
		return err
	}
	if err := r.described(); err != nil {
		return err
	}
	if again {
		if err := r.twice(filepath.Join(tmp, "again"), program, host); err != nil {
			return err
		}
	}
	if err := r.documents(program); err != nil {
		return err
	}
	for _, t := range targets {
		if err := r.target(t, deb); err != nil {
			return fmt.Errorf("%s: %w", t, err)
		}
	}
	if err := checksums(out); err != nil {
		return err
	}
	return r.tell()
}

// tell lists what was made.
func (r *release) tell() error {
	list, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	say("%s of %s is in %s:", r.version, r.date.Format(time.DateOnly), r.out)
	for _, f := range list {
		info, err := f.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%12d  %s\n", info.Size(), f.Name())
	}
	return nil
}

// clone clones the repository around the working folder, with its tags.
func clone(into string) error {
	root, err := command(".", nil, "git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return fmt.Errorf("this is no git repository: %w", err)
	}
	return command(".", nil, "git", "clone", "--quiet", "--shared", strings.TrimSpace(string(root)), into).Run()
}

// known finds out the version of a program and the date of its commit.
func (r *release) known(program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	r.version = info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			r.date, err = time.Parse(time.RFC3339, s.Value)
		}
	}
	if err == nil && (r.version == "" || r.date.IsZero()) {
		err = fmt.Errorf("the program does not know its version: %q, %v", r.version, r.date)
	}
	return err
}

// tagged matches the version of a commit that has a tag.
var tagged = regexp.MustCompile(`^v\d+\.\d+\.\d+(-(alpha|beta|rc)[.\d]*)?$`)

// described checks that CHANGELOG.md has a section about a tagged version, such as
// "## v0.1.0, 2026-05-01". Other commits are what is not released yet.
func (r *release) described() error {
	if !tagged.MatchString(r.version) {
		return nil
	}
	text, err := os.ReadFile(filepath.Join(r.source, "CHANGELOG.md"))
	if err != nil {
		return err
	}
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "## ")), ",")
		if strings.HasPrefix(line, "## ") && name == r.version {
			return nil
		}
	}
	return fmt.Errorf("CHANGELOG.md has no section for %[1]s; expected a line such as \"## %[1]s, %[2]s\"", r.version, r.date.Format(time.DateOnly))
}

// twice builds a program again, in another folder and without a cache, and compares.
func (r *release) twice(tmp, program string, t target) error {
	say("%s again, from nothing", t)
	source, second := filepath.Join(tmp, "elsewhere"), filepath.Join(tmp, t.program())
	if err := command(".", nil, "git", "clone", "--quiet", "--shared", r.source, source).Run(); err != nil {
		return err
	}
	if err := os.RemoveAll(filepath.Join(source, localDir)); err != nil {
		return err
	}
	if err := os.CopyFS(filepath.Join(source, localDir), os.DirFS(filepath.Join(r.source, localDir))); err != nil {
		return err
	}
	if err := build(source, second, t, "-buildvcs=true", "GOCACHE="+filepath.Join(tmp, "cache")); err != nil {
		return err
	}
	return same(program, second)
}

// localDir is where make local puts what plays in a browser.
const localDir = "web/page/local"

// same says whether two files differ.
func same(a, b string) error {
	x, err := os.ReadFile(a)
	if err != nil {
		return err
	}
	y, err := os.ReadFile(b)
	if err != nil {
		return err
	}
	if !bytes.Equal(x, y) {
		return fmt.Errorf("two builds differ: %s has %d bytes, %s %d", a, len(x), b, len(y))
	}
	return nil
}

// target builds one target, its archive and its package.
func (r *release) target(t target, deb bool) error {
	say("%s: program, archive, list of parts", t)
	program := filepath.Join(r.stage, t.String(), t.program())
	if err := build(r.source, program, t, "-buildvcs=true"); err != nil {
		return err
	}
	name := t.folder(r.version)
	sum, err := sbom(program, name, r.version, r.date)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(r.out, name+".cdx.json"), sum, 0o644); err != nil {
		return err
	}
	files := append([]file{{t.program(), program, 0o755}}, r.shared...)
	if err := archive(filepath.Join(r.out, name+t.ending()), name, files, r.date); err != nil {
		return err
	}
	if deb && t.os == "linux" {
		return r.deb(t, program)
	}
	return nil
}

// deb makes a Debian package.
func (r *release) deb(t target, program string) error {
	say("%s: Debian package", t)
	cmd := command(r.source, []string{
		"VERSION=" + strings.TrimPrefix(r.version, "v"), "ARCH=" + t.arch, "PROGRAM=" + program, "STAGE=" + r.stage,
		fmt.Sprintf("SOURCE_DATE_EPOCH=%d", r.date.Unix()),
	}, "go", "run", nfpm, "package", "--packager", "deb", "--config", "deploy/package/nfpm.yaml", "--target", r.out+"/")
	cmd.Stdout = os.Stderr
	return cmd.Run()
}

// command returns a command that runs in a folder and writes errors to ours. The
// flags of the caller's Go do not count, because they may change the bytes.
func command(dir string, env []string, name string, args ...string) *exec.Cmd {
	if path, err := programs.Path(name); err == nil { // otherwise it is one of ours
		name = path
	}
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	cmd.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), env...)
	return cmd
}

var began = time.Now()

// say tells what is done now, and how long it all has taken so far.
func say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%4.0f s  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
}

// A target is a system that programs are built for.
type target struct{ os, arch string }

var targets = []target{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"freebsd", "amd64"},
}

func (t target) String() string { return t.os + "-" + t.arch }

// program returns the name of the program there.
func (t target) program() string {
	if t.os == "windows" {
		return "parlour.exe"
	}
	return "parlour"
}

// folder returns the name of the folder in an archive, which the archive also has.
func (t target) folder(version string) string {
	return fmt.Sprintf("parlour-%s-%s", strings.TrimPrefix(version, "v"), t)
}

// ending returns how the name of an archive ends there.
func (t target) ending() string {
	if t.os == "windows" {
		return ".zip"
	}
	return ".tar.gz"
}

// build builds the program for a target: static, and with the same bytes wherever it
// is built.
func build(source, program string, t target, vcs string, env ...string) error {
	env = append([]string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch, "GOTOOLCHAIN=" + cmp.Or(os.Getenv("GOTOOLCHAIN"), "local")}, env...)
	return command(source, env, "go", "build", "-trimpath", vcs, "-ldflags=-s -w", "-o", program, "./cmd/parlour").Run()
}

package main

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.yaml.in/yaml/v3"

	"parlour/internal/programs"
)

var update = flag.Bool("update", false, "rewrite THIRD-PARTY.md")

// root is the folder of the repository.
const root = "../.."

// folder holds what built made, "" until then.
var folder string

// built returns the program of this machine as releases have it.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "parlour-release-test-")
	if err != nil {
		return "", err
	}
	folder = dir
	// From a copy, because other tests may change files that are not in git.
	if err := os.CopyFS(filepath.Join(dir, "one"), sources{os.DirFS(root)}); err != nil {
		return "", err
	}
	program := filepath.Join(dir, "parlour")
	return program, build(filepath.Join(dir, "one"), program)
})

func TestMain(m *testing.M) {
	code := m.Run()
	if folder != "" {
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

func program(t *testing.T) string {
	t.Helper()
	file, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// The program is static: no loader and no library is named in it.
func TestStatic(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // only ELF files can tell
	}
	f, err := elf.Open(program(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	libraries, err := f.ImportedLibraries()
	if err != nil || len(libraries) > 0 {
		t.Errorf("the program needs %v, %v", libraries, err)
	}
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("the program needs a loader")
		}
	}
}

// Two builds in different folders have the same bytes.
func TestReproducible(t *testing.T) {
	here, elsewhere := filepath.Join(filepath.Dir(program(t)), "one"), filepath.Join(t.TempDir(), "elsewhere")
	if err := os.CopyFS(elsewhere, os.DirFS(here)); err != nil {
		t.Fatal(err)
	}
	second := filepath.Join(t.TempDir(), "parlour")
	if err := build(elsewhere, second); err != nil {
		t.Fatal(err)
	}
	one, err := os.ReadFile(program(t))
	if err != nil {
		t.Fatal(err)
	}
	if two, err := os.ReadFile(second); err != nil || !bytes.Equal(one, two) {
		t.Errorf("two builds differ: %d bytes and %d, %v", len(one), len(two), err)
	}
}

// The list of parts names the program, Go and every module, and is the same again.
func TestSBOM(t *testing.T) {
	text, err := sbom(program(t))
	if err != nil {
		t.Fatal(err)
	}
	var b bom
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, c := range b.Components {
		names = append(names, c.Name)
		if c.PURL != "pkg:golang/"+c.Name+"@"+c.Version || c.Version == "" {
			t.Errorf("a part is %+v", c)
		}
	}
	for _, name := range []string{"std", "github.com/spf13/cobra", "modernc.org/sqlite"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not among %v", name, names)
		}
	}
	if !regexp.MustCompile(`^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(b.Serial) {
		t.Errorf("the serial number is %s", b.Serial)
	}
	if len(b.Dependencies) != 1 || len(b.Dependencies[0].DependsOn) != len(b.Components) {
		t.Errorf("dependencies: %+v", b.Dependencies)
	}
	if again, _ := sbom(program(t)); !bytes.Equal(again, text) {
		t.Error("the second list differs")
	}
}

// THIRD-PARTY.md lists what others wrote, with licences that ours can live with.
// -update rewrites it.
func TestThirdParties(t *testing.T) {
	list, err := modules(root, targets)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range list {
		if !slices.Contains([]string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "Bitstream-Vera", "OFL-1.1"}, m.licence) {
			t.Errorf("%s has the licence %s", m.path, m.licence)
		}
	}
	file := filepath.Join(root, "THIRD-PARTY.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, old, ok := strings.Cut(string(text), "| module")
	if !ok {
		t.Fatal("THIRD-PARTY.md has no table")
	}
	by, err := users(root)
	if err != nil {
		t.Fatal(err)
	}
	// Whatever we import ourselves has a reason, and nothing else.
	for path, names := range by {
		_, reason := choices[path]
		if ours := !strings.Contains(names[0], "."); ours != reason && path != "github.com/cpuguy83/go-md2man/v2" {
			t.Errorf("%s is used by %v; has a reason: %v", path, names, reason)
		}
	}
	switch want := thirdParties(list, by); {
	case *update:
		if err := os.WriteFile(file, []byte(head+want), 0o644); err != nil {
			t.Fatal(err)
		}
	case "| module"+old != want:
		t.Errorf("THIRD-PARTY.md says\n| module%s\nbut the modules are\n%s\n(-update rewrites it)", old, want)
	}
	var notices bytes.Buffer
	if err := writeNotices(&notices, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"modernc.org/sqlite v", "Go and its standard library go1.", "Redistribution and use"} {
		if !strings.Contains(notices.String(), want) {
			t.Errorf("the notices lack %q", want)
		}
	}
}

func TestLicence(t *testing.T) {
	for text, want := range map[string]string{
		"Permission is hereby granted,\n free of charge, to any person":                    "MIT",
		"Redistribution and use in source and binary forms ... Neither the name of Google": "BSD-3-Clause",
		"Redistribution and use in source and binary forms, with or without":               "BSD-2-Clause",
		"Apache License\n Version 2.0, January 2004":                                       "Apache-2.0",
		"Permission to use, copy, modify, and/or distribute this software for any purpose": "ISC",
		"GNU GENERAL PUBLIC LICENSE":                                                       "",
	} {
		if got := licence(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A configuration is the part of .goreleaser.yaml that tests read.
type configuration struct {
	Builds   []struct{ Targets, Flags, Ldflags []string }
	Archives []struct {
		Name string `yaml:"name_template"`
	}
	Packages []struct {
		Contents []struct{ Src, Dst string }
		Scripts  map[string]string
	} `yaml:"nfpms"`
}

func configured(t *testing.T) (c configuration) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, &c); err != nil || len(c.Builds) != 1 || len(c.Archives) != 1 || len(c.Packages) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	return c
}

// Goreleaser builds for the systems whose licences we list, in the way that these tests
// build. The package has the files that a host needs.
func TestConfiguration(t *testing.T) {
	c := configured(t)
	var names []string
	for _, at := range targets {
		names = append(names, at.String())
	}
	if b := c.Builds[0]; !slices.Equal(b.Targets, names) || !slices.Equal(append(b.Flags, b.Ldflags...), []string{"-trimpath", "-buildvcs=true", "-s -w"}) {
		t.Errorf("goreleaser builds %+v", b)
	}
	var has []string
	for _, f := range c.Packages[0].Contents {
		has = append(has, f.Dst)
		if strings.HasPrefix(f.Src, ".tools/") {
			continue
		}
		if _, err := os.Stat(filepath.Join(root, f.Src)); err != nil {
			t.Errorf("the package wants %s: %v", f.Src, err)
		}
	}
	for _, name := range []string{"/usr/lib/systemd/system/", "/usr/share/man/man1/", "/usr/share/doc/parlour/README.md", "/usr/share/doc/parlour/docs/DEPLOY.md", "/usr/share/doc/parlour/copyright"} {
		if !slices.Contains(has, name) {
			t.Errorf("the package lacks %s", name)
		}
	}
	for _, script := range c.Packages[0].Scripts {
		if _, err := os.Stat(filepath.Join(root, script)); err != nil {
			t.Errorf("the package runs %s: %v", script, err)
		}
	}
}

// The package stops every unit that it has when it is removed.
func TestUnitsStop(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, configured(t).Packages[0].Scripts["preremove"]))
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.service", "*.socket"} {
		units, err := filepath.Glob(filepath.Join(root, "deploy", pattern))
		if err != nil || len(units) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, unit := range units {
			if name := strings.Replace(filepath.Base(unit), "@", "@*", 1); !strings.Contains(string(script), name) {
				t.Errorf("nothing stops %s", name)
			}
		}
	}
}

// README.md names the files of a release as they are.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	linux := targets[0]
	folder := strings.NewReplacer("{{ .Version }}", "VERSION", "{{ .Os }}", linux.os, "{{ .Arch }}", linux.arch).Replace(configured(t).Archives[0].Name)
	for _, want := range []string{"tar xzf " + folder + ".tar.gz ", "install " + folder + "/parlour ", "apt install ./parlour_VERSION_" + linux.arch + ".deb "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md lacks %q", want)
		}
	}
}

// A tag needs a section in the list of changes: without one nothing is made.
func TestDescribed(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "clone")
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command(programs.Find(t, "git"), args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("clone", "--quiet", "--shared", root, dir)
	script, err := os.ReadFile(filepath.Join(root, ".ci/release")) // as it is now
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".ci/release"), script, 0o755); err != nil {
		t.Fatal(err)
	}
	git("-C", dir, "tag", "v99.0.0")
	cmd := exec.Command(programs.Find(t, "bash"), ".ci/release", "dist")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "CHANGELOG.md has no section for v99.0.0") {
		t.Errorf("%v: %s", err, out)
	}
}

// The version is the tag and stands in no file: .ci/release gives it to the packages.
func TestOneVersion(t *testing.T) {
	for name, want := range map[string]string{
		"clients/js/package.json":            `"version": "0.0.0"`,
		"clients/python/setup.py":            `os.environ.get("PARLOUR_VERSION", "0.0.0")`,
		"clients/python/parlour/__init__.py": `metadata.version("parlour-games")`,
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s lacks %s, %v", name, want, err)
		}
	}
}

// Documents in an archive link only to what is in it.
func TestDocumentsTogether(t *testing.T) {
	script, err := os.ReadFile(filepath.Join(root, ".ci/release"))
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`(?m)^git archive HEAD (.*) \|$`).FindSubmatch(script)
	if m == nil {
		t.Fatal(".ci/release does not say which documents an archive has")
	}
	in := map[string]bool{}
	for _, pattern := range strings.Fields(string(m[1])) {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, top := range found {
			err := filepath.WalkDir(top, func(name string, _ fs.DirEntry, err error) error {
				in[filepath.Clean(name)] = true
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	links := 0
	for name := range in {
		if filepath.Ext(name) != ".md" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`).FindAllSubmatch(text, -1) {
			links++
			if to := filepath.Join(filepath.Dir(name), string(m[1])); !in[to] {
				t.Errorf("%s links to %s, which is not in an archive", name, to)
			}
		}
	}
	if links < 50 {
		t.Errorf("only %d links", links)
	}
}

// build builds the program for this machine as .goreleaser.yaml does, but outside of a
// repository.
func build(source, program string) error {
	tool, err := programs.Path("go")
	if err != nil {
		return err
	}
	return command(source, []string{"CGO_ENABLED=0"}, tool, "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", program, "./cmd/parlour").Run()
}

// sources leaves out what go build does not read.
type sources struct{ fs.FS }

func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(s.FS, name)
	kept := list[:0]
	for _, e := range list {
		switch {
		case name == "." && (e.Name() == ".git" || e.Name() == ".tools" || e.Name() == "node_modules" || e.Name() == "e2e" || e.Name() == "dist" || e.Name() == "local"):
		case name == "clients" && e.Name() != "go":
		case name == "web/page/local" && e.Name() != ".note": // local play, if it was built
		case e.Name() == "testdata" || strings.HasSuffix(e.Name(), "_test.go"):
		default:
			kept = append(kept, e)
		}
	}
	return kept, err
}

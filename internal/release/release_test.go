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
	"time"

	"parlour/internal/programs"
)

var update = flag.Bool("update", false, "rewrite THIRD-PARTY.md")

var host = target{runtime.GOOS, runtime.GOARCH}

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
	program := filepath.Join(dir, host.program())
	return program, build(filepath.Join(dir, "one"), program, host, "-buildvcs=false")
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
	if host.os != "linux" {
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
	if err := build(elsewhere, second, host, "-buildvcs=false"); err != nil {
		t.Fatal(err)
	}
	if err := same(program(t), second); err != nil {
		t.Error(err)
	}
}

// The list of parts names the program, Go and every module, and is the same again.
func TestSBOM(t *testing.T) {
	date := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	text, err := sbom(program(t), "parlour-1", "v1", date)
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
	if again, _ := sbom(program(t), "parlour-1", "v1", date); !bytes.Equal(again, text) {
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
		if !slices.Contains([]string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "Bitstream-Vera"}, m.licence) {
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
	switch want := thirdParties(list); {
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

// Archives are the same again, and hold the program with its rights.
func TestArchives(t *testing.T) {
	dir := t.TempDir()
	one := filepath.Join(dir, "one")
	if err := os.WriteFile(one, []byte("a program"), 0o600); err != nil {
		t.Fatal(err)
	}
	date := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"x.tar.gz", "x.zip"} {
		var sums []string
		for _, sub := range []string{"a", "b"} {
			if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
				t.Fatal(err)
			}
			file1 := filepath.Join(dir, sub, name)
			if err := archive(file1, "parlour-1", []file{{"parlour", one, 0o755}}, date); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(one, time.Now(), time.Now().Add(-time.Hour)); err != nil {
				t.Fatal(err)
			}
			text, err := os.ReadFile(file1)
			if err != nil {
				t.Fatal(err)
			}
			sums = append(sums, string(text))
		}
		if sums[0] != sums[1] {
			t.Errorf("two archives %s differ", name)
		}
	}
	if err := checksums(filepath.Join(dir, "a")); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "a", "SHA256SUMS"))
	if err != nil || !regexp.MustCompile(`^[0-9a-f]{64}  x\.tar\.gz\n[0-9a-f]{64}  x\.zip\n$`).Match(text) {
		t.Errorf("the checksums are %s, %v", text, err)
	}
	list, err := exec.Command(programs.Find(t, "tar"), "-tvzf", filepath.Join(dir, "a", "x.tar.gz")).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(list), "-rwxr-xr-x") || !strings.Contains(string(list), "parlour-1/parlour") {
		t.Errorf("the archive holds %s, %v", list, err)
	}
}

// README.md names the files of a release as they are.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	linux := targets[0]
	for _, want := range []string{
		"tar xzf " + linux.folder("VERSION") + linux.ending() + " ",
		"install " + linux.folder("VERSION") + "/" + linux.program() + " ",
		"apt install ./parlour_VERSION_" + linux.arch + ".deb ",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("README.md lacks %q", want)
		}
	}
}

// A version with a tag needs a section in the list of changes.
func TestDescribed(t *testing.T) {
	for _, c := range []struct {
		version, text string
		ok            bool
	}{
		{"v0.1.0", "# Changes\n\n## v0.1.0, 2026-05-01\n\n- All of it.\n", true},
		{"v0.1.0", "# Changes\n\n## Unreleased\n\n- v0.1.0\n", false},
		{"v0.1.0", "# Changes\n\n## v0.1.01, 2026-05-01\n", false},
		{"v0.2.0-rc.1", "# Changes\n\n## v0.1.0, 2026-05-01\n", false},
		{"v0.1.1-0.20260501120000-3f2a9c0d11ee", "# Changes\n", true},
	} {
		r := &release{source: t.TempDir(), version: c.version}
		if err := os.WriteFile(filepath.Join(r.source, "CHANGELOG.md"), []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := r.described(); (err == nil) != c.ok {
			t.Errorf("%s by %q: %v", c.version, c.text, err)
		}
	}
}

// A package tells its version as nfpm writes it, and our changes.
func TestChangelogs(t *testing.T) {
	r := &release{source: root, stage: t.TempDir(), version: "v0.2.0-rc.1", date: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	if err := r.changelogs(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"changelog.gz": "# Changes\n", "changelog.Debian.gz": "parlour (0.2.0~rc.1) unstable; urgency=medium\n\n  * See changelog.gz.\n\n -- The Parlour project <parlour@parlour.invalid>  Fri, 01 May 2026 12:00:00 +0000\n"} {
		text, err := exec.Command(programs.Find(t, "gzip"), "-dc", filepath.Join(r.stage, name)).Output()
		if err != nil || !strings.HasPrefix(string(text), want) {
			t.Errorf("%s begins with %.200s, %v", name, text, err)
		}
	}
}

// The units in a package start the program where the package puts it.
func TestPackagedUnits(t *testing.T) {
	dir := t.TempDir()
	if err := units(filepath.Join(root, "deploy"), dir); err != nil {
		t.Fatal(err)
	}
	names, _ := filepath.Glob(filepath.Join(dir, "*.service"))
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), "ExecStart=/usr/bin/parlour ") || strings.Contains(string(text), "/usr/local") {
			t.Errorf("%s: %v\n%s", name, err, text)
		}
	}
	if len(names) < 3 {
		t.Errorf("only %v", names)
	}
	text, err := os.ReadFile(filepath.Join(root, "deploy/package/nfpm.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?:src|postinstall|preremove): ([a-zA-Z]\S*)`).FindAllStringSubmatch(string(text), -1) {
		if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
			t.Errorf("the package wants %s: %v", m[1], err)
		}
	}
}

// sources leaves out what go build does not read.
type sources struct{ fs.FS }

func (s sources) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(s.FS, name)
	kept := list[:0]
	for _, e := range list {
		switch {
		case name == "." && (e.Name() == ".git" || e.Name() == "node_modules" || e.Name() == "e2e" || e.Name() == "dist" || e.Name() == "local" || e.Name() == "clients"):
		case name == "web/page/local" && e.Name() != ".note": // local play, if it was built
		case e.Name() == "testdata" || strings.HasSuffix(e.Name(), "_test.go"):
		default:
			kept = append(kept, e)
		}
	}
	return kept, err
}

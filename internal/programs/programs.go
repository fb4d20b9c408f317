// Package programs is the one list of the outside programs that tests and
// measurements run. Nothing else names them:
//
//	cmd := exec.Command(programs.Find(t, "node"), "--test", script)
//
// A test without its program fails and says what to install. make tools installs
// what is missing.
package programs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Program is a command of others.
type Program struct {
	Name     string
	Commands []string // that do, best first; none if its name is its only command
	Package  string   // the Debian packages that have it
	Folders  []string // patterns of folders to look in besides the PATH
	Least    string   // the oldest version that will do; "" if any will
	Needs    string   // what needs it
}

// List lists them. Those that nearly every system has are here too: a minimal
// one may lack any of them.
var List = []Program{
	// Browsers, and what drives them. The Chromium without windows needs a quarter
	// less processor time.
	{Name: "chromium", Commands: []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}, Package: "chromium-headless-shell", Needs: "tests of the page and of pictures"},
	{Name: "firefox", Commands: []string{"firefox-esr", "firefox"}, Package: "firefox-esr", Needs: "tests of the page"},
	{Name: "WebKitWebDriver", Package: "webkit2gtk-driver", Folders: []string{"/usr/lib/*/webkit2gtk-*", "/usr/libexec/webkit2gtk-*"}, Needs: "tests of the page in WebKit"},
	{Name: "Xvfb", Package: "xvfb", Needs: "WebKit, which needs a screen"},

	// Languages.
	{Name: "go", Package: "golang-go", Folders: []string{"/usr/local/go/bin", "/usr/lib/go-*/bin"}, Needs: "everything"},
	{Name: "gcc", Package: "gcc libc6-dev", Needs: "the race detector"},
	{Name: "node", Commands: []string{"node", "nodejs"}, Package: "nodejs", Least: "20.16", Needs: "tests of the page and of the package for JavaScript"},
	{Name: "npm", Package: "npm", Needs: "tests of the page, which use packages of others"},
	{Name: "python3", Package: "python3", Needs: "tests of the package, the bot and the dice verifier in Python"},

	// Servers and a guest.
	{Name: "initdb", Package: "postgresql", Folders: []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin"}, Needs: "tests with PostgreSQL; postgres, psql, pg_dump and pg_restore are beside it"},
	{Name: "nats-server", Package: "nats-server", Folders: []string{"/usr/sbin"}, Needs: "tests with NATS"},
	{Name: "gnubg", Package: "gnubg", Folders: []string{"/usr/games"}, Needs: "tests of backgammon and its records; matches against it"},

	// What hosts put around a server.
	{Name: "nginx", Package: "nginx", Folders: []string{"/usr/sbin"}, Needs: "tests of the example for proxies"},
	{Name: "caddy", Package: "caddy", Needs: "tests of the example for proxies"},
	{Name: "systemd-analyze", Package: "systemd", Needs: "tests of the units"},

	// Tools of the system.
	{Name: "strace", Package: "strace", Needs: "tests that watch what reaches the disk"},
	{Name: "unshare", Package: "util-linux", Needs: "tests with a full disk"},
	{Name: "nsenter", Package: "util-linux", Needs: "tests with a full disk"},
	{Name: "mount", Package: "mount", Folders: []string{"/usr/bin", "/bin"}, Needs: "tests with a full disk"},
	{Name: "dd", Package: "coreutils", Needs: "tests with a full disk"},
	{Name: "rm", Package: "coreutils", Needs: "tests with a full disk"},
	{Name: "stty", Package: "coreutils", Needs: "tests of the full screen"},
	{Name: "sh", Package: "dash", Needs: "tests with a full disk, or with few open files"},
	{Name: "git", Package: "git", Needs: "tests that copy the sources; releases"},
	{Name: "make", Package: "make", Needs: "make test itself, and the test that reads what it runs"},
	{Name: "tar", Package: "tar", Needs: "tests of releases"},
	{Name: "gzip", Package: "gzip", Needs: "tests of releases"},
	{Name: "bash", Package: "bash", Needs: "the scripts in .ci"},
	{Name: "sed", Package: "sed", Needs: "the script that renames the module"},
	{Name: "grep", Package: "grep", Needs: "the script that renames the module"},
	{Name: "xargs", Package: "findutils", Needs: "the script that renames the module"},
}

// rare lists those that make test does not need, so make tools does not install them.
var rare = []Program{
	{Name: "promtool", Package: "prometheus", Needs: "make soak, which checks the rules for alerts (332 MB on the disk)"},
	{Name: "mmdebstrap", Package: "mmdebstrap", Needs: "make fresh"},
	{Name: "g++", Package: "g++", Needs: "make soak, which tests the trainer of backgammon for accelerators"},
}

// All returns the names of all programs and their commands.
func All() (names []string) {
	for _, p := range slices.Concat(List, rare) {
		names = append(append(names, p.Name), p.Commands...)
	}
	return names
}

// Named returns the program with a name of the list.
func Named(name string) (Program, bool) {
	for _, p := range slices.Concat(List, rare) {
		if p.Name == name {
			return p, true
		}
	}
	return Program{}, false
}

// Path returns the file of a program of the list. The error says what to install.
func Path(name string) (string, error) {
	p, ok := Named(name)
	if !ok {
		return "", fmt.Errorf("%s is not in the list of outside programs: see internal/programs", name)
	}
	return p.Path()
}

// T is what Find needs of a test. With testing.TB itself, every program that
// looks for another would contain the package testing.
type T interface {
	Helper()
	Fatal(args ...any)
}

// Find returns the file of a program of the list. Without it the test fails: what
// was not tried has not passed.
func Find(t T, name string) string {
	t.Helper()
	path, err := Path(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Env returns the variable PROGRAMS, which tells scripts where programs are, as
// JSON: {"node":"/usr/bin/node"}.
func Env(t T, names ...string) string {
	t.Helper()
	of := map[string]string{}
	for _, name := range names {
		of[name] = Find(t, name)
	}
	text, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	return "PROGRAMS=" + string(text)
}

// commands returns the commands that do, best first.
func (p *Program) commands() []string {
	if p.Commands == nil {
		return []string{p.Name}
	}
	return p.Commands
}

// Path returns the program's file. The error says what to install.
func (p *Program) Path() (string, error) {
	var old error
	for _, file := range p.files() {
		if p.Least == "" {
			return file, nil
		}
		has, err := version(file)
		if err != nil {
			old = cmp.Or(old, err)
			continue
		}
		if !less(has, p.Least) {
			return file, nil
		}
		old = cmp.Or(old, fmt.Errorf("%s is version %s, which is too old: %s or later is needed for %s. Where your system has no newer one, take it from its makers", file, has, p.Least, p.Needs))
	}
	if old != nil {
		return "", old
	}
	names := strings.Join(p.commands(), " or ")
	return "", fmt.Errorf("%s is not installed, which is needed for %s. Run make tools, or install it yourself (Debian's package %s)", names, p.Needs, p.Package)
}

// Installed reports whether it is there, even if it is too old.
func (p *Program) Installed() bool { return len(p.files()) > 0 }

// files returns the files of its commands, best first.
func (p *Program) files() (list []string) {
	for _, name := range p.commands() {
		if file, err := exec.LookPath(name); err == nil {
			list = append(list, file)
		}
		for _, folder := range p.Folders {
			files, _ := filepath.Glob(filepath.Join(folder, name)) // the patterns are right
			slices.SortFunc(files, newestFirst)
			for _, file := range files {
				if file, err := exec.LookPath(file); err == nil {
					list = append(list, file)
				}
			}
		}
	}
	return list
}

// newestFirst compares paths by the numbers in them: /usr/lib/postgresql/17/bin
// comes before /usr/lib/postgresql/9.6/bin.
func newestFirst(a, b string) int {
	return slices.Compare(numbers(b), numbers(a))
}

// numbers returns the numbers in a text.
func numbers(text string) (list []int) {
	for _, s := range strings.FieldsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n, err := strconv.Atoi(s)
		if err != nil {
			return list // too long for a version
		}
		list = append(list, n)
	}
	return list
}

// less compares versions, such as v20.19.2 and 20.16.
func less(a, b string) bool { return slices.Compare(numbers(a), numbers(b)) < 0 }

// versions remembers what programs said, by file.
var versions sync.Map

// version asks a program for its version.
func version(file string) (string, error) {
	if v, ok := versions.Load(file); ok {
		return v.(string), nil
	}
	out, err := exec.Command(file, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s does not tell its version: %w", file, err)
	}
	v := strings.TrimSpace(string(out))
	versions.Store(file, v)
	return v, nil
}

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// A choice is why we use a module, and what we would do without it.
type choice struct{ why, instead string }

// choices has an entry for each module that we import ourselves.
var choices = map[string]choice{
	"github.com/andybalholm/brotli":            {"makes the program for browsers smaller than gzip does", "gzip of the standard library"},
	"github.com/gdamore/tcell/v2":              {"the full screen in every terminal, Windows included ([adr/0016](docs/adr/0016-tcell.md))", "bubbletea, or line mode alone"},
	"github.com/jackc/pgx/v5":                  {"PostgreSQL: batches, notices of a lost connection, several hosts", "lib/pq with database/sql"},
	"github.com/nats-io/nats.go":               {"the bus between nodes, and the queue of workers ([adr/0007](docs/adr/0007-nats.md))", "LISTEN and NOTIFY of PostgreSQL; workers would need a queue"},
	"github.com/rivo/uniseg":                   {"splits names into letters as people see them, and says how wide they are in a terminal", "nothing in the standard library"},
	"github.com/spf13/cobra":                   {"commands, help, completion and man pages", "package flag, and much of our own"},
	"github.com/spf13/pflag":                   {"the flags of cobra", "goes with cobra"},
	"golang.org/x/crypto":                      {"certificates from Let's Encrypt", "a proxy in front of the server"},
	"golang.org/x/image":                       {"draws outlines and letters as pixels", "a rasteriser of our own"},
	"golang.org/x/term":                        {"asks whether a file is a terminal, and its size", "system calls for each system"},
	"modernc.org/sqlite":                       {"the database of one server, without cgo, so that programs are static", "mattn/go-sqlite3 with cgo"},
	"rsc.io/qr":                                {"QR codes of links", "skip2/go-qrcode"},
	"github.com/anishathalye/porcupine":        {"proves that several nodes act as one, from what clients saw", "a check of our own, for fewer cases"},
	"github.com/go-fonts/dejavu":               {"the fonts to compare our pixels with those of a browser", "copies of the files"},
	"github.com/santhosh-tekuri/jsonschema/v6": {"checks every answer against the OpenAPI description, and what commands print against their schemas", "kin-openapi"},
	"go.yaml.in/yaml/v3":                       {"reads the OpenAPI description, and examples for hosts", "nothing in the standard library"},
}

// A listed package is what go list says about one.
type listed struct {
	ImportPath string
	Module     *struct {
		Path string
		Main bool
	}
	Imports []string
}

// users returns who imports each module of others, tests and tools included: packages
// of ours, or if there are none, modules of others.
func users(source string) (map[string][]string, error) {
	out, err := command(source, nil, "go", "list", "-deps", "-test", "-tags", "man", "-json=ImportPath,Module,Imports", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	module := map[string]string{} // by package
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		if p.Module != nil {
			all = append(all, p)
			if !p.Module.Main {
				module[p.ImportPath] = p.Module.Path
			}
		}
	}
	ours, theirs := map[string]map[string]bool{}, map[string]map[string]bool{}
	for _, p := range all {
		by, name := theirs, p.Module.Path
		if p.Module.Main {
			name, _, _ = strings.Cut(p.ImportPath, " ") // without the test it is built for
			name = strings.TrimSuffix(strings.TrimSuffix(name, ".test"), "_test")
			by, name = ours, strings.TrimPrefix(name, p.Module.Path+"/")
		}
		for _, path := range p.Imports {
			to, ok := module[path]
			if !ok || to == p.Module.Path {
				continue
			}
			if by[to] == nil {
				by[to] = map[string]bool{}
			}
			by[to][name] = true
		}
	}
	list := map[string][]string{}
	for _, by := range []map[string]map[string]bool{theirs, ours} { // ours replace theirs
		for path, names := range by {
			list[path] = slices.Sorted(maps.Keys(names))
		}
	}
	return list, nil
}

// thirdParties returns the tables of THIRD-PARTY.md, from what the programs contain
// and who uses it.
func thirdParties(list []module, by map[string][]string) string {
	var chosen, brought, others, tests strings.Builder
	inside := map[string]bool{}
	quoted := func(path string) string { return "`" + strings.Join(by[path], "`, `") + "`" }
	for _, m := range list {
		inside[m.path] = true
		c, ours := choices[m.path]
		switch {
		case by[m.path] == nil && strings.Contains(m.path, "/"):
			fmt.Fprintf(&brought, "| %s | %s | other systems than Linux |\n", m.path, m.licence)
		case by[m.path] == nil:
			fmt.Fprintf(&others, "| %s | %s |\n", m.path, m.licence)
		case ours:
			fmt.Fprintf(&chosen, "| %s | %s | %s | %s | %s |\n", m.path, m.licence, quoted(m.path), c.why, c.instead)
		default:
			fmt.Fprintf(&brought, "| %s | %s | %s |\n", m.path, m.licence, quoted(m.path))
		}
	}
	for _, path := range slices.Sorted(maps.Keys(choices)) {
		if c := choices[path]; !inside[path] {
			fmt.Fprintf(&tests, "| %s | %s | %s | %s |\n", path, quoted(path), c.why, c.instead)
		}
	}
	return "| module | licence | used by | why | without it |\n| --- | --- | --- | --- | --- |\n" + chosen.String() +
		"\nThey bring these along:\n\n| module | licence | used by |\n| --- | --- | --- |\n" + brought.String() +
		"\nParts that are not modules:\n\n| part | licence |\n| --- | --- |\n" + others.String() +
		"\nOnly tests use these; no release contains them. `package.json` lists what tests of the page use besides:\n\n| module | used by | why | without it |\n| --- | --- | --- | --- |\n" + tests.String()
}

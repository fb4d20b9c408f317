package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A module is what others wrote and our program contains.
type module struct {
	path, version, dir string
	licence            string // its SPDX id
	texts              []string
}

// copied lists what others wrote and our repository holds, with the folders of their
// licences.
var copied = []module{
	{path: "Caprasimo font", version: "5.3.0", dir: "web/page/fonts/caprasimo"},
	{path: "DejaVu fonts", version: "2.37", dir: "draw/font"},
	{path: "Libre Franklin font", version: "5.3.0", dir: "web/page/fonts/libre-franklin"},
}

// modules returns the modules of others in the programs for some targets, Go itself
// first, with their licences.
func modules(source string, targets []target) (list []module, err error) {
	root, err := command(".", nil, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	found := map[string]module{"": {path: "Go and its standard library", version: runtime.Version(), dir: strings.TrimSpace(string(root))}}
	for _, m := range copied {
		m.dir = filepath.Join(source, m.dir)
		found[m.path] = m
	}
	for _, t := range targets {
		cmd := command(source, []string{"CGO_ENABLED=0", "GOOS=" + t.os, "GOARCH=" + t.arch}, "go", "list", "-deps",
			"-f", "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}", "./cmd/parlour")
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				found[f[0]] = module{path: f[0], version: f[1], dir: f[2]}
			}
		}
	}
	for _, m := range found {
		if err := m.read(); err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b module) int { return strings.Compare(a.path, b.path) })
	return list, nil
}

// read reads the licences of a module.
func (m *module) read() error {
	names, err := os.ReadDir(m.dir)
	if err != nil {
		return err
	}
	for _, n := range names {
		upper := strings.ToUpper(n.Name())
		if n.IsDir() || !strings.HasPrefix(upper, "LICENSE") && !strings.HasPrefix(upper, "LICENCE") && !strings.HasPrefix(upper, "COPYING") && !strings.HasPrefix(upper, "NOTICE") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.dir, n.Name()))
		if err != nil {
			return err
		}
		m.texts = append(m.texts, string(text))
		if id := licence(string(text)); m.licence == "" {
			m.licence = id
		}
	}
	if m.licence == "" {
		return fmt.Errorf("%s has no licence that we know", m.path)
	}
	return nil
}

// licence recognises a licence by its words and returns its SPDX id, or "".
func licence(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(s string) bool { return strings.Contains(text, s) }
	switch {
	case has("Apache License") && has("Version 2.0"):
		return "Apache-2.0"
	case has("Mozilla Public License"):
		return "MPL-2.0"
	case has("Redistribution and use in source and binary forms") && has("Neither the name"):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	case has("SIL OPEN FONT LICENSE"):
		return "OFL-1.1"
	case has("Bitstream Vera Fonts Copyright"):
		return "Bitstream-Vera"
	case has("Permission is hereby granted, free of charge"):
		return "MIT"
	case has("Permission to use, copy, modify, and/or distribute this software"):
		return "ISC"
	}
	return ""
}

// writeNotices writes the full texts of the licences.
func writeNotices(w io.Writer, list []module) error {
	if _, err := fmt.Fprint(w, "Parlour contains the work of others. These are their licences.\n"); err != nil {
		return err
	}
	for _, m := range list {
		rule := strings.Repeat("=", 78)
		if _, err := fmt.Fprintf(w, "\n%s\n%s %s (%s)\n%s\n\n%s\n", rule, m.path, m.version, m.licence, rule, strings.TrimSpace(strings.Join(m.texts, "\n\n"))); err != nil {
			return err
		}
	}
	return nil
}

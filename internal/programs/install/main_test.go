package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// What is missing is installed, by sudo where it must, and people are told what to
// do where that is impossible.
func TestInstall(t *testing.T) {
	list := []programs.Program{
		{Name: "first", Package: "b a", Needs: "this"},
		{Name: "second", Package: "a", Needs: "that", Least: "20.16"},
		{Name: "third", Package: "c", Needs: "both"},
	}
	for _, c := range []struct {
		name  string
		root  bool
		has   string // commands of the system
		old   bool   // the package has a program that is too old
		fails bool   // apt-get fails
		ran   []string
		err   []string
	}{
		{name: "root", root: true, has: "apt-get sudo", ran: []string{
			"env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 update",
			"env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends a b"}},
		{name: "user", has: "apt-get sudo", ran: []string{
			"sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 update",
			"sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends a b"}},
		{name: "no sudo", has: "apt-get", err: []string{"as root", "apt-get install --no-install-recommends a b"}},
		{name: "no Debian", has: "sudo", err: []string{"package manager", "first is not installed", "second is not installed"}},
		{name: "too old", root: true, has: "apt-get", old: true, err: []string{"version v18.20.4", "20.16 or later"}},
		{name: "apt-get fails", root: true, has: "apt-get", fails: true, err: []string{"no network", "apt-get install --no-install-recommends a b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Setenv("PATH", dir)
			put := func(name, version string) {
				if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho "+version+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			put("third", "1")
			var ran []string
			var said bytes.Buffer
			s := system{root: c.root, say: &said,
				look: func(name string) (string, error) {
					if slices.Contains(strings.Fields(c.has), name) {
						return name, nil
					}
					return "", errors.New("not found")
				},
				run: func(line []string) error {
					ran = append(ran, strings.Join(line, " "))
					if c.fails {
						return errors.New("no network")
					}
					if slices.Contains(line, "install") {
						put("first", "1")
						put("second", map[bool]string{false: "v20.19.2", true: "v18.20.4"}[c.old])
					}
					return nil
				}}
			err := install(list, s)
			if (err != nil) != (c.err != nil) {
				t.Fatalf("it ends with %v", err)
			}
			for _, w := range c.err {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("it says %q, want %q", err, w)
				}
			}
			if c.ran != nil && !slices.Equal(ran, c.ran) {
				t.Errorf("it ran %q, want %q", ran, c.ran)
			}
			if c.err != nil {
				return
			}
			// There is nothing left to do.
			ran = nil
			if err := install(list, s); err != nil || len(ran) > 0 {
				t.Errorf("the second time it ran %q, %v", ran, err)
			}
		})
	}
}

// A program that is there but too old is not installed again.
func TestOnlyTooOld(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if err := os.WriteFile(filepath.Join(dir, "tool"), []byte("#!/bin/sh\necho v18.20.4\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	err := install([]programs.Program{{Name: "tool", Package: "tool", Needs: "this", Least: "20.16"}}, system{})
	if err == nil || !strings.Contains(err.Error(), "too old") {
		t.Errorf("it ends with %v", err)
	}
}

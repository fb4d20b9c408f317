// Command install installs the outside programs that are missing: those that the
// tests need, or those it is told.
//
//	go run ./internal/programs/install [NAME...]
//
// It uses Debian's apt-get. On other systems it says what to install.
package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"

	"parlour/internal/programs"
)

func main() {
	list := programs.List
	if names := os.Args[1:]; len(names) > 0 {
		list = nil
		for _, name := range names {
			p, ok := programs.Named(name)
			if !ok {
				fmt.Fprintf(os.Stderr, "install: there is no %s in the list of outside programs\n", name)
				os.Exit(2)
			}
			list = append(list, p)
		}
	}
	if err := install(list, system{root: os.Geteuid() == 0, look: exec.LookPath, run: run, say: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, "install:", err)
		os.Exit(1)
	}
}

// A system is where programs are installed.
type system struct {
	root bool
	look func(command string) (string, error)
	run  func(line []string) error
	say  io.Writer
}

// run runs a command and shows only what goes wrong.
func run(line []string) error {
	cmd := exec.Command(line[0], line[1:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr // sudo may ask for a password
	return cmd.Run()
}

// install installs those of a list that are missing.
func install(list []programs.Program, s system) error {
	packages, reasons := missing(list)
	if len(reasons) == 0 {
		return nil
	}
	if len(packages) == 0 { // only such as are too old
		return fmt.Errorf("%s", strings.Join(reasons, "\n"))
	}
	if _, err := s.look("apt-get"); err != nil {
		return fmt.Errorf("please install these with your system's package manager:\n%s", strings.Join(reasons, "\n"))
	}
	var as []string
	byHand := "apt-get update && apt-get install --no-install-recommends " + strings.Join(packages, " ")
	if !s.root {
		if _, err := s.look("sudo"); err != nil {
			return fmt.Errorf("this needs root, and there is no sudo. Please run as root:\n%s", byHand)
		}
		as = []string{"sudo"}
	}
	// sudo does not pass the environment on.
	as = append(as, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-o", "Dpkg::Use-Pty=0")
	fmt.Fprintln(s.say, "installing", strings.Join(packages, " "))
	if err := s.run(slices.Concat(as, []string{"update"})); err != nil {
		return fmt.Errorf("apt-get update: %w. You can run it yourself, as root:\n%s", err, byHand)
	}
	if err := s.run(slices.Concat(as, []string{"install", "-y", "--no-install-recommends"}, packages)); err != nil {
		return fmt.Errorf("apt-get install: %w. You can run it yourself, as root:\n%s", err, byHand)
	}
	if _, reasons := missing(list); len(reasons) > 0 {
		return fmt.Errorf("after the installation:\n%s", strings.Join(reasons, "\n"))
	}
	return nil
}

// missing returns the packages of programs that are missing, and what is wrong
// with each program. One that is too old has no package here: apt has installed
// the newest it knows.
func missing(list []programs.Program) (packages, reasons []string) {
	for _, p := range list {
		if _, err := p.Path(); err != nil {
			reasons = append(reasons, err.Error())
			if !p.Installed() {
				packages = append(packages, strings.Fields(p.Package)...)
			}
		}
	}
	slices.Sort(packages)
	return slices.Compact(packages), reasons
}

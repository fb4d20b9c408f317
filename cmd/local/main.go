//go:build !js

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/andybalholm/brotli"

	"parlour/internal/files"
	"parlour/internal/programs"
)

// quality is how hard brotli tries. At 11 it makes 2.96 MB instead of 3.07 MB, but
// takes almost three times as long; at 9 it makes 3.40 MB.
const quality = 10

func main() {
	embed := flag.Bool("embed", false, "make what cmd/parlour embeds: compressed by brotli, which takes almost a minute, and without the files that every build has anyway")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: go run ./cmd/local [-embed] FOLDER [FLAG OF GO BUILD]...\n\nBuilds the program for browsers and writes it into a folder, with everything it needs there.")
		flag.PrintDefaults()
	}
	flag.Parse()
	if flag.NArg() < 1 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := pack(ctx, flag.Arg(0), *embed, flag.Args()[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "local:", err)
		os.Exit(1)
	}
}

// pack builds the program and writes its files into a folder:
//
//	local.wasm.gz   the program; local.wasm.br to embed it
//	wasm_exec.js    its loader, from the same compiler
//	bot/…           large files of bots and puzzles, not to embed it
//
// What is compressed already stays as it is.
func pack(ctx context.Context, into string, embed bool, flags []string) error {
	root, err := output(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "parlour")
	if err != nil {
		return err
	}
	goroot, err := output(ctx, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "parlour-local-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	wasm := filepath.Join(dir, "local.wasm")
	compiler, err := programs.Path("go")
	if err != nil {
		return err
	}
	args := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", wasm}, flags...)
	build := exec.CommandContext(ctx, compiler, append(args, "parlour/cmd/local")...)
	build.Dir, build.Stderr = root, os.Stderr
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=")
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the program for browsers: %w", err)
	}
	program, err := os.ReadFile(wasm)
	if err != nil {
		return err
	}
	if err := compress(into, program, embed); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(into, "wasm_exec.js"), filepath.Join(goroot, "lib", "wasm", "wasm_exec.js")); err != nil {
		return err
	}
	if embed { // cmd/parlour has them, and gives its own to browsers
		return os.RemoveAll(filepath.Join(into, "bot"))
	}
	for _, pattern := range []string{"bot/*/*.bin", "bot/*/nets/*.net", "bot/*/puzzles/*.bin"} {
		files, err := fs.Glob(os.DirFS(root), pattern)
		if err != nil {
			return err
		}
		for _, name := range files {
			if err := copyFile(filepath.Join(into, filepath.FromSlash(name)), filepath.Join(root, filepath.FromSlash(name))); err != nil {
				return err
			}
		}
	}
	return nil
}

// compress writes a program by gzip, or by brotli to embed it, unless it is there.
func compress(into string, program []byte, embed bool) error {
	sum := sha256.Sum256(program)
	text := []byte(hex.EncodeToString(sum[:]) + "\n")
	mark := filepath.Join(into, ".local.wasm.sha256") // written last
	want, other := filepath.Join(into, "local.wasm.gz"), filepath.Join(into, "local.wasm.br")
	if embed {
		want, other = other, want
	}
	if err := os.Remove(other); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if was, err := os.ReadFile(mark); err == nil && bytes.Equal(was, text) {
		if _, err := os.Stat(want); err == nil {
			return nil
		}
	}
	var b bytes.Buffer
	var z io.WriteCloser = brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: quality, LGWin: 24})
	if !embed {
		z, _ = gzip.NewWriterLevel(&b, gzip.BestCompression) // a level that exists
	}
	z.Write(program) // writing to a buffer never fails
	z.Close()
	if err := write(want, b.Bytes()); err != nil {
		return err
	}
	return write(mark, text)
}

// output runs a command and returns what it prints.
func output(ctx context.Context, name string, args ...string) (string, error) {
	path, err := programs.Path(name)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	return strings.TrimSpace(string(out)), nil
}

func copyFile(to, from string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return write(to, data)
}

// write writes a file in one step, and makes its folder.
func write(name string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return files.WriteFile(name, data, 0o644)
}

package server

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"

	"parlour/web"
	"parlour/web/page"
)

// localProgram returns the program for tables on people's devices: the one in a
// folder, or the one in this build. A server that was started by "go run" makes it
// in the background, because nothing may stand between a newcomer and the first
// game.
func localProgram(ctx context.Context, folder string, log *slog.Logger) (func() web.Program, error) {
	if folder != "" {
		p, err := page.OpenProgram(os.DirFS(folder))
		if err != nil {
			return nil, fmt.Errorf("--local %s: the folder has no program for devices (%w); make one with: go run ./cmd/local %s", folder, err, folder)
		}
		return func() web.Program { return p }, nil
	}
	if p := page.Embedded(); p != nil {
		return func() web.Program { return p }, nil
	}
	file, err := os.Executable()
	if err != nil || !byGoRun(file) {
		log.Info("this build has no tables on people's devices; run \"make local\" before you build it")
		return nil, nil
	}
	var made atomic.Pointer[page.Program]
	go func() {
		p, err := makeProgram(ctx)
		if err != nil {
			log.Warn("tables on people's devices are not offered, because the program for them cannot be built", "err", err)
			return
		}
		made.Store(p)
		log.Info("tables on people's devices are ready")
	}()
	return func() web.Program {
		if p := made.Load(); p != nil {
			return p
		}
		return nil
	}, nil
}

// goBuild finds the folders of the go command: a temporary one, or its cache.
var goBuild = regexp.MustCompile(`/go-build\d*/`)

// byGoRun reports whether a program was built by "go run", which puts it into a
// folder of its own for the time being.
func byGoRun(file string) bool {
	name := strings.TrimSuffix(filepath.Base(file), ".exe")
	return goBuild.MatchString(filepath.ToSlash(file)) && !strings.HasSuffix(name, ".test")
}

// makeProgram builds the program in the user's cache, which is quick if nothing
// has changed.
func makeProgram(ctx context.Context) (*page.Program, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "parlour", "local")
	if out, err := exec.CommandContext(ctx, "go", "run", "parlour/cmd/local", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))
	}
	return page.OpenProgram(os.DirFS(dir))
}

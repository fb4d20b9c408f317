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
	"sync"
	"sync/atomic"

	"parlour/bot"
	"parlour/internal/programs"
	"parlour/web"
	"parlour/web/page"
)

// Program returns the program for tables on people's devices: the one in a folder,
// or the one in this build. If the command was started by "go run", it is made now.
// It is nil if there is none.
func Program(ctx context.Context, folder string) (*page.Program, error) {
	p, err := readyProgram(folder)
	if p == nil && err == nil && startedByGoRun() {
		return makeProgram(ctx)
	}
	return p, err
}

// embedded returns the program in this build, nil if there is none. Its bots and
// puzzles read the same files as ours.
var embedded = sync.OnceValue(func() *page.Program {
	return page.Embedded(bot.Files())
})

// readyProgram returns the program in a folder or in this build, nil if there is
// none.
func readyProgram(folder string) (*page.Program, error) {
	if folder == "" {
		return embedded(), nil
	}
	p, err := page.OpenProgram(os.DirFS(folder))
	if err != nil {
		return nil, fmt.Errorf("--local %s: the folder has no program for devices (%w); make one with: go run ./cmd/local %s", folder, err, folder)
	}
	return p, nil
}

// localProgram returns the program that a server offers. If it was started by "go
// run", it makes the program in the background, because nothing may stand between
// a newcomer and the first game.
func localProgram(ctx context.Context, folder string, log *slog.Logger) (func() web.Program, error) {
	p, err := readyProgram(folder)
	if err != nil {
		return nil, err
	}
	if p != nil {
		return func() web.Program { return p }, nil
	}
	if !startedByGoRun() {
		log.Info("people cannot play on their own devices with this build; run \"make local\" before you build it")
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

// startedByGoRun reports whether this program was started by "go run".
func startedByGoRun() bool {
	file, err := os.Executable()
	return err == nil && byGoRun(file)
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
	compiler, err := programs.Path("go")
	if err != nil {
		return nil, err
	}
	if out, err := exec.CommandContext(ctx, compiler, "run", "parlour/cmd/local", dir).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, strings.TrimSpace(string(out)))
	}
	return page.OpenProgram(os.DirFS(dir))
}

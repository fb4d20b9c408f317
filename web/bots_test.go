package web

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/programs"
	"parlour/internal/wait"
	"parlour/table"
)

// TestBots runs the example bots of clients/ in Go and Python against a real server. They
// play against the server's bots, and against each other.
func TestBots(t *testing.T) {
	s := open(t, nil)
	program := filepath.Join(t.TempDir(), "bot-go")
	if out, err := exec.Command(programs.Find(t, "go"), "build", "-o", program, "parlour/clients/go/example").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	bots := [][]string{{program}, {programs.Find(t, "python3"), "../clients/python/example/bot.py"}}
	for i, bot := range bots {
		out := s.run(bot, "--game", []string{"auto-race", "checkers"}[i])
		if lines := strings.Split(strings.TrimSpace(out), "\n"); len(lines) != 2 || !strings.Contains(out, s.url+"/t/") {
			t.Errorf("%s says %q", bot, out)
		}
	}

	host := s.person()
	id := host.createAs(table.Terms{Game: "backgammon"}, 0)
	done := make(chan string, 2)
	for i := range 2 {
		go func() { done <- s.run(bots[i], "--table", id, "--chair", []string{"1", "2"}[i]) }()
	}
	a, b := <-done, <-done
	if a != b || !strings.Contains(a, "wins") {
		t.Errorf("the bots saw %q and %q", a, b)
	}
	if v := host.view(id); v.Status != table.Over {
		t.Errorf("their game is %s", v.Status)
	}
	for _, bot := range bots {
		cmd := exec.Command(bot[0], append(bot[1:], "--url", s.url, "--table", "aaaaaaaaaaaaaaaa")...)
		if out, err := cmd.CombinedOutput(); err == nil || !strings.Contains(string(out), "not-found") {
			t.Errorf("%s at no table: %v %s", bot, err, out)
		}
	}
}

// The bots of docs/BOT.md play games with and without dice as they stand there.
func TestTutorial(t *testing.T) {
	text, err := os.ReadFile("../docs/BOT.md")
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, nil)
	dir := t.TempDir()
	for _, name := range []string{"bot.py", "bot.mjs", "bot.go"} {
		ext := filepath.Ext(name)
		_, program, ok := strings.Cut(string(text), "\n```"+ext[1:]+"\n")
		program, _, ended := strings.Cut(program, "\n```\n")
		if !ok || !ended {
			t.Fatalf("docs/BOT.md has no %s", name)
		}
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(program), 0o600); err != nil {
			t.Fatal(err)
		}
		var bot []string
		switch ext {
		case ".py":
			bot = []string{programs.Find(t, "python3"), file}
		case ".mjs":
			bot = []string{programs.Find(t, "node"), file}
		default:
			bot = []string{filepath.Join(dir, "bot")}
			if out, err := exec.Command(programs.Find(t, "go"), "build", "-o", bot[0], file).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
		}
		for _, game := range []string{"checkers", "auto-race"} {
			cmd := exec.CommandContext(t.Context(), bot[0], append(bot[1:len(bot):len(bot)], s.url, game)...)
			out, err := cmd.CombinedOutput()
			lines := strings.Split(strings.TrimSpace(string(out)), "\n")
			if err != nil || len(lines) != 2 || !strings.HasPrefix(lines[0], "playing at "+s.url+"/t/") || lines[1] == "" {
				t.Errorf("%s plays %s: %v\n%s", name, game, err, out)
			}
		}
	}
}

// run runs a bot and returns what it prints.
func (s *site) run(bot []string, args ...string) string {
	ctx, cancel := context.WithTimeout(s.t.Context(), wait.Limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, bot[0], append(append(bot[1:len(bot):len(bot)], "--url", s.url), args...)...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil || errs.Len() > 0 {
		s.t.Errorf("%s: %v\n%s%s", bot, err, out.String(), errs.String())
	}
	return out.String()
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"parlour/internal/wait"
)

// confine lets a command see nothing but a folder, as a user without rights. Root can
// do that at once; others need a namespace of their own, where they look like root
// inside and are nobody special outside.
func confine(cmd *exec.Cmd, folder string) {
	const nobody = 65534
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: folder}
	if os.Getuid() == 0 {
		cmd.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
		return
	}
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
}

// The program serves a whole game from a folder that holds nothing but the program
// and a folder for data, as a user without rights. So it needs no other file.
func TestServesFromAnEmptyRoot(t *testing.T) {
	box := t.TempDir()
	text, err := os.ReadFile(program(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(box, "parlour"), text, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(box, "data"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{box, filepath.Join(box, "data")} {
		if err := os.Chmod(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, filepath.Join("/", "parlour"), "serve", "--addr", "127.0.0.1:0", "--data", "/data", "--bot-delay", "0", "--rate", "0")
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Env, cmd.Dir, cmd.WaitDelay = []string{}, "/", 30*time.Second
	confine(cmd, box)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatalf("the program cannot be started in a root folder of its own. This needs either root or a kernel that lets users make namespaces (kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns): %v", err)
	}
	lines := bufio.NewScanner(out)
	address := ""
	for address == "" && lines.Scan() {
		if m := regexp.MustCompile(`open at (\S+)`).FindStringSubmatch(lines.Text()); m != nil {
			address = m[1]
		}
	}
	if address == "" {
		t.Fatalf("the server did not start: %v %s", cmd.Wait(), errs.String())
	}
	go io.Copy(io.Discard, out)
	token := ask(t, "POST", address+"/api/token", "", `{"bearer":true}`)["token"].(string)
	id := ask(t, "POST", address+"/api/tables", token, `{"terms":{"game":"auto-race","setup":{"players":2},"bots":["greedy","random"]},"name":"Host","key":"key-0000001"}`)["table"].(string)
	wait.For(t, "the game to end", func() bool {
		return ask(t, "GET", address+"/api/tables/"+id, "", "")["status"] == "over"
	})
	cancel()
	if err := cmd.Wait(); err != nil && ctx.Err() == nil {
		t.Errorf("the server ended with %v: %s", err, errs.String())
	}
}

func ask(t *testing.T, method, url, token, body string) (answer map[string]any) {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode >= 300 {
		t.Fatalf("%s %s: %s %v %v", method, url, res.Status, answer, err)
	}
	return answer
}

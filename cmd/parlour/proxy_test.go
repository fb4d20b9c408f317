package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/programs"
	"parlour/internal/servers"
	"parlour/internal/wait"
)

// The examples for nginx and Caddy work as they stand, but for names and certificates:
// people play through the proxy, and see at once what happens.
func TestProxies(t *testing.T) {
	upstream, _, _ := serving(t, "--data", t.TempDir(), "--trusted-proxies", "127.0.0.1")
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	pool := selfSigned(t, cert, key)
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	for _, c := range []struct {
		program, file, head, tail string
		changes                   func(address string) []string // for this test
		args                      []string
	}{
		{programs.Find(t, "nginx"), "nginx.conf", "daemon off; master_process off; pid nginx.pid; error_log stderr;\nevents {}\nhttp {\naccess_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path a; uwsgi_temp_path b; scgi_temp_path c;\n", "}\n",
			func(address string) []string {
				return []string{"listen 443 ssl", "listen " + address + " ssl", "/etc/letsencrypt/live/parlour.example.org/fullchain.pem", cert, "/etc/letsencrypt/live/parlour.example.org/privkey.pem", key}
			}, []string{"-p", dir, "-e", "stderr", "-c"}},
		{programs.Find(t, "caddy"), "Caddyfile", "{\nadmin off\nauto_https disable_redirects\n}\n", "",
			func(address string) []string {
				return []string{"\nparlour.example.org {", "\nhttps://" + address + " {\n\ttls " + cert + " " + key}
			}, []string{"run", "--adapter", "caddyfile", "--config"}},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join("..", "..", "deploy", c.file))
			if err != nil {
				t.Fatal(err)
			}
			address := fmt.Sprintf("127.0.0.1:%d", servers.FreePort())
			pairs := append(c.changes(address), "127.0.0.1:8080", strings.TrimPrefix(upstream, "http://"))
			for i := 0; i < len(pairs); i += 2 {
				if !strings.Contains(string(text), pairs[i]) {
					t.Fatalf("%s lacks %q", c.file, pairs[i])
				}
			}
			file := filepath.Join(dir, c.file)
			if err := os.WriteFile(file, []byte(c.head+strings.NewReplacer(pairs...).Replace(string(text))+c.tail), 0o600); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			proxy := exec.CommandContext(ctx, c.program, append(c.args, file)...)
			said := &screen{}
			proxy.Stdout, proxy.Stderr, proxy.Dir, proxy.Env = said, said, dir, append(os.Environ(), "HOME="+dir, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
			if err := proxy.Start(); err != nil {
				t.Fatal(err)
			}
			defer func() {
				cancel()
				proxy.Wait()
				if t.Failed() {
					t.Log(said)
				}
			}()
			base := "https://" + address
			wait.For(t, "the proxy", func() bool {
				res, err := client.Get(base + "/healthz")
				if err == nil {
					res.Body.Close()
				}
				return err == nil && res.StatusCode == http.StatusOK
			})
			playThrough(t, client, base)
		})
	}
}

// playThrough plays a move and sees it, and the answer of a bot, in a stream.
func playThrough(t *testing.T, client *http.Client, base string) {
	t.Helper()
	res, err := client.Post(base+"/api/token", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if cookie := res.Header.Get("Set-Cookie"); !strings.Contains(cookie, "Secure") {
		t.Errorf("the server does not know that people came by https: %q", cookie)
	}
	token := field(t, ask(t, client, "POST", base+"/api/token", "", `{"bearer":true}`), "token")
	id := field(t, ask(t, client, "POST", base+"/api/tables", token, `{"terms":{"game":"checkers","bots":["","random"],"pace":"at-once"},"chair":1,"name":"Ann","key":"key-0000001"}`), "table")
	var view struct {
		Seq   int64
		Moves []string
	}
	if err := json.Unmarshal([]byte(ask(t, client, "GET", base+"/api/tables/"+id, token, "")), &view); err != nil || len(view.Moves) == 0 {
		t.Fatalf("the table: %+v, %v", view, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, "GET", base+"/api/tables/"+id+"/events.ndjson?since=1000000000", nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	kinds := make(chan string)
	go func() {
		defer close(kinds)
		for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
			var e struct{ Kind string }
			if json.Unmarshal(lines.Bytes(), &e) == nil && e.Kind == "move" {
				select {
				case kinds <- e.Kind:
				case <-ctx.Done():
					return
				}
			}
		}
	}()
	body, err := json.Marshal(map[string]any{"kind": "move", "move": view.Moves[0], "seq": view.Seq, "key": "key-0000002"})
	if err != nil {
		t.Fatal(err)
	}
	ask(t, client, "POST", base+"/api/tables/"+id+"/actions", token, string(body))
	for _, what := range []string{"the move in the stream", "the bot's answer in the stream"} {
		if got := wait.Receive(t, what, kinds); got != "move" {
			t.Fatalf("the stream ended before %s", what)
		}
	}
}

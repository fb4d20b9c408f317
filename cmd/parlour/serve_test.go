package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"parlour/internal/wait"
)

// A screen is an output that can be read while it is written.
type screen struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

var opened = regexp.MustCompile(`open at (\S+)`)

// serving runs parlour serve and returns its address, what it prints and a
// function that stops it.
func serving(t *testing.T, args ...string) (address string, out *screen, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out = &screen{}
	code := make(chan int, 1)
	go func() {
		code <- run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--bot-delay", "0s"}, args...), &streams{in: strings.NewReader(""), out: out, err: out})
	}()
	stop = func() int {
		cancel()
		c := wait.Receive(t, "the server to stop", code)
		code <- c
		return c
	}
	t.Cleanup(func() { stop() })
	wait.For(t, "the server to start", func() bool {
		select {
		case c := <-code:
			code <- c
			t.Fatalf("the server ended with %d: %s", c, out)
		default:
		}
		return opened.MatchString(out.String())
	})
	return opened.FindStringSubmatch(out.String())[1], out, stop
}

// ask sends a request with a JSON body and returns the answer.
func ask(t *testing.T, client *http.Client, method, url, token, body string) string {
	t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	res, err := client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode >= 300 {
		t.Fatalf("%s %s: %s %s", method, url, res.Status, raw)
	}
	return string(raw)
}

// field reads a field of a JSON object.
func field(t *testing.T, text, name string) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	s, _ := m[name].(string)
	return s
}

// TestServe has bots play a game on a real server, and then does everything a host
// does with it: verify, list, back up, restore and delete.
func TestServe(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	address, out, stop := serving(t, "--data", data)
	if !strings.Contains(out.String(), "this machine only") {
		t.Errorf("no warning that links are loopback: %s", out)
	}
	for _, args := range [][]string{{"health", address}, {"health", "--addr", strings.TrimPrefix(address, "http://")}} {
		wait.For(t, "a healthy server", func() bool { // a busy store may be too slow for a check
			code, out, _ := call("", args...)
			return code == 0 && strings.Contains(out, "is healthy")
		})
	}
	c := http.DefaultClient
	token := field(t, ask(t, c, "POST", address+"/api/token", "", `{"bearer":true}`), "token")
	id := field(t, ask(t, c, "POST", address+"/api/tables", token, `{"terms":{"game":"auto-race","setup":{"players":2},"bots":["greedy","random"]},"name":"Host","key":"key-0000001"}`), "table")
	wait.For(t, "the game to end", func() bool {
		return field(t, ask(t, c, "GET", address+"/api/tables/"+id, "", ""), "status") == "over"
	})

	rec := filepath.Join(t.TempDir(), "game.txt")
	text := ask(t, c, "GET", address+"/api/tables/"+id+"/record", "", "")
	if err := os.WriteFile(rec, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "log.json")
	if err := os.WriteFile(log, []byte(ask(t, c, "GET", address+"/api/tables/"+id+"/events", "", "")), 0o600); err != nil {
		t.Fatal(err)
	}
	// Nobody's device took part, so nothing is guaranteed; but nothing is wrong.
	if code, out, errs := call("", "verify", rec, "--log", log); code != 3 || !strings.Contains(out, "No contradiction") {
		t.Errorf("verify: %d %s %s", code, out, errs)
	}
	forged := regexp.MustCompile(`(?m)^([GB]) [1-6] `).ReplaceAllString(text, "$1 7 ")
	if code, _, errs := call(forged, "verify", "-", "--log", log); code != 1 || errs == "" {
		t.Errorf("verify of a forgery: %d %s", code, errs)
	}
	if code, _, errs := call("", "verify", "-"); code != 1 || !strings.Contains(errs, "no record") {
		t.Errorf("verify of nothing: %d %s", code, errs)
	}

	copied := filepath.Join(t.TempDir(), "copy.db")
	if code, out, errs := call("", "backup", copied, "--data", data); code != 0 || !strings.Contains(out, "1 table copied") {
		t.Errorf("backup: %d %s %s", code, out, errs)
	}
	if code, _, errs := call("", "backup", copied, "--data", data); code != 1 || !strings.Contains(errs, "exists") {
		t.Errorf("a second backup: %d %s", code, errs)
	}
	if code, out, errs := call("", "tables", "--data", data); code != 0 || !strings.Contains(out, id) || !strings.Contains(out, "auto-race") {
		t.Errorf("tables: %d %s %s", code, out, errs)
	}
	if code, out, errs := call("", "tables", "--json", "--data", data); code != 0 || !strings.Contains(out, `"table": "`+id+`"`) || !strings.HasPrefix(out, "[") {
		t.Errorf("tables --json: %d %s %s", code, out, errs)
	}
	if code, _, errs := call("", "restore", copied, "--data", data); code != 1 || !strings.Contains(errs, "stop it first") {
		t.Errorf("restore under a running server: %d %s", code, errs)
	}
	if code := stop(); code != 0 {
		t.Errorf("the server ended with %d: %s", code, out)
	}
	if code, _, errs := call("", "health", address); code != 1 || !strings.Contains(errs, "no server answers") {
		t.Errorf("health of a server that has stopped: %d %s", code, errs)
	}

	fresh := filepath.Join(t.TempDir(), "fresh")
	if code, out, errs := call("", "restore", copied, "--data", fresh); code != 0 || !strings.Contains(out, "1 table restored") {
		t.Errorf("restore: %d %s %s", code, out, errs)
	}
	again, _, _ := serving(t, "--data", fresh)
	if got := ask(t, c, "GET", again+"/api/tables/"+id+"/record", "", ""); got != text {
		t.Errorf("the restored game differs:\n%s\n%s", got, text)
	}
	if code, out, errs := call("", "tables", "delete", id, "--data", data); code != 0 || !strings.Contains(out, "Deleted") {
		t.Errorf("delete: %d %s %s", code, out, errs)
	}
	if code, _, errs := call("", "tables", "delete", id, "--data", data); code != 1 || !strings.Contains(errs, "no table") {
		t.Errorf("delete twice: %d %s", code, errs)
	}
}

// TestBadBackups checks that restore rejects files that are not databases.
func TestBadBackups(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "x.db")
	for name, content := range map[string]string{"text": strings.Repeat("no database ", 1000), "empty": ""} {
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errs := call("", "restore", file, "--data", filepath.Join(dir, "data")); code != 1 || !strings.Contains(errs, "backup") {
			t.Errorf("%s: %d %s", name, code, errs)
		}
	}
	if code, _, errs := call("", "restore", filepath.Join(dir, "none"), "--data", dir); code != 1 || errs == "" {
		t.Errorf("no file: %d %s", code, errs)
	}
	if code, _, errs := call("", "backup", file+"2", "--data", filepath.Join(dir, "empty")); code != 1 || !strings.Contains(errs, "no database") {
		t.Errorf("backup of nothing: %d %s", code, errs)
	}
}

// TestServeFlags checks that wrong flags are rejected.
func TestServeFlags(t *testing.T) {
	for _, args := range [][]string{
		{"--public-url", "parlour.example"}, {"--public-url", "https://parlour.example/path"}, {"--trusted-proxies", "me"},
		{"--tls-cert", "x"}, {"--tls-cert", "x", "--tls-key", "y", "--acme-domain", "z"}, {"extra"}, {"--watchers", "many"},
		{"--bus", "nats://127.0.0.1:1"}, {"--store", "mysql://x"},
	} {
		if code, _, errs := call("", append([]string{"serve", "--data", t.TempDir(), "--addr", "127.0.0.1:0"}, args...)...); code != 2 || errs == "" {
			t.Errorf("%v: %d %s", args, code, errs)
		}
	}
	if code, _, errs := call("", "tables", "--status", "lost", "--data", t.TempDir()); code != 2 {
		t.Errorf("a bad status: %d %s", code, errs)
	}
	if code, _, errs := call("", "serve", "--data", t.TempDir(), "--addr", "256.0.0.1:1"); code != 1 {
		t.Errorf("a bad address: %d %s", code, errs)
	}
}

// TestLAN checks that --lan prints an address for others and a QR code.
func TestLAN(t *testing.T) {
	_, out, stop := serving(t, "--lan", "--data", t.TempDir(), "--public-url", "https://parlour.example")
	if !strings.Contains(out.String(), "https://parlour.example") || !strings.Contains(out.String(), "█") {
		t.Errorf("no address and code: %s", out)
	}
	stop()
}

// TestTLS checks a server with a certificate.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	pool := selfSigned(t, cert, key)
	address, _, _ := serving(t, "--data", dir, "--tls-cert", cert, "--tls-key", key)
	if !strings.HasPrefix(address, "https://") {
		t.Fatalf("the address is %s", address)
	}
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool}}}
	res, err := client.Post(address+"/api/token", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if !strings.Contains(res.Header.Get("Set-Cookie"), "Secure") || res.Header.Get("Strict-Transport-Security") == "" {
		t.Errorf("headers over TLS: %v", res.Header)
	}
}

// selfSigned makes a certificate for 127.0.0.1.
func selfSigned(t *testing.T, certFile, keyFile string) *x509.CertPool {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for name, block := range map[string]*pem.Block{certFile: {Type: "CERTIFICATE", Bytes: der}, keyFile: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(name, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return pool
}

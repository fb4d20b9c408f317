package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/internal/programs"
	"parlour/internal/wait"
)

// settingsTable lists every flag of the server with its variable.
func settingsTable() string {
	var b strings.Builder
	b.WriteString("| flag | variable | default | what for |\n| --- | --- | --- | --- |\n")
	serveCommand(&streams{}).Flags().VisitAll(func(f *pflag.Flag) {
		value := f.DefValue
		if value == "[]" {
			value = ""
		}
		if value != "" {
			value = "`" + value + "`"
		}
		fmt.Fprintf(&b, "| `--%s` | `%s` | %s | %s |\n", f.Name, variable(f.Name), value, f.Usage)
	})
	return b.String()
}

// The documentation lists the settings as the command has them. -update rewrites
// the list.
func TestSettings(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "DEPLOY.md")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := strings.Cut(string(text), "-update -->\n")
	old, tail, ended := strings.Cut(rest, "<!-- end of settings -->")
	if !ok || !ended {
		t.Fatal("docs/DEPLOY.md has no marks around the settings")
	}
	switch want := settingsTable(); {
	case *update:
		if err := os.WriteFile(path, []byte(head+"-update -->\n"+want+"<!-- end of settings -->"+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	case old != want:
		t.Errorf("docs/DEPLOY.md says\n%s\nbut the settings are\n%s\n(-update rewrites them)", old, want)
	}
}

func TestEnvironment(t *testing.T) {
	read := func(args ...string) (*serveFlags, error) {
		var f serveFlags
		cmd := &cobra.Command{}
		f.add(cmd)
		fromEnvironment(cmd)
		if err := cmd.ParseFlags(args); err != nil {
			t.Fatal(err)
		}
		return &f, readEnvironment(cmd)
	}
	t.Setenv("PARLOUR_BOT_DELAY", "7ms")
	t.Setenv("PARLOUR_TRUSTED_PROXIES", "10.0.0.1,10.0.0.2")
	t.Setenv("PARLOUR_WATCHERS", "12")
	f, err := read("--watchers", "34")
	if err != nil || f.BotDelay.Milliseconds() != 7 || strings.Join(f.proxies, " ") != "10.0.0.1 10.0.0.2" || f.Web.Watchers != 34 {
		t.Errorf("delay %v, proxies %v, watchers %d: %v", f.BotDelay, f.proxies, f.Web.Watchers, err)
	}
	t.Setenv("PARLOUR_RATE", "many")
	if code, _, errs := call("", "serve"); code != exitUsage || !strings.Contains(errs, "PARLOUR_RATE") || !strings.Contains(errs, `"many"`) {
		t.Errorf("a bad variable: %d %s", code, errs)
	}
	if code, _, errs := call(""); code != exitUsage || !strings.Contains(errs, "PARLOUR_RATE") {
		t.Errorf("a bad variable without a command: %d %s", code, errs)
	}
	t.Setenv("PARLOUR_RATE", "")
	t.Setenv("PARLOUR_TLS_CERT", "cert.pem")
	if code, _, errs := call("", "serve"); code != exitUsage || !strings.Contains(errs, "tls-key") {
		t.Errorf("a certificate without its key: %d %s", code, errs)
	}
}

// A variable that nothing reads is named with the one that was probably meant, but
// what Kubernetes sets is not ours.
func TestMisspelt(t *testing.T) {
	got := misspelt(newRoot(&streams{}), []string{"PARLOUR_TRUSTED_PROXY=10.0.0.1", "PARLOUR_BOTDELAY=1s", "PARLOUR_DATA=x", "PARLOUR_BUS_CA=x",
		"PARLOUR_SERVICE_HOST=10.0.0.1", "PARLOUR_PORT_8080_TCP=x", "HOME=/"})
	want := []string{"PARLOUR_TRUSTED_PROXY is not a setting; did you mean PARLOUR_TRUSTED_PROXIES?", "PARLOUR_BOTDELAY is not a setting; did you mean PARLOUR_BOT_DELAY?"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	t.Setenv("PARLOUR_STORES", "sqlite:x")
	if code, _, errs := call("", "tables", "--data", t.TempDir()); code != exitFailed || !strings.Contains(errs, "PARLOUR_STORE?") {
		t.Errorf("tables: %d %s", code, errs)
	}
	if code, _, errs := call("", "games"); code != exitOK || errs != "" {
		t.Errorf("games reads no variable, but says: %d %s", code, errs)
	}
}

var metricName = regexp.MustCompile(`(?:parlour|go|process)_[a-z_]+`)

// The dashboard and the rules for alerts only ask for metrics that a server has. In the
// long run, promtool reads the rules, the configuration and the metrics.
func TestDashboard(t *testing.T) {
	deploy := filepath.Join("..", "..", "deploy")
	text, err := os.ReadFile(filepath.Join(deploy, "grafana-dashboard.json"))
	if err != nil {
		t.Fatal(err)
	}
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(text, &board); err != nil {
		t.Fatal(err)
	}
	asked := map[string][]string{} // expressions by who asks
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			asked[p.Title] = append(asked[p.Title], target.Expr)
		}
	}
	type alerts struct {
		Groups []struct {
			Name  string
			Rules []struct {
				Alert, Expr, For    string
				Labels, Annotations map[string]string
			}
		}
	}
	for _, r := range strictly[alerts](t, filepath.Join(deploy, "alerts.yml"))[0].Groups[0].Rules {
		asked[r.Alert] = []string{r.Expr}
		if r.Annotations["summary"] == "" || r.Annotations["description"] == "" {
			t.Errorf("%s does not say what is wrong and what to do", r.Alert)
		}
	}
	address, out, _ := serving(t, "--data", t.TempDir(), "--private-addr", "127.0.0.1:0", "--log-format", "json")
	private := regexp.MustCompile(`alone: (\S+)`)
	wait.For(t, "the private address", func() bool { return private.MatchString(out.String()) })
	m := private.FindStringSubmatch(out.String())
	c := http.DefaultClient
	token := field(t, ask(t, c, "POST", address+"/api/token", "", `{"bearer":true}`), "token")
	ask(t, c, "POST", address+"/api/tables", token, `{"terms":{"game":"auto-race"},"chair":1,"name":"Host","key":"key-0000001"}`)
	known := ask(t, c, "GET", m[1]+"/metrics", "", "") + ask(t, c, "GET", m[1]+"/metrics/tables", "", "")
	n := 0
	for who, list := range asked {
		for _, name := range metricName.FindAllString(strings.Join(list, " "), -1) {
			n++
			if !strings.Contains(known, "\n# TYPE "+strings.TrimSuffix(name, "_bucket")+" ") && !strings.HasPrefix(known, "# HELP "+name+" ") {
				t.Errorf("%s asks for %s, which no server has", who, name)
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d metrics are asked for", n)
	}
	if os.Getenv("PARLOUR_SOAK") == "" {
		return // promtool takes 332 MB on the disk
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"check", "config", "prometheus.yml"}, {"check", "metrics"}} {
		cmd := exec.Command(programs.Find(t, "promtool"), args...)
		cmd.Dir, cmd.Stdin = deploy, strings.NewReader(known)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("promtool %v: %v\n%s", args, err, out)
		}
	}
}

var flagName = regexp.MustCompile(`--([a-z-]+)`)

// The systemd units call commands and flags that exist, and systemd reads them without
// a complaint. What it calls the exposure of a service, from 0 to 10, stays low.
func TestUnits(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "deploy", "*.service"))
	if err != nil || len(files) < 3 {
		t.Fatalf("units: %v, %v", files, err)
	}
	socket, err := os.ReadFile(filepath.Join("..", "..", "deploy", "parlour.socket"))
	if err != nil || !strings.Contains(string(socket), "\nListenStream="+defaultAddr+"\n") {
		t.Errorf("the socket is not at %s: %s %v", defaultAddr, socket, err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "parlour.socket"), socket, 0o600); err != nil {
		t.Fatal(err)
	}
	verify := exec.Command(programs.Find(t, "systemd-analyze"), "verify", "--man=no", filepath.Join(dir, "parlour.socket"))
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// Systemd wants a program that is there, and an instance of a template.
		unit := filepath.Join(dir, strings.Replace(filepath.Base(name), "@", "@8081", 1))
		if err := os.WriteFile(unit, bytes.ReplaceAll(text, []byte("/usr/local/bin/parlour"), []byte(programs.Find(t, "sh"))), 0o600); err != nil {
			t.Fatal(err)
		}
		verify.Args = append(verify.Args, unit)
		if out, err := exec.Command(programs.Find(t, "systemd-analyze"), "security", "--offline=yes", "--threshold=15", unit).CombinedOutput(); err != nil {
			t.Errorf("%s is exposed: %v\n%s", name, err, out)
		}
		m := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/parlour (.*)$`).FindStringSubmatch(string(text))
		if m == nil {
			t.Fatalf("%s starts nothing", name)
		}
		cmd, _, err := newRoot(&streams{}).Find(strings.Fields(m[1]))
		if err != nil || cmd.Name() != strings.Fields(m[1])[0] {
			t.Errorf("%s calls %q: %v", name, m[1], err)
			continue
		}
		for _, f := range flagName.FindAllStringSubmatch(m[1], -1) {
			if cmd.Flags().Lookup(f[1]) == nil {
				t.Errorf("%s: %s has no flag --%s", name, cmd.Name(), f[1])
			}
		}
	}
	if out, err := verify.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("systemd: %v\n%s", err, out)
	}
}

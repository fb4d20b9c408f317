package nats

import (
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"parlour/internal/servers"
	"parlour/internal/wait"
)

// A password opens the connection and never appears in an error, log or
// status.
func TestPassword(t *testing.T) {
	s := servers.NATS(t, "--user", "ann", "--pass", "sesame")
	err := refused(t, strings.Replace(s.URL(), "://", "://ann:secret@", 1), Options{})
	if !strings.Contains(err.Error(), "Authorization") || strings.Contains(err.Error(), "secret") {
		t.Errorf("a wrong password gave %v", err)
	}
	var said lines
	address := strings.Replace(s.URL(), "://", "://ann:sesame@", 1)
	a := open(t, address, Options{Log: slog.New(slog.NewTextHandler(&said, nil))})
	b := open(t, address, Options{})
	news, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 1)
	announced(t, news, 1)
	s.Kill()
	s.Start()
	a.Publish("t", 2)
	announced(t, news, 2)
	wait.For(t, "the log to say so", func() bool { return strings.Contains(said.String(), "the bus is back") })
	if text := said.String() + a.Status().Server + a.Status().Error; strings.Contains(text, "sesame") {
		t.Errorf("the password leaked: %s", text)
	}
}

// A tls:// connection is encrypted, and opens only if the server's certificate
// was signed by an authority that this machine trusts or that the options
// name.
func TestTLS(t *testing.T) {
	authority, other := servers.NewAuthority(t), servers.NewAuthority(t)
	cert, key := authority.Issue(t)
	s := servers.NATS(t, "--tls", "--tlscert", cert, "--tlskey", key)
	address := strings.Replace(s.URL(), "nats://", "tls://", 1)
	for name, o := range map[string]Options{"nobody": {}, "another authority": {CA: other.File}} {
		if err := refused(t, address, o); !strings.Contains(err.Error(), "certificate") {
			t.Errorf("trusting %s gave %v", name, err)
		}
	}
	if _, err := Open(t.Context(), address, Options{CA: filepath.Join(t.TempDir(), "none.pem")}); err == nil {
		t.Error("an authority whose file is missing is trusted")
	}
	a, b := open(t, address, Options{CA: authority.File}), open(t, address, Options{CA: authority.File})
	news, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 1)
	announced(t, news, 1)
	if state, err := a.nc.TLSConnectionState(); err != nil || !state.HandshakeComplete {
		t.Errorf("the connection is not encrypted: %v", err)
	}
}

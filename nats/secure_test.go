package nats

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/internal/servers"
	"parlour/internal/wait"
)

// A password lets in; it is in no error, log or status.
func TestPassword(t *testing.T) {
	s := servers.NATS(t, "--user", "ann", "--pass", "sesame")
	_, err := Open(t.Context(), strings.Replace(s.URL(), "://", "://ann:secret@", 1), Options{})
	if err == nil || !strings.Contains(err.Error(), "Authorization") || strings.Contains(err.Error(), "secret") {
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
		t.Errorf("the password is told: %s", text)
	}
}

// An address with tls:// is spoken to in secret, and only if its certificate
// is one of those this machine trusts.
func TestTLS(t *testing.T) {
	cert, key := certificate(t)
	s := servers.NATS(t, "--tls", "--tlscert", cert, "--tlskey", key)
	t.Setenv("SSL_CERT_FILE", cert)
	address := strings.Replace(s.URL(), "nats://", "tls://", 1)
	a, b := open(t, address, Options{}), open(t, address, Options{})
	if err := a.Healthy(); err != nil {
		t.Fatal(err)
	}
	news, end := b.Subscribe("t")
	defer end()
	a.Publish("t", 1)
	announced(t, news, 1)
	if state, err := a.nc.TLSConnectionState(); err != nil || !state.HandshakeComplete {
		t.Errorf("the connection is open to everybody: %v", err)
	}
}

// certificate makes one for this machine and returns its files.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature}
	signed, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("cert.pem", "CERTIFICATE", signed), write("key.pem", "PRIVATE KEY", secret)
}

package servers

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// An Authority signs certificates for servers, like a company's private
// authority that no machine trusts by default.
type Authority struct {
	File string // its own certificate, for clients that should trust it
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// NewAuthority creates an authority that nobody trusts yet.
func NewAuthority(t testing.TB) *Authority {
	t.Helper()
	a := &Authority{}
	template := certificate("the authority of a test")
	template.IsCA, template.BasicConstraintsValid, template.KeyUsage = true, true, x509.KeyUsageCertSign
	a.cert, a.key = template, newKey(t)
	a.File = a.sign(t, template, a.key)
	return a
}

// Issue signs a certificate for a server on this machine and returns its files.
func (a *Authority) Issue(t testing.TB) (cert, key string) {
	t.Helper()
	template := certificate("a server of a test")
	template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	template.KeyUsage, template.ExtKeyUsage = x509.KeyUsageDigitalSignature, []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	private := newKey(t)
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return a.sign(t, template, private), writePEM(t, "PRIVATE KEY", secret)
}

func (a *Authority) sign(t testing.TB, template *x509.Certificate, key *ecdsa.PrivateKey) string {
	t.Helper()
	signed, err := x509.CreateCertificate(rand.Reader, template, a.cert, key.Public(), a.key)
	if err != nil {
		t.Fatal(err)
	}
	return writePEM(t, "CERTIFICATE", signed)
}

func certificate(name string) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62)) // this reader never fails
	return &x509.Certificate{SerialNumber: serial, Subject: pkix.Name{CommonName: name}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
}

func newKey(t testing.TB) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func writePEM(t testing.TB, kind string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file.pem")
	if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// Secure gives a server a certificate from an authority and restarts it. From
// then on nobody can connect without TLS.
func (s *PostgresServer) Secure(t testing.TB, a *Authority) {
	t.Helper()
	cert, key := a.Issue(t)
	for from, to := range map[string]string{cert: "server.crt", key: "server.key"} {
		data, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		s.put(t, to, data)
	}
	s.put(t, "pg_hba.conf", []byte("hostssl all all 127.0.0.1/32 scram-sha-256\n"))
	if _, err := s.sql("postgres", "ALTER SYSTEM SET ssl = on"); err != nil {
		t.Fatal(err)
	}
	s.Kill(t)
	s.Start(t)
}

// put writes a file into the data folder, which belongs to the server.
func (s *PostgresServer) put(t testing.TB, name string, data []byte) {
	t.Helper()
	path := filepath.Join(s.data(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := give(path, s.who); err != nil {
		t.Fatal(err)
	}
}

package push

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"time"
)

// text is how Web Push writes bytes as text.
var text = base64.RawURLEncoding

// A Key signs what a server sends. Subscriptions of browsers are bound to it, so
// a server makes it once and keeps it.
type Key struct {
	private *ecdsa.PrivateKey
	public  []byte // uncompressed point
}

// NewKey makes a key.
func NewKey() (*Key, error) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	return keyOf(private)
}

func keyOf(private *ecdsa.PrivateKey) (*Key, error) {
	public, err := private.PublicKey.ECDH()
	if err != nil {
		return nil, err
	}
	return &Key{private, public.Bytes()}, nil
}

// ReadKey reads a key that PEM wrote.
func ReadKey(data []byte) (*Key, error) {
	block, _ := pem.Decode(data)
	if block == nil {
		return nil, errors.New("the text holds no key in the format PEM")
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	private, ok := parsed.(*ecdsa.PrivateKey)
	if !ok || private.Curve != elliptic.P256() {
		return nil, errors.New("the key is not an ECDSA key on the curve P-256")
	}
	return keyOf(private)
}

// PEM returns the key as text. It is a secret.
func (k *Key) PEM() ([]byte, error) {
	der, err := x509.MarshalPKCS8PrivateKey(k.private)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// Public returns the public key in the form that browsers need for
// applicationServerKey.
func (k *Key) Public() string { return text.EncodeToString(k.public) }

// authorization returns the header for one push service (RFC 8292).
func (k *Key) authorization(origin, subject string, expires time.Time) (string, error) {
	claims, err := json.Marshal(struct {
		Audience string `json:"aud"`
		Expires  int64  `json:"exp"`
		Subject  string `json:"sub,omitempty"`
	}{origin, expires.Unix(), subject})
	if err != nil {
		return "", err
	}
	signed := text.EncodeToString([]byte(`{"typ":"JWT","alg":"ES256"}`)) + "." + text.EncodeToString(claims)
	hash := sha256.Sum256([]byte(signed))
	r, s, err := ecdsa.Sign(rand.Reader, k.private, hash[:])
	if err != nil {
		return "", err
	}
	var signature [64]byte
	r.FillBytes(signature[:32])
	s.FillBytes(signature[32:])
	return "vapid t=" + signed + "." + text.EncodeToString(signature[:]) + ", k=" + k.Public(), nil
}

package push

import (
	"bytes"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"
)

func bytesOf(t *testing.T, s string) []byte {
	t.Helper()
	b, err := text.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The example of RFC 8291, appendix A.
func TestEncryptVector(t *testing.T) {
	const want = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	once, err := ecdh.P256().NewPrivateKey(bytesOf(t, "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	k := Keys{"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4", "BTBZMqHH6r4Tts7J_aSIgg"}
	got, err := k.seal([]byte("When I grow up, I want to be a watermelon"), once, [16]byte(bytesOf(t, "DGv6ra1nlYgDCS1FRnbzlw")))
	if err != nil || text.EncodeToString(got) != want {
		t.Errorf("got  %s (%v)\nwant %s", text.EncodeToString(got), err, want)
	}
}

// A browser holds the other half of a subscription.
type browser struct {
	private *ecdh.PrivateKey
	auth    []byte
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	private, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return &browser{private, []byte("sixteen bytes ok")}
}

func (b *browser) at(endpoint string) Subscription {
	return Subscription{endpoint, Keys{text.EncodeToString(b.private.PublicKey().Bytes()), text.EncodeToString(b.auth)}}
}

func (b *browser) open(message []byte) ([]byte, error) {
	if len(message) < 86 || message[20] != 65 {
		return nil, errors.New("no message")
	}
	server, err := ecdh.P256().NewPublicKey(message[21:86])
	if err != nil {
		return nil, err
	}
	shared, err := b.private.ECDH(server)
	if err != nil {
		return nil, err
	}
	key, nonce, err := derive(shared, b.auth, message[:16], b.private.PublicKey().Bytes(), server.Bytes())
	if err != nil {
		return nil, err
	}
	aead, err := gcm(key)
	if err != nil {
		return nil, err
	}
	plain, err := aead.Open(nil, nonce, message[86:], nil)
	return bytes.TrimSuffix(plain, []byte{2}), err
}

// signedBy checks a signature as a push service does.
func signedBy(t *testing.T, header, audience string) bool {
	t.Helper()
	token, key, ok := strings.Cut(strings.TrimPrefix(header, "vapid t="), ", k=")
	parts := strings.Split(token, ".")
	if !ok || len(parts) != 3 {
		return false
	}
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), bytesOf(t, key))
	if err != nil {
		t.Fatal(err)
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(bytesOf(t, parts[1]), &claims); err != nil {
		t.Fatal(err)
	}
	left := time.Until(time.Unix(claims.Exp, 0))
	hash := sha256.Sum256([]byte(parts[0] + "." + parts[1]))
	sig := bytesOf(t, parts[2])
	return claims.Aud == audience && claims.Sub == "https://parlour.example.org" && left > 0 && left < 24*time.Hour && len(sig) == 64 &&
		ecdsa.Verify(public, hash[:], new(big.Int).SetBytes(sig[:32]), new(big.Int).SetBytes(sig[32:]))
}

func TestSend(t *testing.T) {
	b := newBrowser(t)
	got := make(chan string, 1)
	var service *httptest.Server
	service = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusGone)
			return
		}
		body, _ := io.ReadAll(r.Body)
		plain, err := b.open(body)
		if err != nil || r.Header.Get("TTL") != "60" || r.Header.Get("Urgency") != "high" || r.Header.Get("Topic") != "t" || r.Header.Get("Content-Encoding") != "aes128gcm" {
			t.Errorf("headers %v, %v", r.Header, err)
		}
		if !signedBy(t, r.Header.Get("Authorization"), service.URL) {
			t.Error("the signature is not good")
		}
		w.WriteHeader(http.StatusCreated)
		got <- string(plain)
	}))
	defer service.Close()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSender(Config{Key: key, Subject: "https://parlour.example.org", Client: service.Client()})
	defer s.Close()
	m := Message{Body: []byte("Your turn"), TTL: time.Minute, Urgency: "high", Topic: "t"}
	if !s.Offer(b.at(service.URL+"/x"), m, nil) || <-got != "Your turn" {
		t.Error("the message did not arrive")
	}
	gone := make(chan bool)
	s.Offer(b.at(service.URL+"/gone"), m, func() { close(gone) })
	<-gone
	if err := s.deliver(t.Context(), b.at(service.URL+"/x"), Message{Body: make([]byte, mostBody+1)}); err == nil {
		t.Error("a message that is too long was sent")
	}
}

// The private network cannot be reached, neither by address nor by name.
func TestOnlyPublic(t *testing.T) {
	service := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a local server was reached") }))
	defer service.Close()
	key, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	s := NewSender(Config{Key: key})
	defer s.Close()
	b := newBrowser(t)
	for _, endpoint := range []string{service.URL, "https://localhost/x", "https://127.0.0.1/", "https://[::1]/", "https://10.1.2.3/", "https://169.254.169.254/latest", "https://[::ffff:127.0.0.1]/"} {
		if err := s.deliver(t.Context(), b.at(endpoint), Message{}); err == nil || strings.Contains(err.Error(), "latest") {
			t.Errorf("%s: %v", endpoint, err)
		}
	}
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true, "192.168.1.1": false, "100.64.0.1": false, "0.0.0.0": false, "224.0.0.1": false,
		"fe80::1": false, "fd00::1": false, "64:ff9b::7f00:1": false, "2002:7f00:1::": false, "::127.0.0.1": false,
		"::ffff:0:7f00:1": false, "64:ff9b:1::a00:1": false, "100::1": false, "3fff::1": false,
	} {
		if got := public(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s is public: %v", address, got)
		}
	}
}

func TestCheck(t *testing.T) {
	good := newBrowser(t).at("https://push.example.org/x")
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, spoil := range map[string]func(*Subscription){
		"http":     func(s *Subscription) { s.Endpoint = "http://push.example.org/x" },
		"no host":  func(s *Subscription) { s.Endpoint = "https:///x" },
		"password": func(s *Subscription) { s.Endpoint = "https://a:b@push.example.org/x" },
		"long":     func(s *Subscription) { s.Endpoint += strings.Repeat("x", mostEndpoint) },
		"point":    func(s *Subscription) { s.Keys.P256dh = text.EncodeToString(make([]byte, 65)) },
		"auth":     func(s *Subscription) { s.Keys.Auth = "AAAA" },
	} {
		bad := good
		spoil(&bad)
		if bad.Check() == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestReadKey(t *testing.T) {
	a, err := NewKey()
	if err != nil {
		t.Fatal(err)
	}
	text, err := a.PEM()
	if err != nil {
		t.Fatal(err)
	}
	if b, err := ReadKey(text); err != nil || a.Public() != b.Public() || len(b.public) != 65 {
		t.Errorf("the key is not the same: %v", err)
	}
	if _, err := ReadKey([]byte("nothing")); err == nil {
		t.Error("a broken key was read")
	}
}

// Numbers that some programs read as an address are refused as they are.
func TestNumbersAreNoNames(t *testing.T) {
	for _, host := range []string{"2130706433", "0177.0.0.1", "0x7f.1", "0x7f000001", "127.1", "017700000001", "0x7F.0.0.0x1", "2130706433.", "8.8.8", "1.1.1.0x1"} {
		if err := (Hook{URL: "https://" + host + "/"}).Check(); err == nil {
			t.Errorf("%s is taken for a host", host)
		}
		if s := (Subscription{Endpoint: "https://" + host + "/"}); checkAddress("the endpoint", s.Endpoint) == nil {
			t.Errorf("%s is taken for the host of a subscription", host)
		}
	}
	for _, host := range []string{"example.org", "1.example.org", "8.8.8.8", "0xabc.example", "3com.com", "[2606:4700::1111]"} {
		if err := (Hook{URL: "https://" + host + "/"}).Check(); err != nil {
			t.Errorf("%s: %v", host, err)
		}
	}
}

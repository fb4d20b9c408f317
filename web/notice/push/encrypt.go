package push

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// A Subscription says where a browser wants its notices, in the browser's own
// words.
type Subscription struct {
	Endpoint string `json:"endpoint"` // address at the browser's push service
	Keys     Keys   `json:"keys"`
}

// Keys are what notices are encrypted with.
type Keys struct {
	P256dh string `json:"p256dh"` // public key of the browser
	Auth   string `json:"auth"`   // secret shared with it
}

// The limits of a subscription and a message.
const (
	mostEndpoint = 1024
	mostBody     = 3000 // bytes of a message that every service accepts
	recordSize   = 4096
)

// Check reports what is wrong with a subscription. The IP addresses of its host
// are checked when it is dialled, because a name can change its addresses.
func (s *Subscription) Check() error {
	if err := checkAddress("the endpoint", s.Endpoint); err != nil {
		return err
	}
	_, _, err := s.Keys.read()
	return err
}

// checkAddress reports what is wrong with an address to send to.
func checkAddress(what, address string) error {
	u, err := url.Parse(address)
	switch {
	case len(address) > mostEndpoint:
		return errors.New(what + " is too long")
	case err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Fragment != "":
		return errors.New(what + " is not an https address")
	}
	if host := strings.TrimSuffix(u.Hostname(), "."); numeric(host) {
		if _, err := netip.ParseAddr(host); err != nil {
			return errors.New(what + " is a number in an unusual form; expected the name of a host")
		}
	}
	return nil
}

// numeric reports whether programs may read the name of a host as an address of
// IPv4, such as 2130706433, 0x7f.1 or 0177.0.0.1: its last part is a number.
func numeric(host string) bool {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if hex, ok := strings.CutPrefix(strings.ToLower(last), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return last != "" && strings.Trim(last, "0123456789") == ""
}

func (k *Keys) read() (*ecdh.PublicKey, []byte, error) {
	point, err := text.DecodeString(k.P256dh)
	if err != nil {
		return nil, nil, errors.New("the key p256dh is not written in base64url")
	}
	public, err := ecdh.P256().NewPublicKey(point)
	if err != nil {
		return nil, nil, errors.New("the key p256dh is not a point of P-256")
	}
	auth, err := text.DecodeString(k.Auth)
	if err != nil || len(auth) != 16 {
		return nil, nil, errors.New("the key auth is not 16 bytes in base64url")
	}
	return public, auth, nil
}

// encrypt makes a message that only the browser can read.
func (k *Keys) encrypt(plain []byte) ([]byte, error) {
	once, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	var salt [16]byte
	rand.Read(salt[:]) // it never fails
	return k.seal(plain, once, salt)
}

// seal encrypts with a key pair and salt used only once. The message is a
// single record of aes128gcm:
//
//	salt 16 | record size 4 | length 1 | our public key 65 | sealed
func (k *Keys) seal(plain []byte, once *ecdh.PrivateKey, salt [16]byte) ([]byte, error) {
	if len(plain) > mostBody {
		return nil, fmt.Errorf("a message of %d bytes is too long", len(plain))
	}
	browser, auth, err := k.read()
	if err != nil {
		return nil, err
	}
	shared, err := once.ECDH(browser)
	if err != nil {
		return nil, err
	}
	key, nonce, err := derive(shared, auth, salt[:], browser.Bytes(), once.PublicKey().Bytes())
	if err != nil {
		return nil, err
	}
	aead, err := gcm(key)
	if err != nil {
		return nil, err
	}
	out := binary.BigEndian.AppendUint32(salt[:], recordSize)
	out = append(out, byte(len(once.PublicKey().Bytes())))
	out = append(out, once.PublicKey().Bytes()...)
	const last = 2 // delimiter of the last record
	return aead.Seal(out, nonce, append(plain[:len(plain):len(plain)], last), nil), nil
}

// derive finds the key and the nonce of the only record.
func derive(shared, auth, salt, browser, server []byte) (key, nonce []byte, err error) {
	info := "WebPush: info\x00" + string(browser) + string(server)
	secret, err := hkdf.Key(sha256.New, shared, auth, info, 32)
	if err != nil {
		return nil, nil, err
	}
	if key, err = hkdf.Key(sha256.New, secret, salt, "Content-Encoding: aes128gcm\x00", 16); err != nil {
		return nil, nil, err
	}
	nonce, err = hkdf.Key(sha256.New, secret, salt, "Content-Encoding: nonce\x00", 12)
	return key, nonce, err
}

func gcm(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// A key stands for one action of one sender. Whoever sends the same again gets
// the same answer, whatever happened in between. Whoever sends something else
// with a used key, or somebody else's key, is told so. What was sent is kept as
// a fingerprint beside the event, which only the holder of the token can make.

// CheckKey says what is wrong with the key of an action.
func CheckKey(key string) error {
	if len(key) < 8 || len(key) > 64 {
		return bad("an action has a key of 8 to 64 characters")
	}
	return nil
}

// hashOf returns the SHA-256 of a token or another secret in hex, "" for none.
func hashOf(secret string) string {
	if secret == "" {
		return ""
	}
	h := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(h[:])
}

// sealed is HMAC-SHA256 with the token as its key, in hex, of the first 128
// bits: enough, and short in the log.
func sealed(token string, parts ...string) string {
	h := hmac.New(sha256.New, []byte(token))
	text := make([]byte, 0, 256)
	for _, p := range parts {
		text = append(append(text, p...), '\n')
	}
	h.Write(text)
	return hex.EncodeToString(h.Sum(text[:0])[:16])
}

// A Sender is what a table has to know of whoever sends an action. The token
// itself is not in it, so a Sender may travel between nodes.
type Sender struct {
	Hash  string `json:"hash,omitempty"` // SHA-256 of the token, hex; "" without a token
	Print string `json:"print"`          // fingerprint of the action, which only the holder of the token can make
	Once  string `json:"once,omitempty"` // carry: the single-use secret
}

// From returns the sender of an action to a table who holds the token.
func (a *Action) From(table, token string) Sender {
	s := Sender{Hash: hashOf(token)}
	content := *a
	content.Key, content.Seq = "", 0 // what the sender knew of the table does not matter
	text, err := json.Marshal(&content)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	s.Print = sealed(token, "parlour-action", table, string(text))
	if a.Kind == Carry {
		s.Once = sealed(token, "parlour-carry", table, a.Key)
	}
	return s
}

// Seal puts the key and the fingerprint of an action onto the event it became.
func (e *Event) Seal(key, print string) {
	if e.Secret == nil {
		e.Secret = &Secret{}
	}
	e.Key, e.Secret.Print = key, print
}

// IDFor returns the name of the table that the holder of a token makes with a
// key. It can be guessed only by somebody who knows the token.
func IDFor(token, key string) string {
	h := sha256.Sum256([]byte("parlour-table\n" + token + "\n" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h[:10]))
}

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

// sealed is HMAC-SHA256 with the token as its key, in hex, of the first 128
// bits: enough, and short in the log.
func sealed(token string, parts ...[]byte) string {
	h := hmac.New(sha256.New, []byte(token))
	for _, p := range parts {
		h.Write(p)
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Print returns the fingerprint of an action that the holder of a token sends
// to a table. What the sender knew of the table does not matter.
func (a Action) Print(table, token string) string {
	a.Key, a.Seq = "", 0
	content, err := json.Marshal(a)
	if err != nil {
		panic(err) // strings and numbers can always be written
	}
	return sealed(token, []byte("parlour-action"), []byte(table), content)
}

// Seal puts the key and the fingerprint of an action onto the event it became.
func (e *Event) Seal(key, print string) {
	if e.Secret == nil {
		e.Secret = &Secret{}
	}
	e.Key, e.Secret.Print = key, print
}

// Once returns the single-use secret of a carry: the same for the same sender
// and key, and unknown to anybody else.
func Once(table, token, key string) string {
	return sealed(token, []byte("parlour-carry"), []byte(table), []byte(key))
}

// IDFor returns the name of the table that the holder of a token makes with a
// key. It can be guessed only by somebody who knows the token.
func IDFor(token, key string) string {
	h := sha256.Sum256([]byte("parlour-table\n" + token + "\n" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h[:10]))
}

package table

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// A key stands for one action of one sender. A sender who repeats it gets
// the same answer, whatever happened in between. A sender who sends something else
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

// A Sender is what a table has to know about the sender of an action. The token
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

// A doing is an action that was done: enough to answer it again.
type doing struct {
	seq   int64
	print uint64 // the beginning of its fingerprint, 0 if it has none
	throw string
}

func doingOf(e *Event) doing {
	d := doing{seq: e.Seq, throw: e.Body.Throw}
	if e.Secret != nil {
		d.print = beginning(e.Secret.Print)
	}
	return d
}

// beginning returns the first 64 bits of a fingerprint, 0 if it is not one.
func beginning(print string) uint64 {
	if len(print) < 16 {
		return 0
	}
	n, err := strconv.ParseUint(print[:16], 16, 64)
	if err != nil {
		return 0
	}
	return n
}

// Answered returns the reply to an action that was done before; ok is false if
// its key is new. The error is ErrKeyUsed if the key was used for something
// else or by somebody else.
func (s *State) Answered(from *Sender, key string) (reply Reply, ok bool, err error) {
	d, ok := s.done[hashKey(key)]
	switch {
	case !ok:
		return Reply{}, false, nil
	case d.print == 0 || d.print != beginning(from.Print):
		return Reply{}, true, ErrKeyUsed
	}
	return Reply{Seq: d.seq, Throw: d.throw, Once: from.Once}, true, nil
}

// hashKey is FNV-1a. Somebody who makes two keys collide only makes the second
// one useless to themselves.
func hashKey(key string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(key) {
		h = (h ^ uint64(key[i])) * 1099511628211
	}
	return h
}

// IDFor returns the name of the table that the holder of a token makes with a
// key. It can be guessed only by somebody who knows the token.
func IDFor(token, key string) string {
	h := sha256.Sum256([]byte("parlour-table\n" + token + "\n" + key))
	return strings.ToLower(base32.StdEncoding.EncodeToString(h[:10]))
}

// IsID reports whether a text can be the name of a table.
func IsID(text string) bool {
	if len(text) < 8 || len(text) > 32 {
		return false
	}
	for i := range len(text) {
		if c := text[i]; (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

// Package wire is what servers and clients in Go share: how answers are written as
// JSON, and the types of those that both sides know.
//
//	body, err := wire.Marshal(view)
package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
)

// Marshal encodes a value like json.Marshal, but leaves <, > and & as they are:
// browsers never read an answer as HTML, and drawings are full of these signs.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// List returns a list that is [] in JSON, never null.
func List[T any](l []T) []T {
	if l == nil {
		return []T{}
	}
	return l
}

// Join writes JSON values one after another with commas between them.
func Join(w io.Writer, values []json.RawMessage) error {
	for i, v := range values {
		if i > 0 {
			if _, err := io.WriteString(w, ","); err != nil {
				return err
			}
		}
		if _, err := w.Write(v); err != nil {
			return err
		}
	}
	return nil
}

// An Answer is a body with a tag that changes when the body does, for the header
// ETag.
type Answer struct {
	Tag  string
	Body []byte
}

// Tagged returns the answer with a body.
func Tagged(body []byte) Answer {
	sum := sha256.Sum256(body)
	return Answer{`"` + hex.EncodeToString(sum[:8]) + `"`, body}
}

// NewAnswer returns the answer with a value in JSON.
func NewAnswer(v any) (Answer, error) {
	body, err := Marshal(v)
	return Tagged(body), err
}

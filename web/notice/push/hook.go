package push

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strconv"
	"time"
)

// A Hook is an address of somebody's program or chat that wants to be called. The
// body of a message is sent as it is, in JSON, with a signature.
type Hook struct {
	URL    string
	Secret string // signs what is sent
}

// Check reports what is wrong with a hook. The IP addresses of its host are
// checked when it is dialled.
func (h Hook) Check() error { return checkAddress("the address of the hook", h.URL) }

func (h Hook) address() string { return h.URL }

func (h Hook) request(ctx context.Context, _ *Sender, m Message) (*http.Request, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, h.URL, bytes.NewReader(m.Body))
	if err != nil {
		return nil, errors.New("the hook is not an address")
	}
	now := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "parlour")
	r.Header.Set("Parlour-Time", now)
	r.Header.Set("Parlour-Signature", "sha256="+Sign(h.Secret, now, m.Body))
	return r, nil
}

// Sign returns the signature of what is sent to a hook: the HMAC-SHA256 of the
// time, a full stop and the body, in hexadecimal digits. Whoever is called
// compares it, and refuses a time that is long past.
func Sign(secret, time string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(time + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

package push

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Hook is an address of somebody's program or chat that wants to be called. The
// body of a message is sent as it is, in JSON, with a signature.
type Hook struct {
	URL    string
	Secret string // signs what is sent
}

// Check reports what is wrong with a hook. What the name of its host stands for is
// checked whenever it is dialled, because that may change.
func (h Hook) Check() error {
	if err := checkAddress("the address of the hook", h.URL); err != nil {
		return err
	}
	u, err := url.Parse(h.URL)
	if err != nil {
		return err
	}
	if port := u.Port(); port != "" && port != "443" {
		return errors.New("the address of the hook names port " + port + "; expected an https address without a port")
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	a, err := netip.ParseAddr(host)
	if err == nil && !public(a) || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return errors.New("the address of the hook is not public; expected one that everybody can reach")
	}
	return nil
}

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
// time, a full stop and the body, in hexadecimal digits. The receiver
// compares it, and refuses a time that is long past.
func Sign(secret, time string, body []byte) string {
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(time + "."))
	mac.Write(body)
	return hex.EncodeToString(mac.Sum(nil))
}

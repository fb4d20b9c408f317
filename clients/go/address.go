package client

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
)

// An Address says where a table is. People pass it on as a link.
type Address struct {
	Server string // "https://parlour.example.org", without a slash at its end
	Table  string
	Claim  string // a single-use secret that moves a chair to this device, or ""
	Watch  bool   // the link is for watching only
}

// named matches the names of tables. They also name files, so nothing else will do.
var named = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// ParseAddress reads the link of a table in any form that a server gives it.
func ParseAddress(text string) (a Address, err error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return a, errors.New("expected the link of a table, such as https://parlour.example.org/t/TABLE")
	}
	if !strings.Contains(text, "://") {
		scheme := "https://"
		if host, _, _ := strings.Cut(text, "/"); nearby(host) {
			scheme = "http://"
		}
		text = scheme + text
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return a, fmt.Errorf("%q is not the link of a table; expected something like https://parlour.example.org/t/TABLE", text)
	}
	before, path, ok := strings.Cut(u.Path, "/t/")
	id, rest, _ := strings.Cut(path, "/")
	if !ok || !named.MatchString(id) {
		return a, fmt.Errorf("%q does not name a table; expected something like https://parlour.example.org/t/TABLE", text)
	}
	a = Address{Server: u.Scheme + "://" + u.Host + before, Table: id, Watch: rest == "watch"}
	if secret, ok := strings.CutPrefix(u.Fragment, "claim="); ok {
		a.Claim = secret
	}
	return a, nil
}

// nearby reports whether a host, with or without a port, is this machine or one of a
// private network, where servers rarely have certificates.
func nearby(host string) bool {
	name := (&url.URL{Host: host}).Hostname()
	addr, err := netip.ParseAddr(name)
	return name == "localhost" || err == nil && (addr.IsLoopback() || addr.IsPrivate() || addr.IsLinkLocalUnicast())
}

// String returns the link of the table.
func (a Address) String() string { return a.Server + "/t/" + a.Table }

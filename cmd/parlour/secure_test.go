package main

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"parlour/internal/servers"
	"parlour/internal/wait"
	"parlour/server/doctor"
)

// A server connects to a store and a bus with certificates of a private authority
// only if it is configured to trust that authority.
func TestPrivateAuthority(t *testing.T) {
	authority, other := servers.NewAuthority(t), servers.NewAuthority(t)
	database := servers.OwnPostgres(t)
	database.Secure(t, authority)
	store := func(query string) string {
		u, err := url.Parse(database.URL("postgres"))
		if err != nil {
			t.Fatal(err)
		}
		u.RawQuery = query
		return u.String()
	}
	cert, key := authority.Issue(t)
	bus := strings.Replace(servers.NATS(t, "--tls", "--tlscert", cert, "--tlskey", key).URL(), "nats://", "tls://", 1)
	good := store("sslmode=verify-full&sslrootcert=" + url.QueryEscape(authority.File))

	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"a store without TLS":               {[]string{"--store", store("sslmode=disable")}, "no encryption"},
		"a store nobody vouches for":        {[]string{"--store", store("sslmode=verify-full")}, "certificate"},
		"a store of another authority":      {[]string{"--store", store("sslmode=verify-full&sslrootcert=" + url.QueryEscape(other.File))}, "certificate"},
		"a bus nobody vouches for":          {[]string{"--store", good, "--bus", bus}, "certificate"},
		"a bus of another authority":        {[]string{"--store", good, "--bus", bus, "--bus-ca", other.File}, "certificate"},
		"an authority whose file is no PEM": {[]string{"--store", good, "--bus", bus, "--bus-ca", key}, "certificate"},
	} {
		code, said := refused(t, append([]string{"serve", "--addr", "127.0.0.1:0", "--data", t.TempDir()}, c.args...)...)
		if code != exitFailed || !strings.Contains(said, c.want) {
			t.Errorf("%s: %d %s, want %q", name, code, said, c.want)
		}
	}
	address, _, _ := serving(t, "--data", t.TempDir(), "--store", good, "--bus", bus, "--bus-ca", authority.File)
	ask(t, http.DefaultClient, "POST", address+"/api/token", "", `{"bearer":true}`)
	by := examined(t, exitOK, "--data", t.TempDir(), "--store", good, "--bus", bus, "--bus-ca", authority.File)
	expect(t, by["store"], doctor.OK, "PostgreSQL")
	expect(t, by["bus"], doctor.OK, "an announcement took")
}

// refused runs a server until it does not start. It starts without a bus that does not
// answer, and a busy one may be too slow to refuse it.
func refused(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	wait.For(t, "a server that does not start", func() bool {
		ctx, stop := context.WithCancel(t.Context())
		out := &screen{}
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			code = run(ctx, args, &streams{in: strings.NewReader(""), out: out, err: out})
		}()
		wait.For(t, "the server to start or to end", func() bool {
			select {
			case <-ended:
				return true
			default:
				return opened.MatchString(out.String())
			}
		})
		stop()
		<-ended
		said = out.String()
		return !opened.MatchString(said)
	})
	return code, said
}

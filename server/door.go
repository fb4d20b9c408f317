package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"syscall"

	"golang.org/x/crypto/acme/autocert"

	"parlour/draw/qr"
)

// A door is the listener of a server, with its TLS settings and addresses.
type door struct {
	net.Listener
	scheme     string       // http or https
	hosts      []string     // names covered by its certificates
	onLAN      bool         // open to the local network
	lan        string       // its address on the local network; "" if there is none
	challenges http.Handler // answers ACME challenges; nil without ACME
}

// openDoor listens, with TLS if there are certificates: on the socket that systemd
// opened, or on the address. The cache keeps certificates obtained by ACME.
func openDoor(ctx context.Context, c *Config, cache autocert.Cache) (*door, error) {
	listener, err := inherited()
	if err != nil {
		return nil, err
	}
	if listener != nil {
		c.Log.Info("systemd opened the socket, so --addr does not count: parlour.socket says where to listen", "addr", listener.Addr().String())
	} else {
		addr := c.Addr
		if c.LAN {
			if _, port, err := net.SplitHostPort(addr); err == nil {
				addr = ":" + port
			}
		}
		if listener, err = listen(ctx, addr); err != nil {
			return nil, err
		}
	}
	d := &door{Listener: listener, scheme: "http", onLAN: c.LAN}
	config, challenges, err := tlsConfig(c, cache)
	if err != nil {
		listener.Close()
		return nil, err
	}
	if config != nil {
		d.Listener, d.scheme = tls.NewListener(listener, config), "https"
		d.hosts, d.challenges = hosts(c.Domains, config.Certificates), challenges
	}
	if c.LAN {
		d.lan = lanAddress(d.scheme, d.Addr())
	}
	return d, nil
}

// listen listens on an address. If that fails for a usual reason, the error says
// what to do.
func listen(ctx context.Context, addr string) (net.Listener, error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	const windowsInUse = syscall.Errno(10048)
	switch {
	case errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, windowsInUse):
		return nil, fmt.Errorf("another program uses the address %s, perhaps another Parlour. Stop it, or choose another port; port 0 takes any free one", addr)
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("this user may not listen on %s. Ports below 1024 often need a special right; a port such as 8080 does not", addr)
	}
	return listener, err
}

// tlsConfig returns the TLS configuration, or nil without TLS. The handler
// answers ACME challenges.
func tlsConfig(c *Config, cache autocert.Cache) (*tls.Config, http.Handler, error) {
	switch {
	case c.Cert != "":
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, nil, err
		}
		return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil, nil
	case len(c.Domains) > 0:
		m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(c.Domains...), Cache: cache}
		return m.TLSConfig(), m.HTTPHandler(nil), nil
	}
	return nil, nil, nil
}

// hosts returns the names covered by certificates.
func hosts(domains []string, certs []tls.Certificate) (names []string) {
	for _, name := range domains {
		names = append(names, strings.ToLower(name))
	}
	for _, cert := range certs {
		if cert.Leaf != nil {
			for _, name := range cert.Leaf.DNSNames {
				names = append(names, strings.ToLower(name))
			}
		}
	}
	return names
}

// answerChallenges answers ACME challenges over HTTP, if there is an address
// for that. The returned function stops it.
func (d *door) answerChallenges(addr string, all *connections, log *slog.Logger) (end func()) {
	if addr == "" || d.challenges == nil {
		return func() {}
	}
	server := all.http(d.challenges)
	server.Addr = addr
	go func() {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Error("answering ACME's challenges", "err", err)
		}
	}()
	return func() { server.Close() }
}

// announce prints the addresses to open. Public is the address people should
// use, if there is one.
func (d *door) announce(w io.Writer, public string) {
	fmt.Fprintf(w, "Parlour is open at %s\n", cmp.Or(public, d.scheme+"://"+openable(d.Addr())))
	link := cmp.Or(public, d.lan)
	switch {
	case d.onLAN && link == "":
		fmt.Fprintln(w, "This machine does not seem to be on a network; nobody else can join.")
	case d.onLAN:
		if public == "" {
			fmt.Fprintf(w, "On this network: %s\n", d.lan)
		}
		if code, err := qr.Make(link); err == nil {
			fmt.Fprintf(w, "\n%s\n", code.Text())
		}
	case public == "" && loopback(d.Addr()):
		fmt.Fprintln(w, "Links work on this machine only. To play with others: parlour serve --lan")
	}
	fmt.Fprintln(w, "Stop with Ctrl-C.")
}

func loopback(addr net.Addr) bool {
	a, ok := addr.(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// openable writes an address in a form that a browser can open.
func openable(addr net.Addr) string {
	a, ok := addr.(*net.TCPAddr)
	if !ok {
		return addr.String()
	}
	host := a.IP.String()
	if a.IP.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, fmt.Sprint(a.Port))
}

// lanAddress returns the address of this machine on the local network, or ""
// if it has none. It prefers private addresses.
func lanAddress(scheme string, addr net.Addr) string {
	a, ok := addr.(*net.TCPAddr)
	if !ok {
		return ""
	}
	interfaces, err := net.InterfaceAddrs()
	if err != nil {
		return ""
	}
	best := ""
	for _, i := range interfaces {
		n, ok := i.(*net.IPNet)
		if !ok || n.IP.IsLoopback() || n.IP.IsLinkLocalUnicast() || n.IP.To4() == nil {
			continue
		}
		if best == "" || n.IP.IsPrivate() {
			best = n.IP.String()
		}
		if n.IP.IsPrivate() {
			break
		}
	}
	if best == "" {
		return ""
	}
	return scheme + "://" + net.JoinHostPort(best, fmt.Sprint(a.Port))
}

// servePrivate serves profiles and detailed metrics. The returned function
// stops it.
func servePrivate(ctx context.Context, w io.Writer, addr string, all *connections, log *slog.Logger) (end func(), err error) {
	listener, err := listen(ctx, addr)
	if err != nil {
		return nil, err
	}
	server := all.http(all.server.Private())
	go server.Serve(listener)
	fmt.Fprintf(w, "For the host alone: http://%s\n", openable(listener.Addr()))
	if !loopback(listener.Addr()) {
		log.Warn("other machines can reach the private address; make sure that only the host can", "addr", listener.Addr().String())
	}
	return func() { server.Close() }, nil
}

package main

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"golang.org/x/crypto/acme/autocert"

	"parlour/draw/qr"
	"parlour/web"
)

// A door is where people come in.
type door struct {
	net.Listener
	scheme     string       // http or https
	hosts      []string     // names that its certificates are for
	lan        string       // its address on the network of the house; "" if it is not open there
	challenges http.Handler // answers ACME; nil if nobody asks
}

// open listens, with TLS if the flags say so.
func (f *serveFlags) open(ctx context.Context, n *node) (*door, error) {
	addr := f.addr
	if f.lan {
		if _, port, err := net.SplitHostPort(addr); err == nil {
			addr = ":" + port
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	d := &door{Listener: listener, scheme: "http"}
	config, challenges, err := f.tls(n)
	if err != nil {
		listener.Close()
		return nil, err
	}
	if config != nil {
		d.Listener, d.scheme = tls.NewListener(listener, config), "https"
		d.hosts, d.challenges = f.names(config), challenges
	}
	if f.lan {
		d.lan = lanAddress(d.scheme, d.Addr())
	}
	return d, nil
}

// answerChallenges answers ACME's challenges by HTTP, if there is an address to
// do so. The function ends it.
func (d *door) answerChallenges(addr string, log *slog.Logger) (end func()) {
	if addr == "" || d.challenges == nil {
		return func() {}
	}
	server := web.NewHTTP(d.challenges, log)
	server.Addr = addr
	go func() {
		if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			log.Error("answering ACME's challenges", "err", err)
		}
	}()
	return func() { server.Close() }
}

// tls returns how the server speaks TLS, nil if it does not.
func (f *serveFlags) tls(n *node) (*tls.Config, http.Handler, error) {
	switch {
	case f.cert != "":
		pair, err := tls.LoadX509KeyPair(f.cert, f.key)
		if err != nil {
			return nil, nil, err
		}
		return &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}, nil, nil
	case len(f.acme) > 0:
		m := &autocert.Manager{Prompt: autocert.AcceptTOS, HostPolicy: autocert.HostWhitelist(f.acme...), Cache: n.certificates()}
		return m.TLSConfig(), m.HTTPHandler(nil), nil
	}
	return nil, nil, nil
}

// names returns the names that the server's certificates are for.
func (f *serveFlags) names(c *tls.Config) (names []string) {
	for _, name := range f.acme {
		names = append(names, strings.ToLower(name))
	}
	for _, cert := range c.Certificates {
		if cert.Leaf != nil {
			for _, name := range cert.Leaf.DNSNames {
				names = append(names, strings.ToLower(name))
			}
		}
	}
	return names
}

// announce prints where to go.
func (f *serveFlags) announce(s *streams, d *door, public string) {
	s.printf("Parlour is open at %s\n", cmp.Or(public, d.scheme+"://"+openable(d.Addr())))
	link := cmp.Or(public, d.lan)
	switch {
	case f.lan && link == "":
		s.print("This machine seems to be on no network; nobody else can join.")
	case f.lan:
		if public == "" {
			s.printf("On this network: %s\n", d.lan)
		}
		if code, err := qr.Make(link); err == nil {
			s.print()
			s.print(code.Text())
		}
	case public == "" && loopback(d.Addr()):
		s.print("Links work on this machine only. To play with others: parlour serve --lan")
	}
	s.print("Stop with Ctrl-C.")
}

func loopback(addr net.Addr) bool {
	a, ok := addr.(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// openable writes an address as a browser takes it.
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

// lanAddress returns the address of this machine on the network of the house,
// "" if it has none.
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

// private serves what is for the host alone.
func private(ctx context.Context, s *streams, addr string, handler *web.Server, log *slog.Logger) (end func(), err error) {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	server := web.NewHTTP(handler.Private(), log)
	go server.Serve(listener)
	s.printf("For the host alone: http://%s\n", openable(listener.Addr()))
	if !loopback(listener.Addr()) {
		log.Warn("the private address can be reached from other machines; see that only the host does", "addr", listener.Addr().String())
	}
	return func() { server.Close() }, nil
}

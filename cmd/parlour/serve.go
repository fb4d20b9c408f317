package main

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"parlour/server"
	"parlour/web"
	"parlour/web/exchange"
)

// serveFlags are the flags of the server. They fill in its configuration.
type serveFlags struct {
	server.Config
	limits    web.Limits // PerAddress 0 is for no limits at all
	publicURL string
	proxies   []string
	local     string
	verbose   bool
	logFormat string
}

func serveCommand(s *streams) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Let people play together in their browsers",
		Long: `Serve starts the server and prints the address to open. Everything is kept in one
file in the data folder. Whatever the server has acknowledged is never lost.

With --lan everybody on your local network can join; the server prints its address
and a QR code. To serve the internet, give --public-url, and either a certificate,
--acme-domain, or a proxy in front (--trusted-proxies).

Several machines act as one server if they share a store and a bus: give each
--store postgres://… and --bus nats://…, and put any load balancer in front.

Old tables are deleted: finished ones after --keep-over, others after
--keep-unfinished, both counted from their last change.

Every flag can also be set by an environment variable: PARLOUR_BOT_DELAY=1s is
--bot-delay 1s. A flag overrides its variable.`,
		Example: `  parlour serve
  parlour serve --lan
  parlour serve --addr :443 --acme-domain parlour.example.org`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd.Context(), s) },
	}
	f.add(cmd)
	fromEnvironment(cmd)
	return cmd
}

// addTo adds the flags to the bare command, whose help does not list them.
func (f *serveFlags) addTo(root *cobra.Command) {
	f.add(root)
	fromEnvironment(root)
	root.Flags().VisitAll(func(flag *pflag.Flag) { flag.Hidden = true })
}

// defaultAddr is where a server listens unless it is told where.
const defaultAddr = "127.0.0.1:8080"

func (f *serveFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.Addr, "addr", defaultAddr, "address to listen on; port 0 takes any free port")
	addStoreFlags(fl, &f.Place)
	addBusFlags(cmd, &f.Bus, "tells the nodes that share a store at once what happens")
	fl.StringVar(&f.Node, "node", "", "name of this node, different from all others (default: made of the machine, the process and random letters)")
	fl.DurationVar(&f.Drain, "drain", 0, "how long /healthz reports unready before the server stops, so that load balancers notice; in the second half of it streams end one by one")
	fl.BoolVar(&f.LAN, "lan", false, "listen on all interfaces and print the address on the local network, with a QR code")
	fl.StringVar(&f.publicURL, "public-url", "", "address where people reach the server, for links, such as https://parlour.example.org")
	fl.StringVar(&f.Cert, "tls-cert", "", "certificate file; with --tls-key the server speaks TLS")
	fl.StringVar(&f.Key, "tls-key", "", "key file of the certificate")
	fl.StringSliceVar(&f.Domains, "acme-domain", nil, "get certificates for these domains from Let's Encrypt; port 443 has to reach this server")
	fl.StringVar(&f.ACMEAddr, "acme-http", "", "also answer ACME's challenges by HTTP on this address, such as :80, and redirect everything else")
	fl.StringSliceVar(&f.proxies, "trusted-proxies", nil, "addresses or networks of proxies whose X-Forwarded headers are trusted")
	fl.IntVar(&f.Web.Watchers, "watchers", 2000, "maximum number of streams of spectators at one table")
	fl.Float64Var(&f.limits.PerAddress, "rate", web.DefaultLimits.PerAddress, "requests per second from one address; 0 turns all limits off")
	fl.Float64Var(&f.limits.PerToken, "token-rate", web.DefaultLimits.PerToken, "requests per second from one person")
	fl.Float64Var(&f.limits.Creations, "creations", web.DefaultLimits.Creations, "new tables per minute from one address")
	fl.IntVar(&f.limits.Streams, "streams", web.DefaultLimits.Streams, "maximum number of open streams from one address")
	fl.DurationVar(&f.BotDelay, "bot-delay", 600*time.Millisecond, "pause of a calm bot before it chooses, so that people can follow")
	fl.DurationVar(&f.BotTime, "bot-time", 2*time.Second, "maximum time a bot thinks about a move")
	fl.IntVar(&f.Web.LabGames, "lab-games", 20_000, "maximum number of games of an experiment in the browser's laboratory; 0 turns the laboratory off")
	fl.DurationVar(&f.Web.LabTime, "lab-time", time.Minute, "maximum time of an experiment")
	fl.StringVar(&f.local, "local", "on", "let people play on their own devices without the server: on, off, or the folder of a program for it (\"make local\" makes it part of a build)")
	fl.DurationVar(&f.KeepOver, "keep-over", 90*24*time.Hour, "how long to keep finished tables after the last change; 0 for ever")
	fl.DurationVar(&f.KeepUnfinished, "keep-unfinished", 60*24*time.Hour, "how long to keep unfinished tables after the last change; 0 for ever")
	fl.BoolVar(&f.verbose, "verbose", false, "log every request")
	fl.StringVar(&f.logFormat, "log-format", "text", "text or json")
	fl.StringVar(&f.Private, "private-addr", "", "address for the host only, such as 127.0.0.1:6060: metrics, also of each table, and profiles")
	fl.BoolVar(&f.Web.PublicMetrics, "public-metrics", false, "show /metrics to everybody, not only at the private address")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	cmd.MarkFlagsMutuallyExclusive("tls-cert", "acme-domain")
}

// gcPercent is how much memory may grow, in percent of what is in use, before
// the server looks for what is not. With Go's 100 an action costs 7 % more
// processor time. The variable GOGC goes before it.
const gcPercent = 200

// run checks the flags and runs the server until the context ends.
func (f *serveFlags) run(ctx context.Context, s *streams) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	if limit := server.MemoryLimit(os.DirFS("/")); limit > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(limit)
	}
	if err := f.check(s); err != nil {
		return err
	}
	return server.Run(ctx, f.Config)
}

// check completes the configuration, or says what is wrong with the flags.
func (f *serveFlags) check(s *streams) (err error) {
	for _, a := range []struct{ flag, text string }{{"addr", f.Addr}, {"private-addr", f.Private}, {"acme-http", f.ACMEAddr}} {
		if err := checkAddress(a.flag, a.text); err != nil {
			return err
		}
	}
	if f.Bus.Address != "" && !f.Place.Shared() {
		return misused("--bus joins nodes that share a store: give --store postgres://user:password@host/database, too")
	}
	if f.Web.TrustedProxies, err = proxyList(f.proxies); err != nil {
		return err
	}
	if f.Web.PublicURL, err = publicAddress(f.publicURL); err != nil {
		return err
	}
	if f.Web.Limits = f.limits; f.limits.PerAddress <= 0 {
		f.Web.Limits = web.NoLimits
	}
	if f.Web.LabGames <= 0 {
		f.Web.LabGames = -1
	}
	switch f.local {
	case "on":
	case "off":
		f.NoLocal = true
	default:
		f.Local = f.local
	}
	f.Out = s.out
	options := &slog.HandlerOptions{Level: level(f.verbose)}
	switch f.logFormat {
	case "text":
		f.Log = slog.New(exchange.Traced(slog.NewTextHandler(s.err, options)))
	case "json":
		f.Log = slog.New(exchange.Traced(slog.NewJSONHandler(s.err, options)))
	default:
		return misused("--log-format %s: expected text or json", f.logFormat)
	}
	return nil
}

// checkAddress says what is wrong with an address to listen on, if it is not "".
func checkAddress(flag, text string) error {
	if text == "" {
		return nil
	}
	host, port, err := net.SplitHostPort(text)
	number, bad := strconv.ParseUint(cmp.Or(port, text), 10, 16)
	switch {
	case err == nil && bad == nil:
		return nil
	case bad == nil: // a port alone
		return misused("--%s %s: expected a host and a port: --%s 127.0.0.1:%d for this machine alone, or --%s :%d for everybody who can reach it", flag, text, flag, number, flag, number)
	case err == nil && port != "":
		return misused("--%s %s: expected a port from 0 to 65535 after %q", flag, text, host+":")
	}
	return misused("--%s %s: expected a host and a port, such as 127.0.0.1:8080 or :8080", flag, text)
}

func level(verbose bool) slog.Level {
	if verbose {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// proxyList reads addresses and networks.
func proxyList(list []string) (out []netip.Prefix, err error) {
	for _, text := range list {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return nil, misused("--trusted-proxies %s: expected an address or a network", text)
			}
			p = netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen())
		}
		out = append(out, p)
	}
	return out, nil
}

// publicAddress reads --public-url.
func publicAddress(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return "", misused("--public-url %q: expected an address such as https://parlour.example.org", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

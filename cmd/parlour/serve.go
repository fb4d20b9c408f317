package main

import (
	"context"
	"log/slog"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"parlour/hall"
	"parlour/hall/shelf"
	"parlour/table"
	"parlour/web"
	"parlour/web/notice/push"
)

// serveFlags are the flags of the server.
type serveFlags struct {
	addr       string
	data       string
	node       nodeFlags
	lan        bool
	publicURL  string
	cert, key  string
	acme       []string
	acmeAddr   string
	proxies    []string
	watchers   int
	rate       float64
	tokenRate  float64
	creations  float64
	streams    int
	botDelay   time.Duration
	botTime    time.Duration
	labGames   int
	labTime    time.Duration
	keepOver   time.Duration
	keepOthers time.Duration
	verbose    bool
	logFormat  string
	private    string
}

func serveCommand(s *streams) *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Let people play together in their browsers",
		Long: `Serve starts the server and prints the address to open. Everything is kept in
one file in the data folder; what was acknowledged is never lost.

With --lan everybody on the network of the house can join; the address and a
QR code of it are printed. For the whole world give --public-url, and either a
certificate, --acme-domain, or a proxy in front (--trusted-proxies).

Several machines are one server when they share a store and a bus: give each
--store postgres://… and --bus nats://…, and put any load balancer in front.

Tables nobody has touched are deleted: finished ones after --keep-over, others
after --keep-unfinished.

Every flag can be set by the environment as well: PARLOUR_BOT_DELAY=1s stands for
--bot-delay 1s, and the flag goes before it.`,
		Example: `  parlour serve
  parlour serve --lan
  parlour serve --addr :443 --acme-domain parlour.example.org`,
		Args: exactly(0, "no argument"),
		RunE: func(cmd *cobra.Command, _ []string) error { return serve(cmd.Context(), s, &f) },
	}
	f.add(cmd)
	fromEnvironment(cmd)
	return cmd
}

// serveDefaults are the flags nobody has set but, perhaps, the environment.
func serveDefaults() (*serveFlags, error) {
	var f serveFlags
	cmd := &cobra.Command{}
	f.add(cmd)
	fromEnvironment(cmd)
	return &f, readEnvironment(cmd)
}

func (f *serveFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.addr, "addr", "127.0.0.1:8080", "address to listen on; port 0 takes any free one")
	addStoreFlags(fl, &f.node.store, &f.data)
	f.node.add(cmd)
	fl.BoolVar(&f.lan, "lan", false, "listen on all interfaces and print the address for the network of the house, with a QR code")
	fl.StringVar(&f.publicURL, "public-url", "", "address people reach the server by, for links, such as https://parlour.example.org")
	fl.StringVar(&f.cert, "tls-cert", "", "certificate file; with --tls-key the server speaks TLS")
	fl.StringVar(&f.key, "tls-key", "", "key file of the certificate")
	fl.StringSliceVar(&f.acme, "acme-domain", nil, "get certificates for these domains from Let's Encrypt; port 443 has to reach this server")
	fl.StringVar(&f.acmeAddr, "acme-http", "", "also answer ACME's challenges by HTTP on this address, such as :80, and redirect everything else")
	fl.StringSliceVar(&f.proxies, "trusted-proxies", nil, "addresses or networks of proxies whose X-Forwarded headers are believed")
	fl.IntVar(&f.watchers, "watchers", 2000, "most streams of people who only watch one table")
	fl.Float64Var(&f.rate, "rate", web.DefaultLimits.PerAddress, "requests a second one address may make; 0 for no limits at all")
	fl.Float64Var(&f.tokenRate, "token-rate", web.DefaultLimits.PerToken, "requests a second one person may make")
	fl.Float64Var(&f.creations, "creations", web.DefaultLimits.Creations, "tables a minute one address may make")
	fl.IntVar(&f.streams, "streams", web.DefaultLimits.Streams, "most open streams of one address")
	fl.DurationVar(&f.botDelay, "bot-delay", 600*time.Millisecond, "pause of a calm bot before it chooses, so that people can follow")
	fl.DurationVar(&f.botTime, "bot-time", 2*time.Second, "most time a bot thinks about a move")
	fl.IntVar(&f.labGames, "lab-games", 20_000, "most games of an experiment in the browser's laboratory; 0 for no laboratory")
	fl.DurationVar(&f.labTime, "lab-time", time.Minute, "most time an experiment takes")
	fl.DurationVar(&f.keepOver, "keep-over", 90*24*time.Hour, "how long finished tables are kept after the last change; 0 for ever")
	fl.DurationVar(&f.keepOthers, "keep-unfinished", 60*24*time.Hour, "how long unfinished tables are kept after the last change; 0 for ever")
	fl.BoolVar(&f.verbose, "verbose", false, "log every request")
	fl.StringVar(&f.logFormat, "log-format", "text", "text or json")
	fl.StringVar(&f.private, "private-addr", "", "address for the host alone, such as 127.0.0.1:6060: profiles, and metrics of each table")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	cmd.MarkFlagsMutuallyExclusive("tls-cert", "acme-domain")
}

// proxyList reads addresses and networks.
func proxyList(list []string) (out []netip.Prefix, err error) {
	for _, text := range list {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			a, err := netip.ParseAddr(text)
			if err != nil {
				return nil, misused("--trusted-proxies %s is neither an address nor a network", text)
			}
			p = netip.PrefixFrom(a.Unmap(), a.Unmap().BitLen())
		}
		out = append(out, p)
	}
	return out, nil
}

// publicAddress checks the address people are told.
func publicAddress(text string) (string, error) {
	if text == "" {
		return "", nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" {
		return "", misused("--public-url %q is no address such as https://parlour.example.org", text)
	}
	return u.Scheme + "://" + u.Host, nil
}

// config returns what the flags say of the server, or what is wrong with them.
func (f *serveFlags) config() (c web.Config, err error) {
	if c.TrustedProxies, err = proxyList(f.proxies); err != nil {
		return c, err
	}
	if c.PublicURL, err = publicAddress(f.publicURL); err != nil {
		return c, err
	}
	c.Watchers, c.Limits = f.watchers, f.limits()
	if c.LabGames, c.LabTime = f.labGames, f.labTime; f.labGames <= 0 {
		c.LabGames = -1
	}
	return c, nil
}

// serve runs the server until the context or a signal ends it.
func serve(ctx context.Context, s *streams, f *serveFlags) error {
	config, err := f.config()
	if err != nil {
		return err
	}
	log, err := f.logger(s)
	if err != nil {
		return err
	}
	node, err := f.node.open(ctx, f.data, log)
	if err != nil {
		return err
	}
	defer node.close()
	log = node.log
	h, err := hall.New(ctx, hall.Config{Store: node.store, Bus: node.bus, Node: node.name, Shelf: shelf.Cabinet{}, Log: log, BotDelay: f.botDelay, BotTime: f.botTime, House: table.House{Unlimited: f.rate <= 0}})
	if err != nil {
		return err
	}
	defer h.Close()
	door, err := f.open(ctx, node)
	if err != nil {
		return err
	}
	defer door.Close()
	key, err := node.pushKey(ctx)
	if err != nil {
		return err
	}
	notices := push.NewSender(push.Config{Key: key, Subject: subject(config.PublicURL), Log: log})
	defer notices.Close()
	config.Push, config.Notices = notices, filepath.Join(node.dir, noticesFile)
	config.Hall, config.Log, config.Hosts, config.LAN = h, log, door.hosts, door.lan
	handler := web.New(config)
	f.announce(s, door, config.PublicURL)
	go f.expire(ctx, h, log)
	defer door.answerChallenges(f.acmeAddr, log)()
	if f.private != "" {
		end, err := private(ctx, s, f.private, handler, log)
		if err != nil {
			return err
		}
		defer end()
	}
	return handler.Serve(ctx, door, f.node.drain)
}

// logger returns how the server writes down what happens.
func (f *serveFlags) logger(s *streams) (*slog.Logger, error) {
	options := &slog.HandlerOptions{Level: level(f.verbose)}
	switch f.logFormat {
	case "text":
		return slog.New(web.Traced(slog.NewTextHandler(s.err, options))), nil
	case "json":
		return slog.New(web.Traced(slog.NewJSONHandler(s.err, options))), nil
	}
	return nil, misused("--log-format %s: it is text or json", f.logFormat)
}

// subject says to push services who sends notices, if anybody can look there.
func subject(public string) string {
	if strings.HasPrefix(public, "https:") {
		return public
	}
	return ""
}

func level(verbose bool) slog.Level {
	if verbose {
		return slog.LevelDebug
	}
	return slog.LevelInfo
}

// limits returns the limits of the server: the usual ones but for the rate of
// one address, and none at all if that is 0.
func (f *serveFlags) limits() web.Limits {
	if f.rate <= 0 {
		return web.NoLimits
	}
	return web.Limits{PerAddress: f.rate, PerToken: f.tokenRate, Creations: f.creations, Streams: f.streams}
}

// expireEvery is how often old tables are looked for.
const expireEvery = time.Hour

// expire deletes tables that nobody has touched for a long time.
func (f *serveFlags) expire(ctx context.Context, hall *hall.Hall, log *slog.Logger) {
	const never = 100 * 365 * 24 * time.Hour
	age := func(d time.Duration) time.Duration {
		if d <= 0 {
			return never
		}
		return d
	}
	for {
		n, err := hall.Expire(ctx, age(f.keepOver), age(f.keepOthers))
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			log.Error("looking for old tables", "err", err)
		case n > 0:
			log.Info("deleted old tables", "tables", n)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(expireEvery):
		}
	}
}

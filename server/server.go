package server

import (
	"context"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/language"
	"parlour/server/backend"
	"parlour/table"
	"parlour/web"
	"parlour/web/notice/push"
)

// A Config says what a server needs. Only Addr, Out and Log are required.
type Config struct {
	Place backend.Place // where tables are kept
	Bus   backend.Bus   // joins the nodes that share a store
	Node  string        // name of this node, different from all others; "" makes one up

	Addr     string // address to listen on; port 0 takes any free one
	LAN      bool   // listen on all interfaces, and print a QR code of the address
	Cert     string // file with a certificate; with Key the server speaks TLS
	Key      string
	Domains  []string // get certificates for these domains by ACME
	ACMEAddr string   // address to answer ACME challenges by HTTP, as well
	Private  string   // address for profiles and detailed metrics; "" for none

	Web      web.Config // PublicURL, TrustedProxies, Limits, Watchers, LabGames and LabTime; Run fills in the rest
	NoLocal  bool       // offer no tables on people's devices
	Local    string     // folder with the program for them; "" for the one in this build
	BotDelay time.Duration
	BotTime  time.Duration
	Drain    time.Duration // how long /healthz reports "unready" before the server stops

	// How long tables are kept after their last change; 0 means forever.
	KeepOver, KeepUnfinished time.Duration

	Out io.Writer // the addresses are printed here
	Log *slog.Logger
}

// Run serves until ctx ends.
func Run(ctx context.Context, c Config) error {
	n, err := openNode(ctx, &c)
	if err != nil {
		return err
	}
	defer n.close()
	h, err := hall.New(ctx, hall.Config{Store: n.store, Bus: n.bus, Node: n.name, Shelf: shelf.Cabinet{}, Log: n.log,
		BotDelay: c.BotDelay, BotTime: c.BotTime, House: table.House{Unlimited: c.Web.Limits == web.NoLimits}})
	if err != nil {
		return err
	}
	defer h.Close()
	d, err := openDoor(ctx, &c, n.certificates())
	if err != nil {
		return err
	}
	defer d.Close()
	key, err := n.pushKey(ctx)
	if err != nil {
		return err
	}
	notices := push.NewSender(push.Config{Key: key, Subject: subject(c.Web.PublicURL), Log: n.log})
	defer notices.Close()
	config := c.Web
	config.Push, config.Languages = notices, language.Ready()
	config.Hall, config.Log, config.Hosts, config.LAN = h, n.log, d.hosts, d.lan
	if name, err := os.Hostname(); err == nil {
		config.Machine = strings.ToLower(name)
	}
	if !c.NoLocal {
		if config.Local, err = localProgram(ctx, c.Local, n.log); err != nil {
			return err
		}
	}
	handler := web.New(config)
	all := newConnections(handler)
	d.announce(c.Out, c.Web.PublicURL)
	defer runUntil(ctx, func(ctx context.Context) { expire(ctx, h, c.KeepOver, c.KeepUnfinished, n.log) })()
	defer d.answerChallenges(c.ACMEAddr, all, n.log)()
	if c.Private != "" {
		end, err := servePrivate(ctx, c.Out, c.Private, all, n.log)
		if err != nil {
			return err
		}
		defer end()
	}
	defer runUntil(context.WithoutCancel(ctx), func(ctx context.Context) { watch(ctx, n.log, func() { h.Len() }) })()
	notify(n.log, "READY=1")
	defer context.AfterFunc(ctx, func() { notify(n.log, "STOPPING=1") })()
	return serve(ctx, handler, all, d, c.Drain)
}

// runUntil runs f until the function it returns is called, which waits for it to end.
func runUntil(ctx context.Context, f func(context.Context)) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// subject tells push services who sends the notices, if the server has a
// public address.
func subject(public string) string {
	if strings.HasPrefix(public, "https:") {
		return public
	}
	return ""
}

// expire deletes old tables once an hour.
func expire(ctx context.Context, h *hall.Hall, over, unfinished time.Duration, log *slog.Logger) {
	const never = 100 * 365 * 24 * time.Hour
	age := func(d time.Duration) time.Duration {
		if d <= 0 {
			return never
		}
		return d
	}
	for {
		n, err := h.Expire(ctx, age(over), age(unfinished))
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
		case <-time.After(time.Hour):
		}
	}
}

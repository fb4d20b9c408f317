package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"
	"unicode"

	"parlour/cabinet"
	"parlour/hall"
	"parlour/hall/postgres"
	"parlour/server/backend"
)

// A clocked store reports its own time.
type clocked interface {
	Now(ctx context.Context) (time.Time, error)
}

// maxSkew is how far apart clocks may be before a player would notice.
const maxSkew = 2 * time.Second

// store checks that the store answers, and its clock.
func (d *Doctor) store(ctx context.Context) {
	if path, err := d.Place.File(); err == nil {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			d.note(Warning, "store", "there is no database %s yet, so no server has used this folder. If yours uses another, name it with --data or --store", path)
			return
		}
	}
	store, err := d.Place.Read(ctx)
	if errors.Is(err, postgres.ErrSchema) {
		d.note(OK, "store", "%v", err)
		return
	}
	if err != nil {
		d.note(Bad, "store", "%v", err)
		return
	}
	defer store.Close()
	begin := time.Now()
	last, err := store.LastBeat(ctx)
	took := time.Since(begin)
	if err != nil {
		d.note(Bad, "store", "%v", err)
		return
	}
	kind := "the SQLite file " + d.Place.Name()
	if _, ok := store.(hall.Shared); ok {
		kind = "PostgreSQL, for several nodes"
	}
	d.note(OK, "store", "%s; it answers in %v", kind, took.Round(10*time.Microsecond))
	d.lastBeat(last)
	if c, ok := store.(clocked); ok {
		if now, err := c.Now(ctx); err != nil {
			d.note(Bad, "clock", "%v", err)
		} else {
			d.skew("clock", "the store", now)
		}
	}
}

// lastBeat reports when a server last used the store.
func (d *Doctor) lastBeat(last time.Time) {
	switch ago := time.Since(last); {
	case last.IsZero():
		d.note(OK, "servers", "none has used this store yet")
	case ago < -maxSkew:
		d.note(Bad, "clock", "a server was alive %v in the future: its clock or this one is wrong", (-ago).Round(time.Second))
	case ago < backend.Fresh:
		d.note(OK, "servers", "alive %v ago", ago.Round(100*time.Millisecond))
	default:
		d.note(OK, "servers", "the last one was alive at %s", last.Format(time.RFC3339))
	}
}

// skew compares the clock of another machine with ours.
func (d *Doctor) skew(about, whose string, now time.Time) {
	apart := time.Since(now).Round(time.Millisecond)
	if apart.Abs() > maxSkew {
		d.note(Bad, about, "this clock and that of %s differ by %v; set both by a time server", whose, apart)
		return
	}
	d.note(OK, about, "differs from that of %s by %v", whose, apart)
}

// bus sends announcements from one end of the bus to the other, as between two
// nodes, until one arrives.
func (d *Doctor) bus(ctx context.Context) {
	if d.Bus.Address == "" {
		d.note(OK, "bus", "inside the process, for one node")
		return
	}
	const name = "doctor"
	quiet := slog.New(slog.DiscardHandler)
	var ends [2]hall.Bus
	for i := range ends {
		bus, end, err := d.Bus.Open(ctx, name, quiet)
		if err != nil {
			d.note(Bad, "bus", "%v", err)
			return
		}
		defer end()
		ends[i] = bus
	}
	heard, stop := ends[1].Subscribe(name)
	defer stop()
	for seq := int64(1); ; seq++ {
		begin := time.Now()
		ends[0].Publish(name, seq)
		select {
		case got := <-heard:
			if got == hall.LookAgain { // the subscription has only just started
				continue
			}
			d.note(OK, "bus", "an announcement took %v", time.Since(begin).Round(10*time.Microsecond))
			return
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			d.note(Bad, "bus", "no announcement arrived within %v", timeout)
			return
		}
	}
}

// servers asks running servers how they are.
func (d *Doctor) servers(ctx context.Context) {
	for _, url := range d.URLs {
		d.server(ctx, strings.TrimSuffix(url, "/"))
	}
}

func (d *Doctor) server(ctx context.Context, url string) {
	req, err := http.NewRequestWithContext(ctx, "GET", url+"/healthz", nil)
	if err != nil {
		d.note(Bad, url, "%v", err)
		return
	}
	begin := time.Now()
	res, err := http.DefaultClient.Do(req)
	took := time.Since(begin)
	if err != nil {
		d.note(Bad, url, "%v", err)
		return
	}
	defer res.Body.Close()
	var health struct{ Status, Rules, Node string }
	if err := json.NewDecoder(http.MaxBytesReader(nil, res.Body, 64<<10)).Decode(&health); err != nil {
		d.note(Bad, url, "status %d, and the answer does not come from Parlour", res.StatusCode)
		return
	}
	if health.Node != "" {
		url += " (" + Visible(health.Node) + ")"
	}
	switch {
	case res.StatusCode != http.StatusOK:
		d.note(Bad, url, "not ready: status %d", res.StatusCode)
	case health.Rules != cabinet.Revision:
		d.note(Warning, url, "plays revision %s of the rules; this program has %s", Visible(health.Rules), cabinet.Revision)
	default:
		d.note(OK, url, "ready; it answers in %v", took.Round(10*time.Microsecond))
	}
	// The date of an answer has whole seconds.
	if date, err := http.ParseTime(res.Header.Get("Date")); err == nil {
		if apart := time.Since(date); apart > maxSkew+time.Second || apart < -maxSkew {
			d.note(Bad, url, "its clock and this one differ by %v; set both by a time server", apart.Round(time.Second))
		}
	}
}

// Visible returns what somebody else's server says as one line that is safe to print:
// nothing in it controls a terminal or turns the direction of writing round.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsGraphic(r) || unicode.Is(unicode.Bidi_Control, r):
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

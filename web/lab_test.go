package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/internal/wait"
	"parlour/lab"
	"parlour/lab/work"
	"parlour/web/study"
	"parlour/web/wire"
)

// How many experiments of one address, and of all, may wait or run.
const labPlaces, labLine = 8, 32

// A reading is a stream of the laboratory.
type reading struct {
	t    *testing.T
	res  *http.Response
	scan *bufio.Scanner
	stop context.CancelFunc
}

// experiment opens a stream.
func (p *person) experiment(t *testing.T, query string) *reading {
	t.Helper()
	return p.experimentFrom(t, "", query)
}

// experimentFrom opens a stream from an address, behind a proxy.
func (p *person) experimentFrom(t *testing.T, address, query string) *reading {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), wait.Limit)
	req, err := http.NewRequestWithContext(ctx, "GET", p.url+"/api/lab?"+query, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	if address != "" {
		req.Header.Set("X-Forwarded-For", address)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); res.Body.Close() })
	r := &reading{t, res, bufio.NewScanner(res.Body), cancel}
	r.scan.Buffer(nil, 1<<20)
	return r
}

// next returns the next event, "" at the end.
func (r *reading) next() (kind string, news study.LabNews, ahead int) {
	r.t.Helper()
	for r.scan.Scan() {
		line := r.scan.Text()
		if k, ok := strings.CutPrefix(line, "event: "); ok {
			kind = k
		}
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			var waiting struct{ Ahead int }
			if err := json.Unmarshal([]byte(data), &news); err != nil {
				r.t.Fatalf("%s: %v", data, err)
			}
			if err := json.Unmarshal([]byte(data), &waiting); err != nil {
				r.t.Fatal(err)
			}
			return kind, news, waiting.Ahead
		}
	}
	return "", study.LabNews{}, 0
}

// end reads to the end and returns the last news.
func (r *reading) end() (last study.LabNews) {
	r.t.Helper()
	for {
		kind, news, _ := r.next()
		switch kind {
		case "":
			return last
		case "waiting":
			continue
		}
		if news.Done < last.Done {
			r.t.Errorf("%d games after %d", news.Done, last.Done)
		}
		last = news
	}
}

// The laboratory in the browser counts the same as the command.
func TestLab(t *testing.T) {
	s := open(t, nil)
	last := s.person().experiment(t, "game=kleefeld&players=2&o.jump=off&bots=greedy&games=120&seed=1928&width=400").end()
	if !last.Over || last.Stopped || last.Done != 120 || last.Games != 120 {
		t.Fatalf("ended with %+v", last)
	}
	x := lab.Experiment{Game: "kleefeld", Bots: []string{"greedy"}, Games: 120, Seed: 1928}
	x.Setup.Players, x.Setup.Options = 2, map[string]string{"jump": "off"}
	want, err := x.Run(t.Context(), work.Hands{Doer: lab.Doers()}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last.Report.Turns != want.Turns.Spread() || last.Report.Order[0].Wins != want.Order[0].Wins {
		t.Errorf("counted %+v, want %+v", last.Report.Turns, want.Turns.Spread())
	}
	if want := "parlour sim kleefeld --games 120 --seed 1928 --players 2 --option jump=off --bots greedy --max-moves 50000"; last.Command != want {
		t.Errorf("the command is %s", last.Command)
	}
	for _, svg := range []string{last.Plots.Length, last.Plots.Order, last.Plots.Seats} {
		if !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, `viewBox="0 0 400 `) {
			t.Errorf("drawn is %.120s", svg)
		}
	}
	if !strings.HasPrefix(last.CSV, "section,name,figure,value\n") || last.Exact != nil {
		t.Errorf("CSV %.60s, exact %v", last.CSV, last.Exact)
	}
	if last := s.person().experiment(t, "game=auto-race&games=40").end(); last.Exact == nil || len(last.Exact.Win) != 4 || last.Done != 40 {
		t.Errorf("of Auto Race %+v", last)
	}
}

func TestLabRefuses(t *testing.T) {
	s := open(t, func(c *Config) { c.LabGames = 500 })
	p := s.person()
	for query, want := range map[string]wire.Code{
		"":                                    wire.NotFound,
		"game=ludo":                           wire.NotFound,
		"game=parker&games=501":               wire.BadRequest,
		"game=parker&games=-1":                wire.BadRequest,
		"game=parker&games=x":                 wire.BadRequest,
		"game=parker&games=0":                 wire.Refused,
		"game=parker&seed=x":                  wire.BadRequest,
		"game=parker&width=x":                 wire.BadRequest,
		"game=parker&players=7":               wire.BadRequest,
		"game=parker&bots=deep":               wire.Refused,
		"game=parker&bots=expert":             wire.Refused,
		"game=parker&bots=a,b,c,d,e":          wire.Refused,
		"game=parker&o.tie=perhaps":           wire.Refused,
		"game=parker&o.gears=4":               wire.Refused,
		"game=contact&mode=sideways":          wire.Refused,
		"game=mensch&seats=9999":              wire.Refused,
		"game=kleefeld&players=3&bots=random": wire.Refused,
	} {
		var e wire.ErrorBody
		if p.do("GET", "/api/lab?"+query, nil, &e); e.Error == nil || e.Error.Code != want {
			t.Errorf("%s: %+v, want %s", query, e.Error, want)
		}
	}
	if code, _, _ := p.raw("GET", "/api/lab?game=parker", nil, map[string]string{"Sec-Fetch-Site": "cross-site"}); code != http.StatusForbidden {
		t.Errorf("another site gets %d", code)
	}
	none := open(t, func(c *Config) { c.LabGames = -1 })
	if code, _, _ := none.person().raw("GET", "/api/lab?game=parker", nil, nil); code != http.StatusNotFound {
		t.Errorf("without a laboratory %d", code)
	}
	var b book
	if none.person().do("GET", "/api/games/parker", nil, &b); b.Lab.Most != 0 {
		t.Errorf("without a laboratory %+v", b.Lab)
	}
}

// proxied makes a server trust this machine as a proxy.
func proxied(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// However many tokens one address uses, an experiment from another address has
// its turns.
func TestLabAddresses(t *testing.T) {
	s := open(t, func(c *Config) { proxied(c); c.LabTime = time.Hour; c.LabGames = 1 << 40; c.test.labSlice = 1 })
	const long = "game=contact&bots=random&games=1000000"
	first := s.person().experimentFrom(t, "192.0.2.1", long)
	if kind, _, _ := first.next(); kind != "progress" {
		t.Fatalf("the first begins with %s", kind)
	}
	for range labPlaces - 1 {
		r := s.person().experimentFrom(t, "192.0.2.1", long)
		if kind, _, ahead := r.next(); kind != "waiting" || ahead < 1 {
			t.Fatalf("one more: %s, %d ahead", kind, ahead)
		}
	}
	var e wire.ErrorBody
	if code, raw, _ := s.person().raw("GET", "/api/lab?"+long, nil, map[string]string{"X-Forwarded-For": "192.0.2.1"}); json.Unmarshal(raw, &e) != nil || code != 429 || e.Error.Code != wire.Limited {
		t.Errorf("one too many: %d %s", code, raw)
	}
	if last := s.person().experimentFrom(t, "192.0.2.2", "game=auto-race&games=10").end(); !last.Over || last.Done != 10 {
		t.Errorf("from elsewhere it ended with %+v", last)
	}
	if n := s.s.lab.Len(); n < labPlaces {
		t.Errorf("%d experiments are left", n)
	}
	for { // the first goes on where it was
		if kind, news, _ := first.next(); kind == "" || news.Over {
			t.Fatalf("the first ended with %+v", news)
		} else if kind == "progress" {
			break
		}
	}
}

// One experiment runs at a time, a client may have one, the line is bounded, and
// a client who leaves makes room.
func TestLabLine(t *testing.T) {
	s := open(t, func(c *Config) { proxied(c); c.LabTime = time.Hour; c.LabGames = 1 << 40; c.test.labSlice = 1 })
	const long = "game=contact&bots=random&games=1000000"
	ann, bob := s.person(), s.person()
	first := ann.experiment(t, long)
	if kind, news, _ := first.next(); kind != "progress" || news.Done == 0 {
		t.Fatalf("the first begins with %s %+v", kind, news)
	}
	var e wire.ErrorBody
	if code := ann.do("GET", "/api/lab?"+long, nil, &e); code != http.StatusTooManyRequests || e.Error.Code != wire.Limited {
		t.Errorf("a second experiment of the same client: %d %+v", code, e.Error)
	}
	second := bob.experiment(t, "game=auto-race&games=10")
	if kind, _, ahead := second.next(); kind != "waiting" || ahead != 1 {
		t.Fatalf("the second: %s, %d ahead", kind, ahead)
	}
	for n := range labLine - 2 {
		s.person().experimentFrom(t, fmt.Sprintf("192.0.2.%d", n), long)
	}
	if code := s.person().do("GET", "/api/lab?"+long, nil, &e); code != http.StatusServiceUnavailable || e.Error.Code != wire.Busy {
		t.Errorf("with a full line: %d %+v", code, e.Error)
	}
	// Tables do not have to wait meanwhile.
	id, _, _ := s.duel()
	if code := ann.do("GET", "/api/tables/"+id, nil, nil); code != 200 {
		t.Errorf("a table answers %d", code)
	}
	first.stop()
	if last := second.end(); !last.Over || last.Done != 10 {
		t.Errorf("after the first left, the second ended with %+v", last)
	}
}

// When its time is up, an experiment ends with what it has.
func TestLabTime(t *testing.T) {
	s := open(t, func(c *Config) { c.LabTime = 50 * time.Millisecond; c.LabGames = 1 << 40 })
	last := s.person().experiment(t, "game=contact&bots=random&games=100000000").end()
	if !last.Over || !last.Stopped || last.Done == 0 || last.Done >= last.Games {
		t.Errorf("ended with %d of %d games, over %v, stopped %v", last.Done, last.Games, last.Over, last.Stopped)
	}
}

// Closing the server ends experiments.
func TestLabCloses(t *testing.T) {
	s := open(t, func(c *Config) { c.LabTime = time.Hour; c.LabGames = 1 << 40 })
	r := s.person().experiment(t, "game=contact&bots=random&games=100000000")
	if kind, _, _ := r.next(); kind != "progress" {
		t.Fatalf("begins with %s", kind)
	}
	s.s.Close()
	if last := r.end(); last.Over {
		t.Errorf("a closed server ends with %+v", last)
	}
}

func TestFindings(t *testing.T) {
	s := open(t, nil)
	p := s.person()
	for _, id := range cabinet.IDs() {
		var f study.Findings
		if code := p.do("GET", "/api/games/"+id+"/findings?width=360", nil, &f); code != 200 {
			t.Fatalf("%s: %d", id, code)
		}
		var b book
		if code := p.do("GET", "/api/games/"+id, nil, &b); code != 200 || !b.Lab.Measured {
			t.Errorf("%s: %d, its findings are not named", id, code)
		}
		if f.Game != id || len(f.Tables) == 0 || len(f.Effects) == 0 || !strings.HasPrefix(f.Command, "parlour lab "+id+" ") {
			t.Errorf("%s: %d tables, %d effects, by %s", id, len(f.Tables), len(f.Effects), f.Command)
		}
		for _, svg := range []string{f.Plots.Length, f.Plots.Wins, f.Plots.Options} {
			if !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, `viewBox="0 0 360 `) {
				t.Errorf("%s: drawn is %.120s", id, svg)
			}
		}
	}
	if code := p.do("GET", "/api/games/ludo/findings", nil, nil); code != 404 {
		t.Errorf("of no game %d", code)
	}
	if code := p.do("GET", "/api/games/parker/findings?width=wide", nil, nil); code != 400 {
		t.Errorf("of no width %d", code)
	}
}

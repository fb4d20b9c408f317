package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/keyed"
	"parlour/language"
	"parlour/web"
	"parlour/web/page"
)

// Config is what a site needs. Program is required.
type Config struct {
	Base     string              // folder of the site, such as "/games"; "" at the root of a host. See ParseBase
	Origin   string              // where the host is, such as "https://example.org"; "" if that is not known
	Server   string              // where people play online; "" for nowhere
	Program  Program             // plays on the device
	Language *language.Language  // of the site; English if nil
	Progress func(done, all int) // is told of each file, and how many are known; nil for nobody
}

// A Program keeps tables on the device; see page.Program.
type Program interface {
	web.Program
	Packed() (map[string][]byte, error) // its files by their names
}

// packed is a program whose files have the names that they have on a site.
type packed struct {
	Program
	files map[string][]byte
}

func (p packed) Sums() map[string]string {
	sums := map[string]string{}
	for name, body := range p.files {
		sum := sha256.Sum256(body)
		sums[name] = hex.EncodeToString(sum[:8])
	}
	return sums
}

// ErrNoProgram says that a build cannot play on a device.
var ErrNoProgram = errors.New(`this build has no program for tables on the device, without which nobody can play on a static site; run "make local" and build again, or use --local`)

// ParseBase reads where a site will be: a path such as "/games/", or a whole
// address such as "https://example.org/games/", with which previews of links have
// pictures and printed games have a code.
func ParseBase(text string) (base, origin string, err error) {
	bad := fmt.Errorf("%q is not a place for a site; expected a path such as /games/ or an address such as https://example.org/games/", text)
	u, err := url.Parse(text)
	if err != nil || u.RawQuery != "" || u.Fragment != "" || u.User != nil || u.Opaque != "" {
		return "", "", bad
	}
	if u.Scheme != "" || u.Host != "" {
		if u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return "", "", bad
		}
		origin = u.Scheme + "://" + u.Host
	}
	base = strings.TrimSuffix(u.Path, "/")
	if base != "" && (!plain.MatchString(base) || path.Clean(base) != base) || origin == "" && text != "" && !strings.HasPrefix(text, "/") {
		return "", "", bad
	}
	return base, origin, nil
}

// plain matches paths that no server changes.
var plain = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)+$`)

// ParseServer reads where people play online.
func ParseServer(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || text != "" && (u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "") {
		return "", fmt.Errorf("%q is not the address of a server; expected one such as https://parlour.example", text)
	}
	return strings.TrimSuffix(text, "/"), nil
}

// Files returns the files of a site by their names.
func Files(ctx context.Context, c Config) (map[string][]byte, error) {
	if c.Program == nil {
		return nil, ErrNoProgram
	}
	files, err := c.Program.Packed()
	if err != nil {
		return nil, err
	}
	h, err := hall.New(ctx, hall.Config{Store: keyed.New(&keyed.Memory{}, time.Now), Bus: &hall.Local{}, Shelf: shelf.Cabinet{}, Log: quiet})
	if err != nil {
		return nil, err
	}
	defer h.Close()
	place := page.Place{Base: c.Base, Static: true, Server: c.Server}
	w := &writer{ctx: ctx, config: c, program: files, place: place, files: map[string][]byte{}}
	settings := web.Config{Hall: h, Log: quiet, Limits: web.NoLimits, Local: func() web.Program { return packed{c.Program, files} }}
	if c.Language != nil {
		settings.Languages = []*language.Language{c.Language}
	}
	if c.Origin != "" {
		settings.PublicURL = c.Origin + c.Base
	}
	server := web.NewSite(settings, place)
	defer server.Close()
	w.server = server
	if err := w.all(); err != nil {
		return nil, err
	}
	return w.files, nil
}

// quiet logs nothing: whatever goes wrong is returned.
var quiet = slog.New(slog.DiscardHandler)

// A writer collects the files of a site.
type writer struct {
	ctx     context.Context
	config  Config
	program map[string][]byte // its files by their names
	place   page.Place
	server  http.Handler
	files   map[string][]byte
	queue   []string // addresses from the root of a server
}

func (w *writer) all() error {
	for name, body := range page.Files() {
		w.put("assets/"+page.Hash()+"/"+name, body)
	}
	for name, body := range w.program {
		w.put("assets/"+w.config.Program.Hash()+"/local/"+name, body)
	}
	common := web.Commons()
	listed := slices.Concat(common.First, common.Later, []string{"/manifest.webmanifest", "/sw.js"})
	if w.config.Language != nil {
		listed = append(listed, web.WordsOf(w.config.Language)...)
	}
	w.queue = listed
	for n := 0; len(w.queue) > 0; n++ {
		address := w.queue[0]
		w.queue = w.queue[1:]
		if err := w.add(address); err != nil && (n < len(listed) || !errors.Is(err, errMissing)) {
			return err // a link that leads nowhere is left as it is, as a server does
		}
	}
	missing, err := w.ask("/no-such-page", http.StatusNotFound)
	if err != nil {
		return err
	}
	w.put("404.html", missing)
	w.put(".nojekyll", nil) // GitHub takes the files as they are
	w.put("_headers", []byte(w.headers()))
	return w.ctx.Err()
}

func (w *writer) put(name string, body []byte) {
	w.files[name] = body
	if w.config.Progress != nil {
		w.config.Progress(len(w.files), len(w.files)+len(w.queue))
	}
}

// add adds what a server answers at an address, and queues what it leads to.
func (w *writer) add(address string) error {
	name := w.nameOf(w.place.Link(address))
	if _, ok := w.files[name]; ok {
		return nil
	}
	body, err := w.ask(address, http.StatusOK)
	if err != nil {
		return err
	}
	w.put(name, body)
	if !strings.HasSuffix(name, ".html") {
		return nil
	}
	for _, link := range Links(body) {
		if w.config.Origin != "" {
			link = strings.TrimPrefix(link, w.config.Origin)
		}
		inside, ok := strings.CutPrefix(link, w.config.Base+"/")
		if !ok {
			continue // to somebody else, or within the page
		}
		inside, _, _ = strings.Cut(inside, "#")
		inside, _, _ = strings.Cut(inside, "?") // all pages of the device are one
		if to := "/" + inside; !strings.HasPrefix(to, "/assets/") {
			w.queue = append(w.queue, addressOf(to))
		}
	}
	return nil
}

// addressOf returns where a server has what a site has in a folder.
func addressOf(link string) string {
	if link == "/" || link == "/device/" {
		return link
	}
	return strings.TrimSuffix(link, "/")
}

// nameOf returns the file of an address.
func (w *writer) nameOf(link string) string {
	name := strings.TrimPrefix(link, w.config.Base+"/")
	if i := strings.IndexAny(name, "?#"); i >= 0 {
		name = name[:i]
	}
	if name == "" || strings.HasSuffix(name, "/") {
		name += "index.html"
	}
	return name
}

var errMissing = errors.New("there is no such page")

// ask returns what the server answers.
func (w *writer) ask(address string, want int) ([]byte, error) {
	r, err := http.NewRequestWithContext(w.ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	r.Host, r.RemoteAddr = "", "127.0.0.1:1"
	a := &answer{header: http.Header{}}
	w.server.ServeHTTP(a, r)
	if a.status != want {
		err := fmt.Errorf("the page %s cannot be written: the status is %d, expected %d", address, a.status, want)
		if a.status == http.StatusNotFound {
			err = fmt.Errorf("%w: %s", errMissing, address)
		}
		return nil, err
	}
	return a.Bytes(), nil
}

// An answer is what a server answers.
type answer struct {
	bytes.Buffer
	header http.Header
	status int
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.Buffer.Write(p)
}

var _ io.Writer = (*answer)(nil)

// pointers are the attributes that point to something.
var pointers = regexp.MustCompile(` (?:href|src|action|data-turn)="([^"]*)"|property="og:image" content="([^"]*)"`)

// Links returns what a document points to.
func Links(document []byte) (links []string) {
	for _, m := range pointers.FindAllSubmatch(document, -1) {
		links = append(links, html.UnescapeString(string(append(m[1], m[2]...))))
	}
	return links
}

package page

import (
	"html"
	"path"
	"regexp"
	"strings"
)

// A Place is where the page lives and whom it can ask. The zero value is the root
// of a server.
type Place struct {
	Base   string `json:"base,omitempty"`   // folder of the site, such as "/games"; "" at the root of a host
	Static bool   `json:"static,omitempty"` // files only: there is no server behind the page
	Server string `json:"server,omitempty"` // where a static site sends people who want to play online
	Local  string `json:"local,omitempty"`  // names the program for tables on the device; "" if there is none

	Words     string     `json:"words,omitempty"`     // address of the page's texts in the reader's language; "" for English
	Program   string     `json:"program,omitempty"`   // address of what the program for tables on the device says in it
	Languages []Language `json:"languages,omitempty"` // what the reader can choose from, if there is a choice
}

// A Language is one that the reader can choose.
type Language struct {
	Tag  string `json:"tag"`
	Name string `json:"name"` // in the language itself
}

// onDevice matches the pages that a static site has on the device only: tables, and
// what there are hundreds of.
var onDevice = regexp.MustCompile(`^/(t|new|play)(/|$)|^/puzzles/[^/]+/[^/]+$`)

// Link returns the address of something in this place. Everybody else writes
// addresses from the root of a server, as "/g/parker" or "/api/games". A static
// site has folders for pages, files for answers, and one page for everything that
// is kept on the device. The page has the same rules in address.js.
func (p Place) Link(address string) string {
	if !p.Static {
		return p.Base + address
	}
	name, rest := address, ""
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		name, rest = address[:i], address[i:]
	}
	switch {
	case onDevice.MatchString(name):
		return p.Base + "/device/?at=" + name + strings.Replace(rest, "?", "&", 1)
	case path.Ext(name) != "" || strings.HasSuffix(name, "/"):
	case strings.HasPrefix(name, "/api/"):
		_, value, _ := strings.Cut(rest, "=")
		if value != "" {
			value = "-" + value
		}
		return p.Base + name + value + ".json"
	default:
		name += "/"
	}
	return p.Base + name + rest
}

// addresses finds what a document points to from the root.
var addresses = regexp.MustCompile(` (href|src|action|data-turn)="(/[^/"][^"]*|/)"`)

// settle puts the addresses of a document into their place.
func (p Place) settle(document []byte) []byte {
	if p.Base == "" && !p.Static {
		return document
	}
	return addresses.ReplaceAllFunc(document, func(found []byte) []byte {
		m := addresses.FindSubmatch(found)
		return []byte(" " + string(m[1]) + `="` + html.EscapeString(p.Link(html.UnescapeString(string(m[2])))) + `"`)
	})
}

package page

import (
	"strings"
	"testing"
)

func TestLink(t *testing.T) {
	for _, c := range []struct{ path, server, site string }{
		{"/", "/x/", "/x/"},
		{"/g/parker", "/x/g/parker", "/x/g/parker/"},
		{"/g/parker#luck", "/x/g/parker#luck", "/x/g/parker/#luck"},
		{"/lab?game=parker", "/x/lab?game=parker", "/x/lab/?game=parker"},
		{"/new?game=parker&o.arm=6", "/x/new?game=parker&o.arm=6", "/x/device/?at=/new&game=parker&o.arm=6"},
		{"/t/abc/replay#analysis", "/x/t/abc/replay#analysis", "/x/device/?at=/t/abc/replay#analysis"},
		{"/puzzles/parker", "/x/puzzles/parker", "/x/puzzles/parker/"},
		{"/puzzles/parker/5?theme=run", "/x/puzzles/parker/5?theme=run", "/x/device/?at=/puzzles/parker/5&theme=run"},
		{"/device/", "/x/device/", "/x/device/"},
		{"/api/games", "/x/api/games", "/x/api/games.json"},
		{"/api/games/parker/lesson", "/x/api/games/parker/lesson", "/x/api/games/parker/lesson.json"},
		{"/api/games/parker/findings?width=340", "/x/api/games/parker/findings?width=340", "/x/api/games/parker/findings-340.json"},
		{"/api/games/parker/board.svg", "/x/api/games/parker/board.svg", "/x/api/games/parker/board.svg"},
		{"/assets/0a/js/main.js", "/x/assets/0a/js/main.js", "/x/assets/0a/js/main.js"},
		{"/tutorial", "/x/tutorial", "/x/tutorial/"},
	} {
		if got := (Place{Base: "/x"}).Link(c.path); got != c.server {
			t.Errorf("%s at a server is %s, want %s", c.path, got, c.server)
		}
		if got := (Place{Base: "/x", Static: true}).Link(c.path); got != c.site {
			t.Errorf("%s on a site is %s, want %s", c.path, got, c.site)
		}
	}
}

// Every address of a document is settled, and text that looks like one is not.
func TestSettle(t *testing.T) {
	body, err := HTML(Data{
		Title: `href="/t/abc"`, Place: Place{Base: "/x", Static: true},
		Main: `<a href="/new?game=a&amp;o.b=1">n</a> <a href="#mark">m</a> <a href="https://example.org/">e</a> <a href="//example.org/">e</a> <img src="/api/games/a/board.svg">`,
	})
	if err != nil {
		t.Fatal(err)
	}
	text := string(body)
	for _, want := range []string{
		`<title>href=&#34;/t/abc&#34;</title>`, `href="/x/device/?at=/new&amp;game=a&amp;o.b=1"`, `href="#mark"`, `href="https://example.org/"`, `href="//example.org/"`,
		`src="/x/api/games/a/board.svg"`, `class="brand" href="/x/"`, `href="/x/manifest.webmanifest"`, `src="/x/assets/` + Hash() + `/js/main.js"`, `&#34;base&#34;:&#34;/x&#34;`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the document lacks %s", want)
		}
	}
}

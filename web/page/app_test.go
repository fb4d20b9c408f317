package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"
)

// The icons have the sizes that the manifest says, and those for phones have no
// transparent corners, which would be shown black.
func TestIcons(t *testing.T) {
	for name, size := range map[string]int{"icon-192": 192, "icon-512": 512, "maskable-512": 512, "apple-180": 180} {
		data := load().assets["icons/"+name+".png"].plain
		if len(data) > 20_000 {
			t.Errorf("%s has %d bytes", name, len(data))
		}
		m, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if b := m.Bounds(); b.Dx() != size || b.Dy() != size {
			t.Errorf("%s is %d by %d", name, b.Dx(), b.Dy())
		}
		_, _, _, corner := m.At(0, 0).RGBA()
		if whole := strings.HasPrefix(name, "maskable") || strings.HasPrefix(name, "apple"); whole != (corner == 0xffff) {
			t.Errorf("the corner of %s has the opacity %d", name, corner)
		}
	}
}

// Everything in the manifest stays below the folder of the site, and its icons
// are there.
func TestManifest(t *testing.T) {
	for _, base := range []string{"", "/some/where"} {
		body, err := Manifest(Place{Base: base}, App{Lang: "de", Description: "Spiele", Shortcuts: []Shortcut{{"Ludo", "/g/ludo"}}})
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			ID, Scope, Display, Lang, Description string

			StartURL  string `json:"start_url"`
			Icons     []struct{ Src, Sizes, Purpose string }
			Shortcuts []Shortcut
		}
		if err := json.Unmarshal(body, &m); err != nil {
			t.Fatal(err)
		}
		if m.ID != base+"/" || m.StartURL != base+"/" || m.Scope != base+"/" || m.Display != "standalone" || m.Lang != "de" || m.Description != "Spiele" {
			t.Errorf("the manifest says %+v", m)
		}
		if want := []Shortcut{{"Ludo", base + "/g/ludo"}}; fmt.Sprint(m.Shortcuts) != fmt.Sprint(want) {
			t.Errorf("the shortcuts are %v, want %v", m.Shortcuts, want)
		}
		sizes := ""
		for _, i := range m.Icons {
			sizes += i.Sizes + i.Purpose + " "
			if res := get(t, strings.TrimPrefix(i.Src, base), ""); res.StatusCode != http.StatusOK {
				t.Errorf("%s: %s", i.Src, res.Status)
			}
		}
		if sizes != "192x192 512x512 512x512maskable any " {
			t.Errorf("the icons are %s", sizes)
		}
	}
}

// The service worker is told of every file that a page can ask for, and changes
// when one of them does.
func TestWorkerKnowsItsFiles(t *testing.T) {
	body, err := Worker(Place{Base: "/x", Static: true}, Kept{First: []string{"/"}, Later: []string{"/lab", "/api/games"}})
	if err != nil {
		t.Fatal(err)
	}
	line, rest, _ := bytes.Cut(body, []byte(";\n"))
	var build struct {
		Hash         string
		Files        map[string]string
		First, Later []string
	}
	if err := json.Unmarshal(bytes.TrimPrefix(line, []byte("self.parlour = ")), &build); err != nil {
		t.Fatal(err)
	}
	n := 0
	for name, data := range Files() {
		n++
		if len(build.Files[name]) != 16 || len(data) == 0 {
			t.Errorf("%s has the hash %q and %d bytes", name, build.Files[name], len(data))
		}
		if res := get(t, "/assets/"+build.Hash+"/"+name, ""); res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", name, res.Status)
		}
	}
	if fmt.Sprint(build.First, build.Later) != "[/x/] [/x/lab/ /x/api/games.json]" {
		t.Errorf("the worker keeps %v and %v", build.First, build.Later)
	}
	if n != len(build.Files) || build.Files["js/main.js"] == "" || build.Files["sw.js"] != "" || build.Files["shell.html"] != "" {
		t.Errorf("%d files, and the worker knows %d", n, len(build.Files))
	}
	if !bytes.Contains(rest, []byte("addEventListener")) {
		t.Error("the script is missing")
	}
}

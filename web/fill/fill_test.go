package fill

import (
	"fmt"
	"strings"
	"testing"
)

type link struct{ Href, Text string }

type inner struct{ Title string }

type data struct {
	inner
	Name  string
	None  *link
	Link  *link
	Links []link
	Raw   HTML
	N     int
	Yes   bool
	Kind  kind
	Any   any
}

type kind string

func (data) Method() string { return "never" }

func ExampleTemplate_Fill() {
	hello := New(`<p>Hello, {{.Name}}!</p>`, nil)
	page, err := hello.Fill(struct{ Name string }{"<Ada>"})
	fmt.Println(page, err)
	// Output: <p>Hello, &lt;Ada&gt;!</p> <nil>
}

func TestFill(t *testing.T) {
	d := data{
		inner: inner{"Book"}, Name: `a<b>&"c'`, Link: &link{"/x?a=1&b=2", "one"}, Links: []link{{"/1", "first"}, {"/2", "second"}},
		Raw: "<i>as it is</i>", N: 3, Yes: true, Kind: "pair", Any: false,
	}
	funcs := Funcs{"loud": func(v any) any { return strings.ToUpper(v.(string)) }}
	for text, want := range map[string]string{
		`{{.Name}}`:                                `a&lt;b&gt;&amp;&#34;c&#39;`,
		`<a title="{{.Name}}">`:                    `<a title="a&lt;b&gt;&amp;&#34;c&#39;">`,
		`{{.Raw}}{{.Title}}{{.N}}{{.Yes}}`:         `<i>as it is</i>Book3true`,
		`{{.Link.Href}}`:                           `/x?a=1&amp;b=2`,
		`{{with .Link}}{{.Text}} {{$.N}}{{end}}`:   `one 3`,
		`{{with .None}}no{{else}}{{.N}}{{end}}`:    `3`,
		`{{if .None}}no{{else if .Yes}}yes{{end}}`: `yes`,
		`{{if not .Yes}}no{{end}}`:                 ``,
		`{{range .Links}}{{.Text}},{{end}}`:        `first,second,`,
		`{{range $i, $l := .Links}}{{if $i}} {{end}}{{$i}}{{$l.Href}}{{end}}`: `0/1 1/2`,
		`{{range $l := .Links}}{{$l.Text}}{{end}}`:                            `firstsecond`,
		`{{define "a"}}<b>{{.Text}}</b>{{end}}{{template "a" .Link}}`:         `<b>one</b>`,
		`{{if gt (len .Links) 1}}many{{end}}{{if gt .N 3}}no{{end}}`:          `many`,
		`{{if eq .Link.Text "one"}}=one{{end}}{{if ne .N 3}}no{{end}}`:        `=one`,
		`{{if or .None .Yes}}or{{end}}{{if and .None .Yes}}no{{end}}`:         `or`,
		`{{or .None .Link.Text}} {{and .Yes .N}}`:                             `one 3`,
		`{{if eq .Kind "pair"}}pair{{end}}{{if ne .Kind "pair"}}no{{end}}`:    `pair`,
		`{{if .Any}}no{{end}}`: ``,
		`{{if and .None .None.Text}}no{{end}}{{or .Yes .None.Text}}`: `true`,
		`{{loud .Link.Text}}`: `ONE`,
	} {
		if got, err := New(text, funcs).Fill(&d); err != nil || string(got) != want {
			t.Errorf("%s gives %q, %v; want %q", text, got, err, want)
		}
	}
}

// A template that does not fit its data is an error, not half a page.
func TestMisfits(t *testing.T) {
	for _, text := range []string{
		`half {{.Nothing}}`, `{{.Method}}`, `{{.Name.Deeper}}`, `{{range .Name}}{{end}}`, `{{template "none"}}`, `{{eq .N}}`, `{{.Name | len}}`, `{{$x := .N}}`, `{{.None.Text}}`,
		`{{eq .N .Name}}`, `{{gt .Name 1}}`, `{{len .N}}`, `{{eq .Links .Links}}`,
	} {
		if got, err := New(text, nil).Fill(data{}); err == nil || got != "" {
			t.Errorf("%s gives %q, %v", text, got, err)
		}
	}
}

// A gap where escaping does not protect is found when the program starts.
func TestPlaces(t *testing.T) {
	for _, text := range []string{
		`<a href={{.}}>`, `<a {{.}}>`, `<{{.}}>`, `<a href='{{.}}'>`, `<style>p { color: {{.}} }</style>`, `<script>let x = {{.}}</script>`,
		`<a {{if .}}href="{{end}}">`, `<a title="{{if .}}">{{else}}{{end}}`, `<p`, `<p {{template "a"}}>{{define "a"}}{{end}}`, `<p {{range .}}{{.}}{{end}}>`,
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", text)
				}
			}()
			New(text, nil)
		}()
	}
}

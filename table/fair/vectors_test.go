package fair

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite testdata/vectors.json")

// vectors are results that every implementation must reproduce. The tests of
// the page and of the Python verifier use the same file.
type vectors struct {
	Numbers []numberVector `json:"numbers"`
	Stories []storyVector  `json:"stories"`
}

// A numberVector is a throw and the number it makes.
type numberVector struct {
	Method string   `json:"method"`
	Link   string   `json:"link"`
	Lines  []string `json:"lines"` // of the message
	Weight int      `json:"weight"`
	N      int      `json:"n"`
}

// A storyVector is a log and its head after each event.
type storyVector struct {
	Table  string            `json:"table"`
	Events []json.RawMessage `json:"events"`
	Heads  []string          `json:"heads"`
	Codes  []string          `json:"codes"`
}

// words returns the words of a digest that number looks at first.
func words(link Link, msg string) (list []uint64) {
	mac := hmac.New(sha256.New, link[:])
	mac.Write([]byte(msg))
	for sum := mac.Sum(nil); len(sum) > 0; sum = sum[4:] {
		list = append(list, uint64(binary.BigEndian.Uint32(sum)))
	}
	return list
}

// makeVectors computes the vectors.
func makeVectors(t *testing.T) (v vectors) {
	server, ann, bob := links([32]byte{1}, 64), links([32]byte{2}, 64), links([32]byte{3}, 64)
	const half = 1<<31 + 1 // nearly half the words are rejected
	weights := []int{2, 6, 36, 156, 2400, 1 << 31, half, 3 << 30, 1<<32 - 1}
	again := 0
	for k := 1; k < 40 || again < 2; k++ {
		weight := weights[k%len(weights)]
		if k >= 40 {
			weight = half // until all eight words are rejected
		}
		throw := Throw{Table: "Tisch-7", Epoch: 1<<40 + int64(k/9), Number: k, Attempt: k%3 + 1, Dice: []string{"one", "two", "each", "draw three-move", "draw 11"}[k%5], Link: server[k%64+1]}
		lines := []string{Method, throw.Table, fmt.Sprint(throw.Epoch), fmt.Sprint(k), fmt.Sprint(throw.Attempt), throw.Dice}
		if k%3 > 0 {
			throw.Parts = append(throw.Parts, Part{2, ann[k%64+1]})
			lines = append(lines, "2 "+ann[k%64+1].String())
		}
		if k%3 > 1 {
			throw.Parts = append(throw.Parts, Part{11, bob[k%64+1]})
			lines = append(lines, "11 "+bob[k%64+1].String())
		}
		all := true
		for _, w := range words(throw.Link, strings.Join(lines, "\n")) {
			all = all && w >= uint64(1)<<32/uint64(weight)*uint64(weight)
		}
		if all {
			again++
		}
		if k < 40 || all {
			v.Numbers = append(v.Numbers, numberVector{Method, throw.Link.String(), lines, weight, throw.N(weight)})
		}
	}
	for _, log := range []struct {
		table  string
		events []string
	}{
		{"abcdefgh", []string{
			`{"seq":1,"schema":2,"at":"2026-01-02T03:04:05.678Z","kind":"created","line":"kleefeld G:-,-,-,-/B:-,-,-,- G - - -","body":{"terms":{"game":"kleefeld","setup":{"players":2,"options":{"b":"2","a":"1","aa":"3"}},"bots":["","greedy"],"clock":{"kind":"none"},"chat":true},"rules":"r1"}}`,
			`{"seq":2,"schema":2,"at":"2026-01-02T03:04:06Z","kind":"sit","by":1,"line":"x","body":{"person":1,"chair":1,"name":"Zoë 🎲 \u003cb\u003e \"quoted\" \\ \u2028 ﬁ é"}}`,
			`{"seq":3,"schema":3,"at":"2026-01-02T03:04:07Z","kind":"ask","by":1,"line":"x","body":{"epoch":1763341200,"number":1,"attempt":1,"due":"one","opens":1,"seat":"G","person":1,"who":[{"person":1,"chain":2,"link":1},{"person":10,"chain":9,"link":77}]}}`,
			`{"seq":4,"schema":2,"at":"2026-01-02T03:04:08Z","kind":"held","line":"","body":{"lasted":8640000000000000}}`,
			`{"seq":5,"schema":2,"at":"2026-01-02T03:04:09Z","kind":"lock","by":1,"line":"x","body":{}}`,
			`{"seq":6,"schema":2,"at":"2026-01-02T03:04:09Z","kind":"lock","by":1,"line":"x","body":{"on":true}}`,
			`{"seq":7,"schema":2,"at":"2026-01-02T03:04:10Z","kind":"chat","by":12,"line":"日本語 ١٢٣","body":{"text":"日本語","name":"𝔘𝔫𝔦"}}`,
		}},
		{"", []string{`{"seq":1,"schema":1,"at":"","kind":"","line":"","body":{}}`}},
		{"Tisch ß", []string{`{"seq":1,"schema":1,"at":"2020-01-01T00:00:00Z","kind":"created","line":"l","body":{"dice":{"commitment":"aa","links":1024},"bots":["x","","ü"]}}`}},
	} {
		s := storyVector{Table: log.table}
		head := Begin(log.table)
		for _, e := range log.events {
			var err error
			if head, err = head.Next([]byte(e)); err != nil {
				t.Fatal(err)
			}
			s.Events = append(s.Events, json.RawMessage(e))
			s.Heads = append(s.Heads, Link(head).String())
			s.Codes = append(s.Codes, head.Code())
		}
		v.Stories = append(v.Stories, s)
	}
	return v
}

// TestVectors checks that the package reproduces testdata/vectors.json.
func TestVectors(t *testing.T) {
	const name = "testdata/vectors.json"
	v := makeVectors(t)
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var want, got vectors
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%s differs from what the package makes (-update rewrites it)", name)
	}
}

package data

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

type inner struct {
	Low float64 `json:"low"`
}

type row struct {
	inner
	Name   string         `json:"name"`
	Words  []string       `json:"words"`
	Luck   *float64       `json:"luck,omitempty"`
	Parts  map[string]int `json:"parts"`
	Hidden int            `json:"-"`
	At     time.Time      `json:"at"`
}

func TestWriteCSV(t *testing.T) {
	half, at := 0.5, time.Date(1928, 1, 2, 3, 4, 5, 0, time.UTC)
	var b bytes.Buffer
	if err := WriteCSV(&b, []row{{inner{0.25}, `a, "b"`, []string{"x", "y"}, nil, map[string]int{"n": 1}, 7, at}, {Luck: &half, At: at}}); err != nil {
		t.Fatal(err)
	}
	const want = `low,name,words,luck,parts,at
0.25,"a, ""b""",x y,,"{""n"":1}",1928-01-02T03:04:05Z
0,,,0.5,,1928-01-02T03:04:05Z
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &b, want)
	}
	b.Reset()
	if err := WriteCSV(&b, []*inner(nil)); err != nil || b.String() != "low\n" {
		t.Errorf("no rows: %q, %v", &b, err)
	}
}

func TestSchema(t *testing.T) {
	text, err := json.Marshal(Schema("rows", []inner{}, &inner{}))
	const want = `{"$defs":{"data.inner":{"additionalProperties":false,"properties":{"low":{"type":"number"}},"required":["low"],"type":"object"}},` +
		`"$schema":"https://json-schema.org/draft/2020-12/schema","anyOf":[{"items":{"$ref":"#/$defs/data.inner"},"type":"array"},{"$ref":"#/$defs/data.inner"}],"title":"rows"}`
	if err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
	one, err := json.Marshal(Schema("row", row{}))
	if err != nil || !bytes.Contains(one, []byte(`"luck":{"type":"number"}`)) || !bytes.Contains(one, []byte(`"required":["low","name","words","parts","at"]`)) || !bytes.Contains(one, []byte(`{"format":"date-time","type":"string"}`)) {
		t.Errorf("%s, %v", one, err)
	}
}

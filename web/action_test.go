package web

import (
	"bytes"
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"parlour/table"
)

// FuzzPlainAction checks that an action that is read without reflection is the
// one that encoding/json reads.
func FuzzPlainAction(f *testing.F) {
	for _, text := range []string{
		`{"kind":"move","move":"12>18","seq":41,"key":"another-key"}`, ` { "kind" : "sit" , "chair" : 2, "name":"Ann", "part": true } `,
		`{}`, `{"on":false,"text":"x","own":"00"}`, `{"seq":01}`, `{"seq":-1}`, `{"seq":1.0}`, `{"seq":1e3}`, `{"seq":99999999999999999999}`,
		`{"kind":"move",}`, `{,}`, `{"kind":"\u0041"}`, `{"kind":"ä"}`, `{"Kind":"move"}`, `{"dice":{"links":1}}`, `{"kind":"a"}{}`, `{"kind":null}`, `{"on":truefalse}`,
		`{"kind":"a" "key":"b"}`, `{"kind":"a","kind":"b"}`, `[]`, `{"on":t}`, `{"seq":}`, `{"kind"}`, `{"kind":"`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var fast, slow table.Action
		if !plainAction(text, &fast) {
			return
		}
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&slow); err != nil || !reflect.DeepEqual(fast, slow) {
			t.Errorf("%s is %+v, encoding/json says %+v, %v", text, fast, slow, err)
		}
		if dec.More() {
			t.Errorf("something follows %s", text)
		}
	})
}

// What pages and programs send most is read without reflection.
func TestPlainAction(t *testing.T) {
	for _, text := range []string{
		`{"key":"0123456789abcdef","seq":41,"kind":"throw"}`, `{"kind":"move","move":"12>18","seq":41,"key":"0123456789abcdef"}`,
		`{"key":"0123456789abcdef","seq":1,"kind":"sit","chair":2,"name":"Ann","part":true}`,
	} {
		var a table.Action
		if !plainAction([]byte(text), &a) || a.Key != "0123456789abcdef" {
			t.Errorf("%s was not read: %+v", text, a)
		}
	}
}

// TestWrongTypes says what a field has to be, in words of JSON.
func TestWrongTypes(t *testing.T) {
	for body, want := range map[string]string{
		`[]`:                        "The body has to be an object, not JSON's array.",
		`{"kind":1}`:                "kind has to be text, not JSON's number.",
		`{"chair":"x"}`:             "chair has to be a whole number, not JSON's string.",
		`{"on":"yes"}`:              "on has to be true or false, not JSON's string.",
		`{"dice":{"links":"many"}}`: "dice.links has to be a whole number, not JSON's string.",
	} {
		r := httptest.NewRequest("POST", "/", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		var a table.Action
		if err := decodeAction(httptest.NewRecorder(), r, &a); err == nil || err.Error() != string(BadRequest)+": "+want {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}

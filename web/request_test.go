package web

import (
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"parlour/phrase"
	"parlour/table"
	"parlour/web/exchange"
	"parlour/web/wire"
)

// decoded reads an action from the body of a request.
func decoded(body string) (a table.Action, err error) {
	asked := httptest.NewRequest("POST", "/", strings.NewReader(body))
	asked.Header.Set("Content-Type", "application/json")
	r := (&Server{}).newRequest(exchange.NewWriter(httptest.NewRecorder(), asked, 0), asked, &route{})
	return bodyOf[table.Action](r.server, r)
}

// TestStrict reads one JSON value with known fields, and nothing else.
func TestStrict(t *testing.T) {
	for body, want := range map[string]table.Action{
		`{}`: {},
		`{"kind":"move","move":"12>18","seq":41,"key":"another-key"}`:                     {Kind: "move", Move: "12>18", Seq: 41, Key: "another-key"},
		" { \"kind\" : \"sit\" ,\n\"chair\" : 2, \"name\":\"\\u00c4nn\", \"on\": true } ": {Kind: "sit", Chair: 2, Name: "Änn", On: true},
	} {
		if a, err := decoded(body); err != nil || !reflect.DeepEqual(a, want) {
			t.Errorf("%s is %+v, %v; want %+v", body, a, err, want)
		}
	}
	for _, body := range []string{
		``, `{`, `{"kind":"move",}`, `{,}`, `{"kind":"a" "key":"b"}`, `{"kind"}`, `{"kind":"`, `{"seq":}`, `{"on":t}`, `{"on":truefalse}`,
		`{"seq":01}`, `{"seq":1.5}`, `{"seq":99999999999999999999}`, `{"kinds":"move"}`, `{"dice":{"link":1}}`, `{"kind":"a"}{}`, `{"kind":"a"}]`, `{"kind":"a"} x`,
		`{"text":"` + strings.Repeat("x", maxBody) + `"}`,
	} {
		if a, err := decoded(body); err == nil {
			t.Errorf("%.40s is %+v", body, a)
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
		if _, err := decoded(body); err == nil || err.Error() != want || errorOf(phrase.English, err).Code != wire.BadRequest {
			t.Errorf("%s: %v, want %q", body, err, want)
		}
	}
}

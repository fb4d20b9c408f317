package fair

import (
	"crypto/sha256"
	"regexp"
	"testing"
)

// Every verifier encodes an event the same way.
func TestBencode(t *testing.T) {
	for _, c := range []struct{ json, want string }{
		{`{"b":1,"a":"é","aa":[true,false,-3]}`, "d1:a2:é2:aali1ei0ei-3ee1:bi1ee"},
		{`{}`, "de"},
		{`{"x":{"y":[]},"t":"a\u003cb"}`, "d1:t3:a<b1:xd1:ylee" + "e"},
	} {
		head, err := Head{}.Next([]byte(c.json))
		if err != nil {
			t.Fatal(err)
		}
		want := Link{}
		h := Head(sha256.Sum256(append(want[:], c.want...)))
		if head != h {
			t.Errorf("%s: the head is not that of %s", c.json, c.want)
		}
	}
	for _, bad := range []string{`1.5`, `null`, `{"a":null}`, `{`} {
		if _, err := (Head{}).Next([]byte(bad)); err == nil {
			t.Errorf("%s has a head, want an error", bad)
		}
	}
}

func TestCode(t *testing.T) {
	if got := Begin("abc").Code(); !regexp.MustCompile(`^\d{4}( \d{4}){3}$`).MatchString(got) {
		t.Errorf("the code is %q, want four groups of four digits", got)
	}
	if Begin("abc") == Begin("abd") {
		t.Error("two tables begin with one head")
	}
}

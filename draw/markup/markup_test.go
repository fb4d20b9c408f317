package markup

import (
	"encoding/xml"
	"fmt"
	"math"
	"testing"
)

func ExampleWriter() {
	var w Writer
	w.Put(`<circle cx="~" cy="~" r="~"/>`, 1.0/3, -0.001, math.Inf(1))
	w.Raw("<title>" + Escape("Tom & <Jerry>") + "</title>")
	fmt.Println(string(w.Buf))
	// Output: <circle cx="0.33" cy="0" r="0"/><title>Tom &amp; &lt;Jerry&gt;</title>
}

// Whatever names people choose, the drawing stays well formed.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", `"'<&>`, "\x00\x1f\ufffe", "\xff\xfe", "ä\t\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var got struct {
			A string `xml:"a,attr"`
			B string `xml:",chardata"`
		}
		e := Escape(s)
		if err := xml.Unmarshal([]byte(`<x a="`+e+`">`+e+`</x>`), &got); err != nil {
			t.Errorf("%q became %q: %v", s, e, err)
		}
	})
}

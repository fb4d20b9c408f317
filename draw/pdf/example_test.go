package pdf_test

import (
	"bytes"
	"fmt"

	"parlour/draw/outline"
	"parlour/draw/pdf"
)

func Example() {
	doc := pdf.New("A square")
	d, err := doc.Drawing([]byte(`<svg viewBox="0 0 1 1"><rect width="1" height="1" fill="#b98e5e"/></svg>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	page := doc.Page(210, 297)
	page.Draw(d, 10, 10, 38, 38)
	if err := page.Text(doc.Font(outline.Face{Bold: true}), 12, 10, 60, "38 mm"); err != nil {
		fmt.Println(err)
	}
	var b bytes.Buffer
	_, err = doc.WriteTo(&b)
	fmt.Printf("%s %v\n", b.Bytes()[:8], err)
	// Output: %PDF-1.6 <nil>
}

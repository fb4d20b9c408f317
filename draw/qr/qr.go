// Package qr makes QR codes for links, as SVG for pages and as text for
// terminals.
//
//	code, err := qr.Make("https://parlour.example/t/abc")
//	os.Stdout.WriteString(code.Text())
package qr

import (
	"strconv"
	"strings"

	"rsc.io/qr"

	"parlour/draw/markup"
)

// quiet is the white border that readers need, in modules.
const quiet = 4

// A Code is a square of dark and light modules.
type Code struct{ c *qr.Code }

// Make makes the code of a text, with medium redundancy. It fails only for
// texts of more than about 2,300 bytes.
func Make(text string) (*Code, error) {
	c, err := qr.Encode(text, qr.M)
	if err != nil {
		return nil, err
	}
	return &Code{c}, nil
}

// Size returns the number of modules on a side, without the border.
func (c *Code) Size() int { return c.c.Size }

// Dark reports whether the module in column x of row y is dark. Modules outside
// the code are light.
func (c *Code) Dark(x, y int) bool { return c.c.Black(x, y) }

// SVG returns the code as a drawing that scales by its viewBox. The title is what it
// is called where it cannot be seen; "" for none.
func (c *Code) SVG(title string) []byte {
	n := c.Size()
	if title != "" {
		title = "<title>" + markup.Escape(title) + "</title>"
	}
	side := strconv.Itoa(n + 2*quiet)
	var b strings.Builder
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + " " + side + `" role="img" shape-rendering="crispEdges">` + title + `<rect width="` + side + `" height="` + side + `" fill="#ffffff"/><path fill="#000000" d="`)
	for y := range n {
		for x := 0; x < n; x++ {
			if !c.Dark(x, y) {
				continue
			}
			run := 1
			for c.Dark(x+run, y) {
				run++
			}
			b.WriteString("M" + strconv.Itoa(x+quiet) + " " + strconv.Itoa(y+quiet) + "h" + strconv.Itoa(run) + "v1h-" + strconv.Itoa(run) + "z")
			x += run
		}
	}
	b.WriteString("\"/></svg>\n")
	return []byte(b.String())
}

// Text returns the code for a terminal, with two rows of modules on each line.
// It prints the light modules, since most terminals are dark; readers accept
// both.
func (c *Code) Text() string {
	const border = 2 // enough on a screen, and it saves lines
	var b strings.Builder
	n := c.Size()
	for y := -border; y < n+border; y += 2 {
		for x := -border; x < n+border; x++ {
			up, down := !c.Dark(x, y), !c.Dark(x, y+1)
			switch {
			case up && down:
				b.WriteString("█")
			case up:
				b.WriteString("▀")
			case down:
				b.WriteString("▄")
			default:
				b.WriteByte(' ')
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

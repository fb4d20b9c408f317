package record

import "io"

// Shown returns what r holds, to be shown in a terminal: control characters, which
// could change what the terminal does, become spaces. Tabs and ends of lines stay.
func Shown(r io.Reader) io.Reader { return &shown{r: r} }

type shown struct {
	r    io.Reader
	last byte
}

func (s *shown) Read(b []byte) (int, error) {
	n, err := s.r.Read(b)
	for i, c := range b[:n] {
		switch {
		case c < ' ' && c != '\t' && c != '\n' && c != '\r', c == 0x7f:
			b[i] = ' '
		case s.last == 0xc2 && c >= 0x80 && c < 0xa0: // U+0080 to U+009F
			b[i] = 0xa0 // a space that does not break
		}
		s.last = c
	}
	return n, err
}

package record

import (
	"bytes"
	"io"
	"strings"
)

// Append appends the record as text, without the blank line that ends it. Line
// breaks inside texts become spaces, so that no text can fake a line.
func (r *Record) Append(dst []byte) []byte {
	for _, t := range r.Tags {
		dst = append(dst, "@ "...)
		dst = append(dst, plain(strings.ReplaceAll(t.Name, ":", " "))...)
		dst = append(dst, ": "...)
		dst = append(dst, plain(t.Value)...)
		dst = end(dst)
	}
	for i := range r.Entries {
		dst = r.Entries[i].append(dst)
	}
	if r.End != "" {
		dst = append(dst, "end "...)
		dst = append(dst, plain(r.End)...)
		dst = end(dst)
	}
	return dst
}

// String returns the record as text.
func (r *Record) String() string { return string(r.Append(nil)) }

// Write writes records with a blank line between them.
func Write(w io.Writer, records ...*Record) error {
	var buf []byte
	for i, r := range records {
		buf = buf[:0]
		if i > 0 {
			buf = append(buf, '\n')
		}
		if _, err := w.Write(r.Append(buf)); err != nil {
			return err
		}
	}
	return nil
}

func (e *Entry) append(dst []byte) []byte {
	switch e.Kind {
	case Check:
		dst = append(append(dst, "= "...), plain(e.Text)...)
	case Comment:
		dst = append(append(dst, "# "...), plain(e.Text)...)
	case Event:
		dst = append(append(dst, "! "...), e.Seat...)
		dst = append(append(dst, ' '), plain(e.Text)...)
	case Play:
		switch {
		case e.Seat == "":
			dst = append(append(dst, "moves "...), plain(e.Move)...)
		case e.Move == "":
			dst = append(append(dst, e.Seat...), " throw "...)
			dst = append(dst, e.Throw...)
		case e.Throw == "":
			dst = append(append(dst, e.Seat...), ' ')
			dst = append(dst, plain(e.Move)...)
		default:
			dst = append(append(dst, e.Seat...), ' ')
			dst = append(append(dst, e.Throw...), ' ')
			dst = append(dst, plain(e.Move)...)
		}
	}
	return end(dst)
}

// end ends a line and removes trailing spaces.
func end(dst []byte) []byte {
	return append(bytes.TrimRight(dst, " "), '\n')
}

// plain makes a text fit for one line: valid UTF-8, without control characters
// or leading and trailing spaces.
func plain(s string) string {
	s = strings.ToValidUTF8(s, "\ufffd")
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, s))
}

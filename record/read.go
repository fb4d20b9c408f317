package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The limits of what is read. They are far beyond any game, and stop a damaged
// or hostile file from filling the memory.
const (
	MaxLine    = 64 << 10 // bytes of a line
	MaxEntries = 1 << 20  // entries of a game
	MaxTags    = 1 << 10  // tags of a game
)

// Read returns the games of a file one by one. After an error, which is a
// *parlour.FileError or one from r, it reads nothing more.
//
// Comments before the first position of a game become entries after it, since a
// record begins with its position. Comments that belong to no game are dropped.
func Read(r io.Reader) iter.Seq2[*Record, error] {
	return func(yield func(*Record, error) bool) {
		in := bufio.NewReaderSize(r, MaxLine)
		var b builder
		for {
			line, err := in.ReadSlice('\n')
			if err != nil && err != io.EOF {
				if errors.Is(err, bufio.ErrBufferFull) {
					err = Sentences.Wrong(b.line+1, nil, "record.fault-long-line", "n", MaxLine)
				}
				yield(nil, err)
				return
			}
			if len(line) > 0 {
				done, bad := b.add(line)
				if done != nil && !yield(done, nil) {
					return
				}
				if bad != nil {
					yield(nil, bad)
					return
				}
			}
			if err == io.EOF {
				done, bad := b.finish()
				switch {
				case bad != nil:
					yield(nil, bad)
				case done != nil:
					yield(done, nil)
				}
				return
			}
		}
	}
}

// ReadOne reads a file that contains exactly one game.
func ReadOne(r io.Reader) (*Record, error) {
	var one *Record
	for rec, err := range Read(r) {
		switch {
		case err != nil:
			return nil, err
		case one != nil:
			return nil, Sentences.Wrong(rec.Entries[0].Line, nil, "record.fault-second")
		}
		one = rec
	}
	if one == nil {
		return nil, Sentences.Wrong(0, nil, "record.fault-no-game")
	}
	return one, nil
}

// A builder makes records from lines.
type builder struct {
	line  int // number of the current line
	cur   *Record
	notes []Entry // comments before the first position
	ended bool    // the result has been read
}

func (b *builder) fail(code string, args ...any) error {
	return Sentences.Wrong(b.line, nil, code, args...)
}

// finish returns the current game, if it has begun.
func (b *builder) finish() (*Record, error) {
	r := b.cur
	b.cur, b.notes, b.ended = nil, nil, false
	if r != nil && len(r.Entries) == 0 {
		return nil, b.fail("record.fault-no-position")
	}
	return r, nil
}

// add takes a line. If the line ends a game, add returns that game.
func (b *builder) add(raw []byte) (done *Record, err error) {
	b.line++
	text := strings.TrimRight(string(raw), " \t\r\n")
	if b.line == 1 {
		text = strings.TrimPrefix(text, "\ufeff")
	}
	if text == "" {
		return b.finish()
	}
	if !utf8.ValidString(text) {
		return nil, b.fail("record.fault-utf8")
	}
	for _, c := range text {
		if c < ' ' && c != '\t' || c == 0x7f {
			return nil, b.fail("record.fault-control", "char", fmt.Sprintf("%U", c))
		}
	}
	word, rest, _ := strings.Cut(text, " ")
	if text[0] == '#' {
		return nil, b.note(strings.TrimSpace(text[1:]))
	}
	if b.ended { // a result ends a game even without a blank line
		if done, err = b.finish(); err != nil {
			return nil, err
		}
	}
	if b.cur == nil {
		b.cur = &Record{}
	}
	rest = strings.TrimSpace(rest)
	switch word {
	case "@":
		return done, b.tag(rest)
	case "=", "start", "last":
		if rest == "" {
			return done, b.fail("record.fault-empty", "word", word)
		}
		return done, b.check(rest)
	}
	if len(b.cur.Entries) == 0 {
		return done, b.fail("record.fault-early", "text", quote(text))
	}
	switch word {
	case "end":
		if rest == "" {
			return done, b.fail("record.fault-empty-end")
		}
		b.cur.End = rest
		b.ended = true
		return done, nil
	case "moves":
		for m := range strings.FieldsSeq(rest) {
			if err := b.put(Entry{Kind: Play, Move: m}); err != nil {
				return done, err
			}
		}
		return done, nil
	case "!":
		seat, what, _ := strings.Cut(rest, " ")
		what = strings.TrimSpace(what)
		if !isSeat(seat) || what == "" {
			return done, b.fail("record.fault-event", "text", quote(text), "form", "! SEAT WHAT", "example", "! B resign")
		}
		return done, b.put(Entry{Kind: Event, Seat: seat, Text: what})
	}
	return done, b.play(word, rest, text)
}

// note keeps a comment.
func (b *builder) note(text string) error {
	e := Entry{Kind: Comment, Text: text}
	if b.cur != nil && len(b.cur.Entries) > 0 {
		return b.put(e)
	}
	if len(b.notes) >= MaxEntries {
		return b.fail("record.fault-comments", "n", MaxEntries)
	}
	e.Line = b.line
	b.notes = append(b.notes, e)
	return nil
}

func (b *builder) tag(text string) error {
	name, value, ok := strings.Cut(text, ":")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	switch {
	case !ok || name == "":
		return b.fail("record.fault-tag", "text", quote(text))
	case len(b.cur.Entries) > 0:
		return b.fail("record.fault-late-tag", "tag", cut(name))
	case len(b.cur.Tags) >= MaxTags:
		return b.fail("record.fault-tags", "n", MaxTags)
	}
	b.cur.Tags = append(b.cur.Tags, Tag{name, value})
	return nil
}

func (b *builder) check(position string) error {
	first := len(b.cur.Entries) == 0
	if err := b.put(Entry{Kind: Check, Text: position}); err != nil {
		return err
	}
	if first {
		b.cur.Entries = append(b.cur.Entries, b.notes...)
		b.notes = nil
	}
	return nil
}

// play reads a throw, a move or both.
func (b *builder) play(seat, rest, text string) error {
	if !isSeat(seat) || rest == "" {
		return b.fail("record.fault-line", "text", quote(text), "forms", "SEAT THROW MOVE, SEAT throw DIGITS, SEAT MOVE, = POSITION, end RESULT, @ NAME: VALUE, ! SEAT EVENT, # COMMENT")
	}
	e := Entry{Kind: Play, Seat: seat}
	word, more, _ := strings.Cut(rest, " ")
	more = strings.TrimSpace(more)
	switch {
	case word == "throw":
		if !isDigits(more) {
			return b.fail("record.fault-digits", "text", quote(more))
		}
		e.Throw = more
	case isDigits(word):
		if more == "" {
			return b.fail("record.fault-only-throw", "throw", word, "seat", seat)
		}
		e.Throw, e.Move = word, more
	default:
		e.Move = rest
	}
	return b.put(e)
}

func (b *builder) put(e Entry) error {
	if len(b.cur.Entries) >= MaxEntries {
		return b.fail("record.fault-entries", "n", MaxEntries)
	}
	e.Line = b.line
	b.cur.Entries = append(b.cur.Entries, e)
	return nil
}

// isSeat reports whether s can be the letter of a seat, or "-".
func isSeat(s string) bool {
	return len(s) == 1 && (s == "-" || 'a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}

// isDigits reports whether s is a number of at most five digits.
func isDigits(s string) bool {
	if s == "" || len(s) > 5 {
		return false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return true
}

// quote shortens a text for a message and puts it in quotes.
func quote(s string) string { return strconv.Quote(cut(s)) }

// cut shortens a text for a message.
func cut(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	n := most
	for !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + "..."
}

package pdn

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// A token is a piece of a file.
type token struct {
	kind tokenKind
	text string // value of a tag, words of a comment, a word
	name string // of a tag
	line int
}

type tokenKind uint8

const (
	endOfFile tokenKind = iota
	tagToken
	comment
	word
)

// maxToken is the length of the longest comment, tag or word that is read.
const maxToken = 1 << 20

// A lexer splits a file into tokens. It skips variations.
type lexer struct {
	r    *bufio.Reader
	line int
	last byte
}

func newLexer(r io.Reader) *lexer {
	l := &lexer{r: bufio.NewReader(r), line: 1}
	if bom, _ := l.r.Peek(3); string(bom) == "\ufeff" {
		l.r.Discard(3)
	}
	return l
}

func (l *lexer) read() (byte, error) {
	b, err := l.r.ReadByte()
	if err == nil && b == '\n' {
		l.line++
	}
	l.last = b
	return b, err
}

func (l *lexer) unread() {
	if l.last == '\n' {
		l.line--
	}
	l.r.UnreadByte()
}

func isBlank(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// next returns the next token. The error is about the file: something is not
// closed, or the file cannot be read.
func (l *lexer) next() (token, error) {
	depth := 0 // of variations
	opened := 0
	for {
		b, err := l.read()
		if err == io.EOF && depth > 0 {
			return token{line: opened}, Sentences.Wrong(0, nil, "pdn.fault-variation")
		}
		if err == io.EOF {
			return token{kind: endOfFile, line: l.line}, nil
		}
		if err != nil {
			return token{line: l.line}, err
		}
		line := l.line
		switch {
		case isBlank(b):
		case b == '(':
			if depth == 0 {
				opened = line
			}
			depth++
		case b == ')':
			if depth > 0 {
				depth--
			}
		case b == '{' || b == ';':
			text, err := l.until(map[byte]byte{'{': '}', ';': '\n'}[b])
			if err != nil {
				return token{line: line}, err
			}
			if depth == 0 {
				return token{kind: comment, text: strings.Join(strings.Fields(decode(text)), " "), line: line}, nil
			}
		case b == '[' && depth == 0:
			return l.tag(line)
		default:
			text, err := l.word(b)
			if depth == 0 || err != nil {
				return token{kind: word, text: text, line: line}, err
			}
		}
	}
}

// until reads up to the closing byte. The end of the file closes a comment that
// runs to the end of its line.
func (l *lexer) until(closing byte) ([]byte, error) {
	var text []byte
	for {
		b, err := l.read()
		switch {
		case err == io.EOF && closing == '\n':
			return text, nil
		case err == io.EOF:
			return nil, Sentences.Wrong(0, nil, "pdn.fault-comment")
		case err != nil:
			return nil, err
		case b == closing:
			return text, nil
		case len(text) == maxToken:
			return nil, Sentences.Wrong(0, nil, "pdn.fault-long")
		}
		text = append(text, b)
	}
}

// tag reads a tag after its bracket. The value may contain quotes: it ends with
// the quote before the closing bracket.
func (l *lexer) tag(line int) (token, error) {
	var text []byte
	for {
		b, err := l.read()
		if err == io.EOF || err == nil && b == '\n' {
			return token{line: line}, Sentences.Wrong(0, nil, "pdn.fault-tag")
		}
		if err != nil {
			return token{line: line}, err
		}
		if b == ']' {
			t := strings.TrimRight(string(text), " \t")
			name, value, quoted := strings.Cut(t, `"`)
			if name = strings.TrimSpace(name); !quoted {
				return token{line: line}, Sentences.Wrong(0, nil, "pdn.fault-quotes")
			}
			if closed := strings.HasSuffix(value, `"`) && !escaped(value); closed {
				value = unescape.Replace(decode([]byte(value[:len(value)-1])))
				return token{kind: tagToken, name: decode([]byte(name)), text: value, line: line}, nil
			}
		}
		if len(text) == maxToken {
			return token{line: line}, Sentences.Wrong(0, nil, "pdn.fault-long")
		}
		text = append(text, b)
	}
}

// escaped reports whether the quote that ends the text follows an odd number of
// backslashes.
func escaped(text string) bool {
	text = text[:len(text)-1]
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

var (
	unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`)
	escape   = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ")
)

// word reads up to the next space, bracket or comment.
func (l *lexer) word(first byte) (string, error) {
	text := []byte{first}
	for {
		b, err := l.read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return "", err
		}
		if isBlank(b) || strings.IndexByte("{}()[;", b) >= 0 {
			l.unread()
			break
		}
		if len(text) == maxToken {
			return "", Sentences.Wrong(0, nil, "pdn.fault-long")
		}
		text = append(text, b)
	}
	return decode(text), nil
}

// decode returns the text. If it is not UTF-8, it is read as Latin-1.
func decode(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}

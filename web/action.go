package web

import "parlour/table"

// plainAction reads an action in JSON that has only plain fields: strings of
// ASCII without escapes, whole numbers and booleans, no lists and no objects.
// It reports false if it meets anything else; then a is half filled, and
// encoding/json has to read the text.
func plainAction(text []byte, a *table.Action) bool {
	p := plain{text: text}
	if !p.eat('{') {
		return false
	}
	for first := true; ; first = false {
		if p.eat('}') {
			return p.end()
		}
		if !first && !p.eat(',') {
			return false
		}
		name, ok := p.str()
		if !ok || !p.eat(':') {
			return false
		}
		switch string(name) {
		case "kind":
			var kind string
			ok = p.into(&kind)
			a.Kind = table.Kind(kind)
		case "key":
			ok = p.into(&a.Key)
		case "move":
			ok = p.into(&a.Move)
		case "name":
			ok = p.into(&a.Name)
		case "text":
			ok = p.into(&a.Text)
		case "own":
			ok = p.into(&a.Own)
		case "seq":
			a.Seq, ok = p.number()
		case "chair":
			var n int64
			n, ok = p.number()
			a.Chair = int(n)
		case "part":
			a.Part, ok = p.boolean()
		case "on":
			a.On, ok = p.boolean()
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
}

// plain reads a text from its beginning.
type plain struct{ text []byte }

func (p *plain) space() {
	for len(p.text) > 0 && (p.text[0] == ' ' || p.text[0] == '\n' || p.text[0] == '\r' || p.text[0] == '\t') {
		p.text = p.text[1:]
	}
}

// eat takes a character, if it comes next.
func (p *plain) eat(c byte) bool {
	p.space()
	if len(p.text) == 0 || p.text[0] != c {
		return false
	}
	p.text = p.text[1:]
	return true
}

// end reports whether nothing follows.
func (p *plain) end() bool {
	p.space()
	return len(p.text) == 0
}

// str takes a string.
func (p *plain) str() ([]byte, bool) {
	if !p.eat('"') {
		return nil, false
	}
	for i, c := range p.text {
		switch {
		case c == '"':
			s := p.text[:i]
			p.text = p.text[i+1:]
			return s, true
		case c < ' ' || c > '~' || c == '\\':
			return nil, false
		}
	}
	return nil, false
}

func (p *plain) into(s *string) bool {
	text, ok := p.str()
	*s = string(text)
	return ok
}

// number takes a whole number from 0 of at most 15 digits.
func (p *plain) number() (n int64, ok bool) {
	p.space()
	i := 0
	for ; i < len(p.text) && p.text[i] >= '0' && p.text[i] <= '9'; i++ {
		if i == 15 {
			return 0, false
		}
		n = n*10 + int64(p.text[i]-'0')
	}
	ok = i > 0 && (i == 1 || p.text[0] != '0')
	p.text = p.text[i:]
	return n, ok
}

func (p *plain) boolean() (b, ok bool) {
	p.space()
	for _, word := range []string{"true", "false"} {
		if n := len(word); len(p.text) >= n && string(p.text[:n]) == word {
			p.text = p.text[n:]
			return word == "true", true
		}
	}
	return false, false
}

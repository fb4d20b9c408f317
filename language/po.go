package language

import (
	"fmt"
	"strconv"
	"strings"
)

// An Entry is one text of a PO file.
type Entry struct {
	Context  string // msgctxt: a code, the id of a clause
	English  string // msgid
	Text     string // msgstr; "" if nobody has translated it
	Note     string // for translators
	Fuzzy    bool   // the English has changed since; the text does not count
	Previous string // the English it was made from, if that was another
}

// ReadPO reads a PO file as Weblate and Poedit write it. The header and entries
// that are commented out are left out.
func ReadPO(text string) (list []Entry, err error) {
	var e Entry
	var last *string // what a line that begins with a quote adds to
	begun := false   // there is an msgid
	end := func() {
		if begun && (e.Context != "" || e.English != "") {
			list = append(list, e)
		}
		e, last, begun = Entry{}, nil, false
	}
	number := 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
			end()
			continue
		case strings.HasPrefix(line, "#,"):
			e.Fuzzy = strings.Contains(line, "fuzzy")
			continue
		case strings.HasPrefix(line, "#| msgid "):
			e.Previous, err = strconv.Unquote(strings.TrimPrefix(line, "#| msgid "))
			last = &e.Previous
		case line[0] == '"', strings.HasPrefix(line, `#| "`):
			var more string
			if more, err = strconv.Unquote(strings.TrimPrefix(line, "#| ")); last != nil {
				*last += more
			}
		case strings.HasPrefix(line, "#."):
			if e.Note != "" {
				e.Note += " "
			}
			e.Note += strings.TrimSpace(line[2:])
			continue
		case strings.HasPrefix(line, "#"):
			continue
		case word == "msgctxt":
			if begun {
				end()
			}
			e.Context, err = strconv.Unquote(rest)
			last = &e.Context
		case word == "msgid":
			e.English, err = strconv.Unquote(rest)
			last, begun = &e.English, true
		case word == "msgstr":
			e.Text, err = strconv.Unquote(rest)
			last = &e.Text
		default:
			err = fmt.Errorf("%q is not a line of a PO file", line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	end()
	return list, nil
}

// WritePO writes a PO file of a language.
func WritePO(l *Language, list []Entry) string {
	var b strings.Builder
	b.WriteString("msgid \"\"\nmsgstr \"\"\n")
	for _, field := range []string{"Project-Id-Version: Parlour", "Language: " + l.Tag, "MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit"} {
		fmt.Fprintln(&b, quote(field+"\n"))
	}
	for _, e := range list {
		b.WriteByte('\n')
		if e.Note != "" {
			fmt.Fprintf(&b, "#. %s\n", e.Note)
		}
		if e.Fuzzy {
			fmt.Fprintln(&b, "#, fuzzy")
		}
		if e.Previous != "" {
			fmt.Fprintf(&b, "#| msgid %s\n", quote(e.Previous))
		}
		fmt.Fprintf(&b, "msgctxt %s\nmsgid %s\nmsgstr %s\n", quote(e.Context), quote(e.English), quote(e.Text))
	}
	return b.String()
}

var escape = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)

// quote writes a string as PO files do: only what must be is escaped.
func quote(s string) string { return `"` + escape.Replace(s) + `"` }

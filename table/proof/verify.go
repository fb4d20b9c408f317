package proof

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"parlour"
	"parlour/record"
	"parlour/table/fair"
)

// A Report says what was checked.
type Report struct {
	Game   string
	Table  string
	Throws int // throws, every one of which was checked
	Chains int
	Moves  int
}

// A Fault is a throw, or a line of the proof, that does not hold.
type Fault struct {
	Line int // of the record, 0 if it was not read from a file
	Text string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return f.Text
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Text)
}

// A checker follows the proof through a record.
type checker struct {
	Report
	nonces  []string
	chains  []chain
	link    fair.Link // opened by the next throw
	number  int       // of that throw
	pending bool      // a link waits for its throw
}

type chain struct {
	first, links int
	last         fair.Link // the last link opened, the commitment at first
}

// Verify replays a record and checks every throw in it: that it opened the
// next link of a chain committed before, and that the link and the nonces make
// that throw and no other. The error is a *Fault for the dice and a
// *record.Error for everything else.
func Verify(open func(line string) (parlour.Match, error), r *record.Record) (Report, error) {
	c := &checker{Report: Report{Game: r.Tag("Game"), Table: r.Tag(TagTable)}}
	if m := r.Tag(TagDice); m != Method {
		return c.Report, &Fault{Text: fmt.Sprintf("the record holds no proof of its dice: its tag %s is %q, not %q", TagDice, m, Method)}
	}
	_, err := record.Follow(open, r, c.before, func(_ int, e *record.Entry, _ parlour.Match) error {
		if e.Kind != record.Comment {
			return nil
		}
		return c.comment(e)
	})
	if err == nil && c.pending {
		err = &Fault{Text: fmt.Sprintf("link %d was opened but no throw follows", c.number)}
	}
	return c.Report, err
}

// comment reads a line of the proof; others pass.
func (c *checker) comment(e *record.Entry) error {
	bad := func(format string, args ...any) error {
		return &Fault{e.Line, fmt.Sprintf(format, args...)}
	}
	w := strings.Fields(e.Text)
	if len(w) == 0 || w[0] != "dice" {
		return nil
	}
	switch {
	case len(w) == 5 && w[1] == "chain":
		first, err1 := strconv.Atoi(w[2])
		links, err2 := strconv.Atoi(w[3])
		link, ok := readLink(w[4])
		if err1 != nil || err2 != nil || !ok || links < 1 {
			return bad("a chain is written: dice chain FIRST LINKS COMMITMENT")
		}
		next := 1
		if n := len(c.chains); n > 0 {
			next = c.chains[n-1].first + c.chains[n-1].links
		}
		if first != next || first <= c.Throws {
			return bad("the chain begins with throw %d; expected %d", first, next)
		}
		c.chains = append(c.chains, chain{first, links, link})
		c.Chains++
	case len(w) == 4 && w[1] == "nonce":
		chair, err := strconv.Atoi(w[2])
		switch {
		case err != nil || chair < 1 || chair > len(c.nonces)+1 || chair > parlour.MaxSeats:
			return bad("%q is no chair", w[2])
		case len(c.chains) == 0:
			return bad("a nonce stands before the commitment")
		case c.pending:
			return bad("a nonce stands between a link and its throw")
		case chair > len(c.nonces):
			c.nonces = append(c.nonces, w[3])
		default:
			c.nonces[chair-1] = w[3]
		}
	case len(w) == 4 && w[1] == "link":
		n, err := strconv.Atoi(w[2])
		link, ok := readLink(w[3])
		if err != nil || !ok {
			return bad("a link is written: dice link THROW HEX")
		}
		return c.opened(n, link, bad)
	default:
		return bad("%q is no line of a proof", e.Text)
	}
	return nil
}

func readLink(text string) (l fair.Link, ok bool) {
	n, err := hex.Decode(l[:], []byte(text[:min(len(text), 2*len(l))]))
	return l, err == nil && n == len(l) && len(text) == 2*len(l)
}

// opened checks that a link is the next of its chain.
func (c *checker) opened(n int, link fair.Link, bad func(string, ...any) error) error {
	if c.pending || n != c.Throws+1 {
		return bad("link %d is opened; expected link %d", n, c.Throws+1)
	}
	for i := range c.chains {
		ch := &c.chains[i]
		if n < ch.first || n >= ch.first+ch.links {
			continue
		}
		if !fair.Follows(link, ch.last) {
			return bad("link %d does not belong to the chain: its SHA-256 is not the link before it", n)
		}
		ch.last, c.link, c.number, c.pending = link, link, n, true
		return nil
	}
	return bad("throw %d lies in no committed chain", n)
}

// before is called before every throw and move.
func (c *checker) before(e *record.Entry, m parlour.Match, mv parlour.Move) error {
	d := m.Turn().Dice
	if d == 0 {
		c.Moves++
		return nil
	}
	c.Throws++
	if !c.pending || c.number != c.Throws {
		return &Fault{e.Line, fmt.Sprintf("throw %d has no link before it", c.Throws)}
	}
	c.pending = false
	want := d.Nth(fair.OldNumber(c.link, c.Table, c.Throws, c.nonces, d.Weight()))
	if mv != want {
		return &Fault{e.Line, fmt.Sprintf("throw %d is %s, but the link and the nonces make %s", c.Throws, m.Text(mv), m.Text(want))}
	}
	return nil
}

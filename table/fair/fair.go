// Package fair makes throws that anyone can check and nobody can steer.
//
// The server and the device of every player have a hash chain: link 0, the
// commitment, is public, and every link is the SHA-256 of the next. For each
// throw, the log first says who opens which link of their chain. Then all open
// them, and the links make the throw.
//
//	c := fair.NewChain(secret, fair.Links)
//	publish(c.Commitment())
//	t := fair.Throw{Table: "table", Epoch: 1, Number: 1, Attempt: 1, Dice: "one", Link: c.Link(1), Parts: parts}
//	n := t.N(6) // 0 to 5
//
// docs/FAIR-DICE.md says what this proves and what it does not.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strconv"
)

// Links is the usual length of a server's chain.
const Links = 1 << 11

// A Link is one value of a chain.
type Link [32]byte

// stride is the distance between the links a Chain keeps: opening a link costs
// few hashes, and a chain takes little memory.
const stride = 128

// step is the distance between the links that a Chain keeps near the last one
// opened: throws come in order.
const step = 16

// A Chain is a committed sequence of links. Link n is the SHA-256 of the
// secret; every link is the SHA-256 of the one after it. It is not safe for use
// by several goroutines.
type Chain struct {
	n    int
	kept []Link // links 0, stride, 2*stride ... and n last

	// near holds links first, first+step ... up to the next kept link.
	near  [stride / step]Link
	first int // a multiple of stride; -1 before the first call of Link
}

// NewChain makes a chain of n throws from a secret.
func NewChain(secret [32]byte, n int) *Chain {
	c := &Chain{n: n, kept: make([]Link, n/stride+2), first: -1}
	link := Link(sha256.Sum256(secret[:]))
	c.kept[len(c.kept)-1] = link
	for k := n; k >= 0; k-- {
		if k%stride == 0 {
			c.kept[k/stride] = link
		}
		link = sha256.Sum256(link[:])
	}
	return c
}

// Len returns the number of throws of the chain.
func (c *Chain) Len() int { return c.n }

// Commitment returns link 0, to be published before any link is opened.
func (c *Chain) Commitment() Link { return c.Link(0) }

// Link returns link k, 0 <= k <= Len.
func (c *Chain) Link(k int) Link {
	if k%stride == 0 {
		return c.kept[k/stride]
	}
	first := k / stride * stride
	from := min((k+step-1)/step*step, first+stride, c.n)
	var link Link
	switch {
	case from == c.n:
		link = c.kept[len(c.kept)-1]
	case from%stride == 0:
		link = c.kept[from/stride]
	default:
		c.approach(first)
		link = c.near[(from-first)/step]
	}
	for ; from > k; from-- {
		link = sha256.Sum256(link[:])
	}
	return link
}

// approach fills near with links between first and the next kept one.
func (c *Chain) approach(first int) {
	if c.first == first {
		return
	}
	c.first = first
	link, at := c.kept[len(c.kept)-1], c.n
	if first+stride < c.n {
		link, at = c.kept[first/stride+1], first+stride
	}
	for ; at > first; at-- {
		if at < first+stride && at%step == 0 {
			c.near[(at-first)/step] = link
		}
		link = sha256.Sum256(link[:])
	}
}

// Leads reports whether hashing link a number of times gives before: whether
// link comes that many places after before in its chain.
func Leads(link, before Link, places int) bool {
	for range places {
		link = sha256.Sum256(link[:])
	}
	return places > 0 && link == before
}

// Method names how throws are made.
const Method = "parlour-dice-3"

// Limits on the length of chains, which verifiers enforce.
const (
	OwnLinks    = 1 << 12 // the usual length of a device's chain
	MinLinks    = 1 << 10 // of a server's chain
	MinOwnLinks = 64      // of a device's chain
	MaxLinks    = 1 << 16
)

// A Part is what the device of a person adds to a throw.
type Part struct {
	Person int
	Link   Link
}

// A Throw holds everything that determines a throw.
type Throw struct {
	Table   string
	Epoch   int64  // of the server's chain
	Number  int    // of the throw at the table, from 1
	Attempt int    // from 1: earlier ones were voided
	Dice    string // that are thrown, as [parlour.Dice] writes them
	Link    Link   // the server's
	Parts   []Part // in ascending order of persons
}

// N derives a number from 0 to weight-1 from the throw, without bias:
//
//	HMAC-SHA256(Link, message)
//
// where the message has the lines "parlour-dice-3", Table, Epoch, Number,
// Attempt, Dice, then "PERSON LINK" for each part. See number for how the digest
// becomes a number.
func (t *Throw) N(weight int) int {
	msg := append(make([]byte, 0, 512), Method+"\n"...)
	msg = append(append(msg, t.Table...), '\n')
	msg = append(strconv.AppendInt(msg, t.Epoch, 10), '\n')
	msg = append(strconv.AppendInt(msg, int64(t.Number), 10), '\n')
	msg = append(strconv.AppendInt(msg, int64(t.Attempt), 10), '\n')
	msg = append(msg, t.Dice...)
	for _, p := range t.Parts {
		msg = append(strconv.AppendInt(append(msg, '\n'), int64(p.Person), 10), ' ')
		msg = hex.AppendEncode(msg, p.Link[:])
	}
	return number(t.Link, msg, weight)
}

// number reads HMAC-SHA256(link, msg) as eight big-endian 32-bit words and
// takes the first below the largest multiple of weight, modulo weight. If all
// eight are too large, it appends LF and a counter from 1 to the message and
// tries again.
func number(link Link, msg []byte, weight int) int {
	limit := uint64(1) << 32 / uint64(weight) * uint64(weight)
	for again := 0; ; again++ {
		mac := hmac.New(sha256.New, link[:])
		mac.Write(msg)
		if again > 0 {
			fmt.Fprintf(mac, "\n%d", again)
		}
		for sum := mac.Sum(nil); len(sum) > 0; sum = sum[4:] {
			if w := uint64(binary.BigEndian.Uint32(sum)); w < limit {
				return int(w % uint64(weight))
			}
		}
	}
}

// ParseLink reads a link from 64 lowercase hexadecimal digits. No other
// spelling is a link: otherwise its sender could choose among spellings.
func ParseLink(text string) (l Link, ok bool) {
	if len(text) != 2*len(l) {
		return l, false
	}
	_, err := hex.Decode(l[:], []byte(text))
	return l, err == nil && l.String() == text
}

// String returns the link as 64 hexadecimal digits.
func (l Link) String() string { return hex.EncodeToString(l[:]) }

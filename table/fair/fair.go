// Package fair makes throws that anyone can check and nobody can steer.
//
// Throws come in rounds. At the start of a round the server publishes a
// commitment: link 0 of a hash chain in which every link is the SHA-256 of the
// next. Then every player's device commits to a chain of its own, and then
// each opens its first link, the nonce. Each throw opens one more link of the
// server's chain, and one of the thrower's.
//
//	c := fair.NewChain(secret, fair.Links)
//	publish(c.Commitment())
//	t := fair.Throw{Table: "table", Round: 1, Number: 1, Link: c.Link(1), Nonces: nonces}
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

// Commitment returns link 0, to be published before any nonce is accepted.
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

// Follows reports whether link is the one directly after before.
func Follows(link, before Link) bool { return Link(sha256.Sum256(link[:])) == before }

// Method names the current derivation of throws, OldMethod the former one.
const (
	Method    = "parlour-dice-2"
	OldMethod = "parlour-dice-1"
)

// Limits on the length of chains, which verifiers enforce.
const (
	OwnLinks    = 512     // the usual length of a device's chain
	MinLinks    = 1 << 10 // of a server's chain
	MinOwnLinks = 64      // of a device's chain
	MaxLinks    = 1 << 20
)

// A Nonce is what a person's device adds to every throw of a round: the first
// link of its own chain.
type Nonce struct {
	Person int
	Link   Link
}

// append appends a nonce to a message.
func (n *Nonce) append(dst []byte) []byte {
	return hex.AppendEncode(append(strconv.AppendInt(dst, int64(n.Person), 10), ' '), n.Link[:])
}

// A Throw holds everything that determines a throw except the dice themselves.
type Throw struct {
	Table  string
	Round  int
	Number int     // number of the throw at the table, from 1
	Link   Link    // the server's link for this throw
	Nonces []Nonce // nonces of the round's members, in ascending order of persons
	Own    *Nonce  // the thrower and the link their device opened; nil unless a member throws
}

// N derives a number from 0 to weight-1 from the throw, without bias:
//
//	HMAC-SHA256(Link, message)
//
// where the message has the lines "parlour-dice-2", Table, Round, Number, then
// "PERSON NONCE" for each member, then "own PERSON LINK" if a member throws.
// See number for how the digest becomes a number.
func (t *Throw) N(weight int) int {
	msg := append(make([]byte, 0, 256), Method+"\n"...)
	msg = append(append(msg, t.Table...), '\n')
	msg = append(strconv.AppendInt(msg, int64(t.Round), 10), '\n')
	msg = strconv.AppendInt(msg, int64(t.Number), 10)
	for _, n := range t.Nonces {
		msg = n.append(append(msg, '\n'))
	}
	if t.Own != nil {
		msg = t.Own.append(append(msg, "\nown "...))
	}
	return number(t.Link, msg, weight)
}

// OldNumber derives the number of a throw as parlour-dice-1 did, whose message
// has the lines "parlour-dice-1", table, throw and the nonces in the order of
// the chairs.
func OldNumber(link Link, table string, throw int, nonces []string, weight int) int {
	msg := fmt.Appendf(nil, "%s\n%s\n%d", OldMethod, table, throw)
	for _, n := range nonces {
		msg = fmt.Appendf(msg, "\n%s", n)
	}
	return number(link, msg, weight)
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

// ParseLink reads a link from 64 hexadecimal digits.
func ParseLink(text string) (l Link, ok bool) {
	if len(text) != 2*len(l) {
		return l, false
	}
	_, err := hex.Decode(l[:], []byte(text))
	return l, err == nil
}

// String returns the link as 64 hexadecimal digits.
func (l Link) String() string { return hex.EncodeToString(l[:]) }

// Package fair makes throws that anyone can check and nobody can steer.
//
// Before anybody sits down a table publishes a commitment: link 0 of a chain
// in which every link is the SHA-256 of the next. Each throw opens one further
// link, so that nobody, the server included, can change it afterwards, and
// nobody can know it before. Every device adds a nonce when its player sits
// down, so that the server cannot choose a chain it likes either.
//
//	c := fair.NewChain(secret, fair.Links)
//	publish(c.Commitment())
//	link := c.Link(1)
//	n := fair.Number(link, "table", 1, nonces, 6) // 0 to 5
//
// docs/FAIR-DICE.md says what this proves and what it does not.
package fair

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"strconv"
)

// Links is the usual length of a chain.
const Links = 1024

// A Link is one value of a chain.
type Link [32]byte

// stride is the distance of the links a Chain keeps, so that opening one costs
// few hashes and a chain little memory.
const stride = 32

// A Chain is a committed sequence of links. Link n is the SHA-256 of the
// secret; every link is the SHA-256 of the one after it.
type Chain struct {
	n    int
	kept []Link // links 0, stride, 2*stride ... and n last
}

// NewChain makes a chain of n throws from a secret.
func NewChain(secret [32]byte, n int) *Chain {
	c := &Chain{n: n, kept: make([]Link, n/stride+2)}
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
	from := min((k+stride-1)/stride*stride, c.n)
	link := c.kept[len(c.kept)-1]
	if from < c.n || c.n%stride == 0 {
		link = c.kept[from/stride]
	}
	for ; from > k; from-- {
		link = sha256.Sum256(link[:])
	}
	return link
}

// Follows reports whether link is the one directly after before.
func Follows(link, before Link) bool { return Link(sha256.Sum256(link[:])) == before }

// Number derives a number from 0 to weight-1 from a link, without bias:
//
//	HMAC-SHA256(link, "parlour-dice-1" LF table LF throw { LF nonce })
//
// is read as eight big-endian 32-bit words; the first word below the largest
// multiple of weight is taken modulo weight. Should all eight be too large, LF
// and a counter from 1 are added to the message. Throw numbers the throws of
// the table from 1; nonces are those in force, in the order of the chairs.
func Number(link Link, table string, throw int, nonces []string, weight int) int {
	msg := "parlour-dice-1\n" + table + "\n" + strconv.Itoa(throw)
	for _, n := range nonces {
		msg += "\n" + n
	}
	limit := uint64(1) << 32 / uint64(weight) * uint64(weight)
	for again := 0; ; again++ {
		mac := hmac.New(sha256.New, link[:])
		mac.Write([]byte(msg))
		if again > 0 {
			mac.Write([]byte("\n" + strconv.Itoa(again)))
		}
		for sum := mac.Sum(nil); len(sum) > 0; sum = sum[4:] {
			if w := uint64(binary.BigEndian.Uint32(sum)); w < limit {
				return int(w % uint64(weight))
			}
		}
	}
}

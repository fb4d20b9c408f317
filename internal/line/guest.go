package line

import (
	"fmt"
	"iter"
	"net/netip"
	"strings"
)

// A Guest is somebody who waits: a network address as Address writes it, and perhaps a
// token behind it.
type Guest struct {
	Address string
	Token   string
	Last    bool // in a Line: is served only while no other guest waits
}

// Address returns the name of a network address in limits. All addresses in a /64
// of IPv6 have the same name, because a home has a whole /64. The name also tells
// the /56 and the /48 around it.
func Address(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if !a.Is6() {
		return a.String()
	}
	site, err := a.Prefix(48)
	if err != nil {
		return a.String()
	}
	b := a.As16()
	return fmt.Sprintf("%s,%02x,%02x", site, b[6], b[7])
}

// Blocks returns the blocks that an address is in, the smallest first, and how many
// times the share of one address each may have: an address itself has one share,
// a /56 two and a /48 four, however many addresses they have.
func Blocks(address string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for share := 1; yield(address, share); share *= 2 {
			i := strings.LastIndexByte(address, ',')
			if i < 0 {
				return
			}
			address = address[:i]
		}
	}
}

// Block returns the largest block that an address is in.
func Block(address string) string {
	block, _, _ := strings.Cut(address, ",")
	return block
}

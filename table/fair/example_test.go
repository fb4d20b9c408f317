package fair_test

import (
	"fmt"

	"parlour/table/fair"
)

func Example() {
	var secret, own [32]byte // use random secrets in real code
	server := fair.NewChain(secret, fair.Links)
	own[0] = 1
	device := fair.NewChain(own, fair.OwnLinks)
	// Both publish their commitments, then the device reveals its nonce.
	commitment := server.Commitment()
	nonce := fair.Nonce{Person: 1, Link: device.Link(1)}
	// The person throws: their device opens its next link, then the server
	// opens its own.
	throw := fair.Throw{
		Table: "table", Round: 1, Number: 1, Link: server.Link(1),
		Nonces: []fair.Nonce{nonce}, Own: &fair.Nonce{Person: 1, Link: device.Link(2)},
	}
	fmt.Println(fair.Follows(throw.Link, commitment), throw.N(6)+1)
	// Output: true 4
}

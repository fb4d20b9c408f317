package fair_test

import (
	"fmt"

	"parlour/table/fair"
)

func Example() {
	var secret, own [32]byte // use random secrets in real code
	own[0] = 1
	server, device := fair.NewChain(secret, fair.Links), fair.NewChain(own, fair.OwnLinks)
	// Both publish their commitments. The log says who opens which link, and then
	// they do.
	throw := fair.Throw{
		Table: "table", Epoch: 1, Number: 1, Attempt: 1, Dice: "one",
		Link: server.Link(1), Parts: []fair.Part{{Person: 1, Link: device.Link(1)}},
	}
	fmt.Println(fair.Leads(throw.Link, server.Commitment(), 1), throw.N(6)+1)
	// Output: true 6
}

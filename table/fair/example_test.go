package fair_test

import (
	"crypto/sha256"
	"fmt"

	"parlour/table/fair"
)

func Example() {
	secret := sha256.Sum256([]byte("of a table"))
	chain := fair.NewChain(secret, fair.Links)
	commitment := chain.Commitment() // published before anybody sends a nonce
	nonces := []string{"Ann's", "Bob's"}

	link := chain.Link(1) // published with the first throw
	fmt.Println(fair.Follows(link, commitment), fair.Number(link, "table", 1, nonces, 6)+1)
	// Output: true 5
}

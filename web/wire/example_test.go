package wire_test

import (
	"fmt"

	"parlour/web/wire"
)

func Example() {
	body, err := wire.Marshal(map[string]any{"svg": "<g/>", "away": wire.List[int](nil)})
	fmt.Println(string(body), err)
	// Output: {"away":[],"svg":"<g/>"} <nil>
}

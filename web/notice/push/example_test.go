package push_test

import (
	"fmt"

	"parlour/web/notice/push"
)

// A subscription comes from a stranger, so check it before you keep it.
func ExampleSubscription_Check() {
	s := push.Subscription{Endpoint: "http://192.168.1.1/admin"}
	fmt.Println(s.Check())
	// Output: the endpoint is not an https address
}

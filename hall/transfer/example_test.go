package transfer_test

import (
	"context"
	"fmt"

	"parlour/hall/storetest"
	"parlour/hall/transfer"
)

func ExampleCopy() {
	ctx := context.Background()
	from, to := &storetest.Memory{}, &storetest.Memory{}
	if err := from.Append(ctx, storetest.Batch("k3q7j2m5xw4tzabc", 0, 3)); err != nil {
		fmt.Println(err)
	}
	for range 2 {
		report, err := transfer.Copy(ctx, from, to, nil)
		fmt.Println(report.Tables, report.Events, report.New, err)
	}
	// Output:
	// 1 3 3 <nil>
	// 1 3 0 <nil>
}

package work

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
)

func squares() Doers {
	return Doers{"square": func(_ context.Context, body json.RawMessage) (json.RawMessage, error) {
		var n int
		if err := json.Unmarshal(body, &n); err != nil {
			return nil, err
		}
		return json.Marshal(n * n)
	}}
}

func numbers(n int) (tasks []Task) {
	for i := range n {
		tasks = append(tasks, Task{"square", fmt.Append(nil, i)})
	}
	return tasks
}

func TestHandsInOrder(t *testing.T) {
	for _, workers := range []int{0, 1, 7} {
		next := 0
		err := Hands{squares(), workers}.Run(t.Context(), numbers(500), func(n int, result json.RawMessage) error {
			if n != next || string(result) != fmt.Sprint(n*n) {
				t.Errorf("%d workers: result %d is %s, number %d was due", workers, n, result, next)
			}
			next++
			return nil
		})
		if err != nil || next != 500 {
			t.Errorf("%d workers: %d results, %v", workers, next, err)
		}
	}
}

func TestHandsStop(t *testing.T) {
	enough := errors.New("enough")
	err := Hands{squares(), 2}.Run(t.Context(), numbers(100), func(n int, _ json.RawMessage) error {
		if n == 10 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		t.Errorf("ended with %v", err)
	}
	err = Hands{squares(), 2}.Run(t.Context(), []Task{{Kind: "cube"}}, func(int, json.RawMessage) error { return nil })
	if !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), `"cube"`) {
		t.Errorf("an unknown kind gave %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := (Hands{squares(), 2}).Run(ctx, numbers(3), func(int, json.RawMessage) error { return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("a run that was called off ended with %v", err)
	}
}

// Results may come twice and in any order.
func TestLine(t *testing.T) {
	var got []string
	l := Line{Each: func(n int, r json.RawMessage) error { got = append(got, fmt.Sprintf("%d=%s", n, r)); return nil }}
	for _, n := range []int{2, 1, 1, 0, 0, 3, 2} {
		if err := l.Put(n, fmt.Append(nil, n*10)); err != nil {
			t.Fatal(err)
		}
	}
	if s := strings.Join(got, ","); s != "0=0,1=10,2=20,3=30" || l.Done() != 4 {
		t.Errorf("handed on %s", s)
	}
}

func TestRelease(t *testing.T) {
	if r := Release(); !strings.HasSuffix(r, "-"+runtime.GOARCH) || strings.HasPrefix(r, "unknown") || r != Release() {
		t.Errorf("this program is %q", r)
	}
}

func ExampleHands() {
	crew := Hands{Doer: squares()}
	err := crew.Run(context.Background(), numbers(4), func(n int, result json.RawMessage) error {
		fmt.Println(n, string(result))
		return nil
	})
	fmt.Println(err)
	// Output:
	// 0 0
	// 1 1
	// 2 4
	// 3 9
	// <nil>
}

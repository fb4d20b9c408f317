package backend

import (
	"log/slog"
	"testing"

	"parlour/hall"
	"parlour/internal/servers"
	"parlour/internal/wait"
)

// A bus without an address serves one process; a bus with one serves all that
// share it.
func TestOpenBus(t *testing.T) {
	open := func(address string) hall.Bus {
		b, end, err := Bus{Address: address}.Open(t.Context(), "test", slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(end)
		return b
	}
	alone := open("")
	address := servers.NATS(t).URL()
	for _, pair := range [][2]hall.Bus{{alone, alone}, {open(address), open(address)}} {
		news, end := pair[1].Subscribe("t")
		pair[0].Publish("t", 3)
		if seq := wait.Receive(t, "an announcement", news); seq < 3 {
			t.Errorf("%T announced %d", pair[0], seq)
		}
		end()
	}
	if _, _, err := (Bus{Address: "http://host"}).Open(t.Context(), "test", nil); err == nil {
		t.Error("a bus at an http address was opened")
	}
}

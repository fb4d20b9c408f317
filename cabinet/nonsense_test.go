package cabinet_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
)

// Nonsense is refused in a few words, however long it is and however much of it is
// wrong.
func TestNonsense(t *testing.T) {
	options := map[string]string{}
	for i := range 5000 {
		options[fmt.Sprint("no-option-", i)] = "x"
	}
	for _, e := range cabinet.Games() {
		id := e.Info.ID
		var pe *parlour.PositionError
		for _, line := range []string{
			id + " " + strings.Repeat("x", 1<<20),
			id + " " + strings.Repeat("1-32,", 1<<18),
			"B:W" + strings.Repeat("1-32,", 190) + "1:B1",
			id + "[" + strings.Repeat("x=y,", 200) + "x=y] -",
			id + " " + strings.Repeat("G:1,1,1,1/", 90) + " G - - -",
			id + " " + strings.Repeat("a1G1234,", 110) + " s 0 - -",
		} {
			if _, err := e.Game.Parse(line); !errors.As(err, &pe) || len(pe.Faults) == 0 || len(err.Error()) > 50_000 {
				t.Errorf("%s: %.40s… of %d bytes: %.200v…", id, line, len(line), err)
			}
		}
		var se *parlour.SetupError
		if _, err := e.Game.New(parlour.Setup{Options: options}); !errors.As(err, &se) || len(err.Error()) > 150_000 {
			t.Errorf("%s: 5000 options: %.200v…", id, err)
		}
	}
}

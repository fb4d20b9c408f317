package checkers

import (
	"context"
	"testing"

	"parlour/bot"
	"parlour/games/checkers"
)

// What the tables or the search prove is a result, everything else a number of men.
func TestUnit(t *testing.T) {
	for line, want := range map[string]string{
		"W:WK15,K18:BK1": "wins in 19",
		"W:WK15:BK1":     "draws",
	} {
		m, err := checkers.Game().Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		v, err := bot.NewAdviser(Levels(nil)[3].Maker).Value(context.Background(), m)
		if err != nil || v.Detail.Verdict == nil || v.Detail.Verdict.String() != want {
			t.Errorf("%s: %v, %v; want %s", line, v.Detail.Verdict, err, want)
		}
	}
	for men, want := range map[float64]string{0: "0.0", 80: "+0.8", -120: "−1.2"} {
		if got := Men.Text(Share(men)); got != want {
			t.Errorf("%v hundredths of a man are %s, want %s", men, got, want)
		}
	}
}

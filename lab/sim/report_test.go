package sim_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strings"
	"testing"

	"parlour"
	"parlour/games/race"
	"parlour/lab/sim"
)

func TestReport(t *testing.T) {
	m, err := race.AutoRaceGame().Parse("auto-race G:0/B:0 G - - off=G?,B?")
	if err != nil {
		t.Fatal(err)
	}
	rules, p, _ := parlour.Typed[race.Position](m)
	s, err := sim.RunFrom(context.Background(), rules, p, sim.Config{Games: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := s.Report(m, 1, []string{"greedy"})
	if len(r.Seats) != 2 || r.Seats[0].Name != "G" || r.Seats[0].Bot != "greedy" || r.Seats[1].Name != "B" || r.Seats[1].Bot != "random" || len(r.Order) != 2 {
		t.Errorf("%+v", r)
	}
	for _, st := range append(r.Seats, r.Order...) {
		if st.Low > st.Share || st.High < st.Share || st.Pool != st.Share {
			t.Errorf("%+v", st)
		}
	}
	var text, table bytes.Buffer
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "100 games, seed 1") || !strings.Contains(text.String(), "home 100") {
		t.Errorf("%v: %s", err, text.String())
	}
	if err := r.WriteCSV(&table); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if err != nil || len(rows) < 60 {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	data, err := json.Marshal(r)
	var back sim.Report
	if err != nil || json.Unmarshal(data, &back) != nil || back.Turns != r.Turns {
		t.Errorf("JSON: %v", err)
	}
	r.Unfinished = 3
	text.Reset()
	if err := r.WriteText(&text); err != nil || !strings.Contains(text.String(), "3 abandoned") {
		t.Errorf("%v: %s", err, text.String())
	}
}

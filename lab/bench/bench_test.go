package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parlour/cabinet"
	"parlour/lab/sim"
)

// The loop written by hand plays the same game as the simulator.
func TestBareLudo(t *testing.T) {
	e, m, err := cabinet.Parse(bareLine)
	if err != nil {
		t.Fatal(err)
	}
	const games = 4000
	s, err := e.Sim(context.Background(), m, sim.Config{Games: games, Seed: 5, Quick: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hand := float64(bareLudo(games, 6)) / games
	if band := 5 * s.Moves.SD() * math.Sqrt(2.0/games); math.Abs(hand-s.Moves.Mean()) > band {
		t.Errorf("by hand %.1f moves a game, through the simulator %.1f, more than %.1f apart", hand, s.Moves.Mean(), band)
	}
}

// Every searcher is measured.
func TestSearch(t *testing.T) {
	var r SpeedReport
	var b bytes.Buffer
	if err := errors.Join(search(context.Background(), &r, time.Millisecond), r.WriteText(&b)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"expectimax ", "max^n ", " checkers ", "throws ahead: 2 "} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%s is not measured:\n%s", want, b.String())
		}
	}
}

// Two programs are asked in turn, and the best figures of each are compared.
func TestAgainst(t *testing.T) {
	dir := t.TempDir()
	program := func(name, first, later string) string {
		path := filepath.Join(dir, name)
		script := "#!/bin/sh\necho $* >>" + path + ".args\nif [ -e " + path + ".again ]; then echo '" + later + "'; else touch " + path + ".again; echo '" + first + "'; fi\n"
		if err := os.WriteFile(path, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const now = `GAME        NS/MOVE  ALLOCATIONS/MOVE  SIGNATURE
mensch      %s     0.0000            107056

plain Ludo        52.0  0.0000  103971
the same by hand  31.0
ratio             1.68

TOGETHER  PLAYERS  NS/MOVE  ALONE  RATIO
mensch    random   3.0      48.0   16.0

SEARCH      GAME                 POSITIONS/S  CHOICES/S
expectimax  kleefeld, 2 players  %s      100`
	a := Against{Rounds: 2, Args: []string{"bench", "mensch"},
		This:  program("now", fmt.Sprintf(now, "40.0", "2000"), fmt.Sprintf(now, "44.0", "2100")),
		Other: program("before", fmt.Sprintf(now, "60.0", "1000"), fmt.Sprintf(now, "50.0", "900"))}
	var b bytes.Buffer
	list, err := a.Run(context.Background())
	if err := errors.Join(err, WriteComparisons(&b, list)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"mensch            40.0  50.0    0.80", "plain Ludo        52.0  52.0    1.00", "the same by hand  31.0", "expectimax, kleefeld, 2 players  2100  1000    2.10"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in\n%s", want, &b)
		}
	}
	if strings.Contains(b.String(), "ratio ") {
		t.Errorf("a ratio is compared:\n%s", &b)
	}
	if args, err := os.ReadFile(a.Other + ".args"); err != nil || string(args) != "bench mensch\nbench mensch\n" {
		t.Errorf("the other program was called with %q, %v", args, err)
	}
	a.Other = filepath.Join(dir, "none")
	if _, err := a.Run(context.Background()); err == nil || !strings.Contains(err.Error(), a.Other) {
		t.Errorf("a program that is not there: %v", err)
	}
}

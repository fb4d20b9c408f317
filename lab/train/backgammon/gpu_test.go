//go:build gpu

// The trainer for accelerators needs a C++ compiler, so its tests run only when asked:
//
//	go test -tags gpu ./lab/train/backgammon -run Trainer

package backgammon

import (
	"bufio"
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"parlour"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	"parlour/games/backgammon"
	"parlour/internal/programs"
)

// build compiles the trainer for accelerators for this processor.
func build(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "train")
	out, err := exec.Command(programs.Find(t, "g++"), "-O1", "-std=c++17", "-x", "c++", "-o", name, "gpu/train.cu").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return name
}

func TestTrainer(t *testing.T) {
	name := build(t)
	t.Run("agrees", func(t *testing.T) { trainerAgrees(t, name) })
	t.Run("goes on", func(t *testing.T) { trainerGoesOn(t, name) })
}

// The trainer for accelerators knows the same rules, inputs, nets and tables.
func trainerAgrees(t *testing.T, trainer string) {
	nets := make([]*backgammonbot.Net, backgammonbot.NetCount)
	for k := range nets {
		nets[k] = backgammonbot.RandomNet(32*(k+1), uint64(k))
	}
	var file bytes.Buffer
	if err := backgammonbot.WriteNets(&file, nets); err != nil {
		t.Fatal(err)
	}
	nets, err := backgammonbot.ReadNets(file.Bytes()) // rounded
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "weights.bin")
	if err := os.WriteFile(name, file.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	list := positions(600)
	var in bytes.Buffer
	line := func(own, opp *backgammon.Men) string {
		return fmt.Sprintf("%x %x %x %x %x %x %x %x", own.Ones, own.Twos, own.Fours, own.Eights, opp.Ones, opp.Twos, opp.Fours, opp.Eights)
	}
	for _, p := range list {
		fmt.Fprintln(&in, line(&p.Men[p.Turn], &p.Men[1-p.Turn]))
	}
	cmd := exec.Command(trainer, "describe", name)
	cmd.Stdin, cmd.Stderr = &in, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	said := bufio.NewScanner(bytes.NewReader(out))
	said.Buffer(nil, 1<<20)
	said.Scan()
	e, rules := backgammonbot.NewEvaluator(nets), plain()
	seen := make([]int, backgammonbot.NetCount+1)
	for _, p := range list {
		own, opp := &p.Men[p.Turn], &p.Men[1-p.Turn]
		where := line(own, opp)
		k := backgammonbot.Kind(own, opp)
		if backgammonbot.Exact(own, opp) {
			k = backgammonbot.NetCount
		}
		seen[k]++
		if got := said.Text(); got != fmt.Sprint("kind ", k) {
			t.Fatalf("%s: %s, want kind %d", where, got, k)
		}
		said.Scan()
		if k < backgammonbot.NetCount {
			idx, val := backgammonbot.Inputs(own, opp)
			compareInputs(t, where, idx, val, numbers(t, said.Text()))
			said.Scan()
		}
		got := numbers(t, said.Text())
		for i, v := range e.Chances(own, opp) {
			if len(got) != len(backgammonbot.Chances{}) || math.Abs(got[i]-float64(v)) > 2e-5 {
				t.Fatalf("%s: chances %v, want %v", where, got, e.Chances(own, opp))
			}
		}
		ways := map[string][]string{}
		for said.Scan() && strings.HasPrefix(said.Text(), "throw ") {
			f := strings.SplitN(said.Text(), " ", 4)
			ways[f[1]+f[2]] = append(ways[f[1]+f[2]], f[3])
		}
		for _, th := range throws {
			var want []string
			q := p
			q.Dice, q.State = th.dice, backgammon.Moving
			for _, m := range rules.AppendMoves(&q, nil) {
				after := q
				rules.Play(&after, m)
				want = append(want, line(&after.Men[p.Turn], &after.Men[1-p.Turn]))
			}
			got := ways[fmt.Sprint(th.dice[0])+fmt.Sprint(th.dice[1])]
			slices.Sort(got)
			slices.Sort(want)
			if got = slices.Compact(got); !slices.Equal(got, want) {
				t.Fatalf("%s: %d-%d leads to %d positions, want %d", where, th.dice[0], th.dice[1], len(got), len(want))
			}
		}
	}
	for k, n := range seen {
		if n == 0 {
			t.Errorf("no position of kind %d was tried", k)
		}
	}
}

// compareInputs compares a list of inputs with numbers and values in turn.
func compareInputs(t *testing.T, where string, idx []int32, val []float32, got []float64) {
	t.Helper()
	all := map[int]float64{}
	for i := 0; i+1 < len(got); i += 2 {
		all[int(got[i])] = got[i+1]
	}
	if len(all) != len(idx) {
		t.Fatalf("%s: %d inputs, want %d", where, len(all), len(idx))
	}
	for i, k := range idx {
		if math.Abs(all[int(k)]-float64(val[i])) > 1e-6 {
			t.Fatalf("%s: input %d is %v, want %v", where, k, all[int(k)], val[i])
		}
	}
}

// numbers reads those behind the first word of a line.
func numbers(t *testing.T, line string) (list []float64) {
	t.Helper()
	for _, f := range strings.Fields(line)[1:] {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		list = append(list, v)
	}
	return list
}

// A course of the trainer for accelerators can be gone on with, with more units
// too, and what it writes can be read here.
func trainerGoesOn(t *testing.T, trainer string) {
	dir := t.TempDir()
	file := filepath.Join(dir, "weights.bin")
	course := func(units string) (string, []*backgammonbot.Net) {
		t.Helper()
		out, err := exec.Command(trainer, "--seconds", "1", "--games", "16", "--batch", "64", "--units", units, "--keep", "4000",
			"--state", filepath.Join(dir, "course.bin"), "--out", file).CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		nets, err := backgammonbot.ReadNets(data)
		if err != nil || len(nets) != backgammonbot.NetCount {
			t.Fatalf("%d nets, %v", len(nets), err)
		}
		return string(out), nets
	}
	if out, _ := course("32,32,32,32"); strings.Contains(out, "going on") {
		t.Errorf("a new course goes on with something:\n%s", out)
	}
	out, nets := course("64,64,64,32")
	if !strings.Contains(out, "going on") {
		t.Errorf("the course is not gone on with:\n%s", out)
	}
	first, last := nets[0].Units(), nets[backgammonbot.NetCount-1].Units()
	if first != 64 || last != 32 {
		t.Errorf("nets of %d and %d units, want 64 and 32", first, last)
	}
}

// positions returns some from games at random.
func positions(n int) (list []backgammon.Position) {
	rules := plain()
	rand := bot.NewRand(5)
	p := rules.Start()
	for len(list) < n {
		turn := rules.Turn(&p)
		switch {
		case turn.Over():
			p = rules.Start()
		case turn.Dice != 0:
			if turn.Dice == parlour.TwoDice {
				list = append(list, p)
			}
			rules.Play(&p, turn.Dice.Nth(rand.Intn(36)))
		default:
			moves := rules.AppendMoves(&p, nil)
			rules.Play(&p, moves[rand.Intn(len(moves))])
		}
	}
	return list
}

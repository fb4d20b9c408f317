package checkers

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unsafe"

	"parlour/bot"
	"parlour/games/checkers"
)

// What was learned is better than what was made by hand.
func TestTrained(t *testing.T) {
	c := Course{Nodes: soak(300, 10), Workers: 2}
	mean, low, high := compare(context.Background(), c, trained(), byHand(), 1)
	t.Logf("%.3f (%.3f to %.3f)", mean, low, high)
	if low <= 0.5 {
		t.Errorf("the trained weights make %.3f (%.3f to %.3f) of the points", mean, low, high)
	}
}

func TestWeights(t *testing.T) {
	w, err := readWeights(bytes.NewReader(trained().packed()))
	if err != nil || *w != *trained() {
		t.Errorf("weights do not come back: %v", err)
	}
	if _, err := readWeights(strings.NewReader("weights")); err == nil {
		t.Error("words are read as weights")
	}
	if size := unsafe.Sizeof(slot{}); size != 12 {
		t.Errorf("a slot takes %d bytes", size)
	}
}

// Both sides see the same: a turned position has the same value, and the
// trainer adds up the weights as the evaluation does.
func TestValueIsFair(t *testing.T) {
	rand := bot.NewRand(3)
	w := trained()
	for range 2000 {
		stand, side := opening(&rand)
		for range rand.Intn(60) {
			moves := stand.AppendMoves(side, nil)
			if len(moves) == 0 {
				break
			}
			stand.Play(side, moves[rand.Intn(len(moves))])
			side ^= 1
		}
		own, their, kings := facing(&stand, side)
		turned := checkers.Stand{Pieces: [2]checkers.Squares{checkers.Squares(own), checkers.Squares(their)}, Kings: checkers.Squares(kings)}
		if a, b := w.value(&stand, side), w.value(&turned, checkers.Black); a != b {
			t.Fatalf("%v: %d, turned %d", stand, a, b)
		}
		n := note{uint32(stand.Pieces[0]), uint32(stand.Pieces[1]), uint32(stand.Kings), 0, uint8(side)}
		part := float32((stand.Pieces[0] | stand.Pieces[1]).Len()) / 24
		sum := float32(0)
		n.visit(func(i int, times float32) {
			sum += times * (float32(w[i].full)*part + float32(w[i].bare)*(1-part)) / scale
		})
		if side == 1 {
			sum = -sum
		}
		if v := float32(w.value(&stand, side)); v-sum > 1.5 || sum-v > 1.5 {
			t.Fatalf("%v: %v, the trainer says %v", stand, v, sum)
		}
	}
}

// A course writes weights, and goes on from its notes.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	c := Course{Time: time.Millisecond, Nodes: 50, Games: 20, Workers: 2, Seed: 1, Out: filepath.Join(dir, "w"), State: filepath.Join(dir, "s")}
	var sizes []int64
	for range 2 {
		if err := Train(context.Background(), c); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readWeights(f); err != nil {
			t.Error(err)
		}
		f.Close()
		info, err := os.Stat(c.State)
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, info.Size())
	}
	if sizes[1] <= sizes[0] {
		t.Errorf("the notes of two courses take %v bytes", sizes)
	}
	if err := Train(context.Background(), Course{}); err == nil {
		t.Error("a course without a time runs")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := Train(ctx, c); err == nil {
		t.Error("a cancelled course ends well")
	}
}

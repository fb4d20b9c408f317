package checkers

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	checkersbot "parlour/bot/checkers"
)

// weights is the file of the built-in nets.
const weights = "../../../bot/checkers/nets.bin"

// The nets are better than the evaluation with which their training began.
func TestTrained(t *testing.T) {
	nodes := 300
	if os.Getenv("PARLOUR_SOAK") != "" {
		nodes *= 10
	}
	mean, low, high, err := Compare(t.Context(), weights, "", nodes, 100, 1, 1)
	t.Logf("%.3f (%.3f to %.3f)", mean, low, high)
	if err != nil || low <= 0.5 {
		t.Errorf("the nets make %.3f (%.3f to %.3f) of the points, %v", mean, low, high, err)
	}
}

// The nets are those that the trainer for accelerators made: its README names their
// hash.
func TestNetsAreThoseTrained(t *testing.T) {
	readme, err := os.ReadFile("gpu/README.md")
	if err != nil {
		t.Fatal(err)
	}
	nets, err := os.ReadFile(weights)
	if err != nil {
		t.Fatal(err)
	}
	if sum := fmt.Sprintf("`%x`", sha256.Sum256(nets)); !strings.Contains(string(readme), sum) {
		t.Errorf("the nets have the hash %s, which gpu/README.md does not name", sum)
	}
}

// A course writes nets, and goes on from its notes.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	c := Course{Time: time.Millisecond, Nodes: 50, Games: 20, Passes: 1, Workers: 2, Seed: 1, Out: filepath.Join(dir, "w"), State: filepath.Join(dir, "s")}
	var sizes []int64
	for range 2 {
		if err := Train(context.Background(), c); err != nil {
			t.Fatal(err)
		}
		f, err := os.Open(c.Out)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := checkersbot.ReadNets(f); err != nil {
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
	// A run that was killed while it wrote leaves a part of a note behind.
	f, err := os.OpenFile(c.State, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("part"); err != nil {
		t.Fatal(err)
	}
	f.Close()
	only := c
	only.Only, only.From, only.Out = true, c.Out, filepath.Join(dir, "none")
	if err := Train(context.Background(), only); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(c.State); err != nil || info.Size() <= sizes[1] || info.Size()%noteSize != 0 {
		t.Errorf("only playing adds no positions: %v, %v", info.Size(), err)
	}
	if _, err := os.Stat(only.Out); err == nil {
		t.Error("only playing writes nets")
	}
	if mean, low, high, err := Compare(context.Background(), c.Out, c.Out, 20, 2, 1, 1); err != nil || mean < low || mean > high {
		t.Errorf("nets against themselves: %v (%v to %v), %v", mean, low, high, err)
	}
	if _, _, _, err := Compare(context.Background(), c.Out, c.State, 20, 2, 1, 1); err == nil {
		t.Error("positions are taken for nets")
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

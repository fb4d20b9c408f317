package checkers

import (
	"context"
	"errors"
	"fmt"
	"os"

	checkersbot "parlour/bot/checkers"
)

// A maker makes tables, or proves them.
type maker struct{ checkersbot.Tables }

// Make makes tables for up to that many pieces. Progress, if not nil, is told how
// many of all positions are done, slice by slice.
//
// With a folder, each slice is written there when it is made, and existing files are
// read instead of made again. For six pieces only the slices that others still need
// stay in memory, so open them from the folder afterwards.
func Make(ctx context.Context, pieces int, dir string, progress func(s checkersbot.Slice, done, all int64)) (*checkersbot.Tables, error) {
	return build(ctx, pieces, dir, false, progress)
}

// Whole is like Make, but keeps all tables in memory, a byte for each position. Six
// pieces take 2.7 GB.
func Whole(ctx context.Context, pieces int, dir string, progress func(s checkersbot.Slice, done, all int64)) (*checkersbot.Tables, error) {
	return build(ctx, pieces, dir, true, progress)
}

func build(ctx context.Context, pieces int, dir string, keep bool, progress func(s checkersbot.Slice, done, all int64)) (*checkersbot.Tables, error) {
	if pieces < 2 || pieces > checkersbot.MostPieces {
		return nil, fmt.Errorf("endgame tables have 2 to %d pieces, not %d", checkersbot.MostPieces, pieces)
	}
	t := &maker{}
	var done, all int64
	for n := 2; n <= pieces; n++ {
		for _, s := range checkersbot.Slices(n) {
			all += int64(positionsOf(s))
		}
	}
	for n := 2; n <= pieces; n++ {
		for _, s := range checkersbot.Slices(n) {
			if err := t.obtain(ctx, s, dir); err != nil {
				return nil, err
			}
			done += int64(positionsOf(s))
			if progress != nil {
				progress(s, done, all)
			}
			if n == checkersbot.MostPieces && !keep {
				t.forget(s.Men[0] + s.Men[1] - 2)
			}
		}
		t.Complete(n)
	}
	return &t.Tables, nil
}

// forget drops the largest slices with that many men, which no remaining slice
// depends on.
func (t *maker) forget(men int) {
	for _, s := range checkersbot.Slices(checkersbot.MostPieces) {
		if s.Men[0]+s.Men[1] <= men {
			t.Drop(s)
			t.Drop(s.Turned())
		}
	}
}

// obtain reads a slice and its turned board from the folder, or makes them.
func (t *maker) obtain(ctx context.Context, s checkersbot.Slice, dir string) error {
	if dir != "" {
		found := 0
		for _, s := range both(s) {
			values, err := checkersbot.ReadSlice(dir, s)
			switch {
			case err == nil:
				t.Add(s, values)
				found++
			case !errors.Is(err, os.ErrNotExist):
				return err
			}
		}
		if found == len(both(s)) {
			return nil
		}
	}
	a, b, err := t.makeSlice(ctx, s)
	if err != nil {
		return err
	}
	t.Add(b.slice, b.values)
	t.Add(a.slice, a.values)
	if dir == "" {
		return nil
	}
	for _, s := range both(s) {
		if err := checkersbot.WriteSlice(dir, s, t.Values(s)); err != nil {
			return err
		}
	}
	return nil
}

// positionsOf returns how many numbers a slice and its turned board need.
func positionsOf(s checkersbot.Slice) int {
	n := checkersbot.NewNumbering(s).Size
	if s != s.Turned() {
		n *= 2
	}
	return n
}

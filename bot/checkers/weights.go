package checkers

import (
	"bytes"
	"compress/flate"
	_ "embed" // the weights that come with the program
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

// The weights of the evaluation were learned in three courses, each going on
// from the notes of the one before, on two busy processors:
//
//	parlour train checkers --time 8m --nodes 600 --games 600 --state notes.bin
//	parlour train checkers --time 10m --nodes 2000 --games 1000 --seed 1929 --state notes.bin
//	parlour train checkers --time 30m --nodes 3000 --games 1000 --seed 1930 --workers 1 --state notes.bin
//
// That is 1,257,779 positions. The search was still changing at the time of the
// first, so the same commands give other bytes, and other numbers of rounds.
// Against the weights before it the last course made 55.8 % of the points in
// 400 games of 5000 positions a move.
//
//go:embed weights.bin
var packedWeights []byte

// trained returns the weights that come with the program.
var trained = sync.OnceValue(func() *weights {
	w, err := readWeights(bytes.NewReader(packedWeights))
	if err != nil {
		panic(fmt.Sprintf("checkers: the embedded weights: %v", err))
	}
	return w
})

// readWeights reads weights: pairs of 16 bits, little endian, packed by flate.
func readWeights(r io.Reader) (*weights, error) {
	data, err := io.ReadAll(flate.NewReader(r))
	if err != nil {
		return nil, err
	}
	if len(data) != 4*features {
		return nil, fmt.Errorf("%d bytes of weights, want %d", len(data), 4*features)
	}
	w := new(weights)
	for i := range w {
		w[i].full = int16(binary.LittleEndian.Uint16(data[4*i:]))
		w[i].bare = int16(binary.LittleEndian.Uint16(data[4*i+2:]))
	}
	return w, nil
}

// packed undoes readWeights.
func (w *weights) packed() []byte {
	var buf bytes.Buffer
	z, _ := flate.NewWriter(&buf, flate.BestCompression) // the level is a valid one
	for _, p := range w {
		var b [4]byte
		binary.LittleEndian.PutUint16(b[:], uint16(p.full))
		binary.LittleEndian.PutUint16(b[2:], uint16(p.bare))
		z.Write(b[:]) // a Buffer does not fail
	}
	z.Close()
	return buf.Bytes()
}

package checkers

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"sync"
)

// trained returns the built-in weights of the evaluation. They were trained in three
// runs on two busy processors, each continuing from the notes of the one before:
//
//	parlour train checkers --time 8m --nodes 600 --games 600 --state notes.bin
//	parlour train checkers --time 10m --nodes 2000 --games 1000 --seed 1929 --state notes.bin
//	parlour train checkers --time 30m --nodes 3000 --games 1000 --seed 1930 --workers 1 --state notes.bin
//
// That is 1,257,779 positions. The search has changed since the first run, so the
// same commands give other weights and other numbers of rounds. The last run scored
// 55.8 % against the weights before it, in 400 games with 5000 positions per move.
var trained = sync.OnceValue(func() *weights {
	w, err := readWeights(bytes.NewReader(packedWeights.Bytes()))
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

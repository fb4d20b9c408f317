package checkers

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"parlour/internal/files"
	"parlour/internal/parallel"
)

// A file holds one slice, its values in blocks that are packed one by one:
//
//	parlour endgame 1m2k-1k\n
//	block ends, little endian, 8 bytes each, counted from the first block
//	blocks, packed by flate
//
// so that a value is found by unpacking one block.
const (
	magic     = "parlour endgame "
	suffix    = ".end"
	blockSize = 1 << 15 // values
)

// A table holds the values of one slice, all of them or only those of the
// blocks that were asked for.
type table struct {
	*Numbering
	values []Outcome // nil if they are read block by block
	file   *os.File
	first  int64 // where the blocks begin
	ends   []int64
	blocks []atomic.Pointer[[]Outcome]
}

func blocksOf(size int) int { return (size + blockSize - 1) / blockSize }

// WriteSlice writes the values of a slice to its file in a folder. The file appears
// only when it is complete.
func WriteSlice(dir string, s Slice, values []Outcome) error {
	t := &table{Numbering: NewNumbering(s), values: values}
	packed := t.packed()
	head := []byte(magic + s.String() + "\n")
	end := int64(0)
	for _, block := range packed {
		end += int64(len(block))
		head = binary.LittleEndian.AppendUint64(head, uint64(end))
	}
	return files.Replace(fileOf(dir, s), 0o644, func(w io.Writer) error {
		for _, part := range append([][]byte{head}, packed...) {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// ReadSlice reads the values of a slice from its file in a folder.
func ReadSlice(dir string, s Slice) ([]Outcome, error) {
	t, err := openTable(dir, s)
	if err != nil {
		return nil, err
	}
	err = t.load()
	return t.values, errors.Join(err, t.file.Close())
}

// fileOf names the file of a slice.
func fileOf(dir string, s Slice) string { return filepath.Join(dir, s.String()+suffix) }

// packed packs the blocks of the table, on all processors.
func (t *table) packed() [][]byte {
	packed := make([][]byte, blocksOf(t.Size))
	_ = parallel.Do(context.Background(), 0, len(packed), func(_ context.Context, blocks iter.Seq[int]) error { // no worker fails
		z, _ := flate.NewWriter(nil, flate.BestCompression) // the level is a valid one
		for b := range blocks {
			var buf bytes.Buffer
			z.Reset(&buf)
			z.Write(t.values[b*blockSize : min((b+1)*blockSize, t.Size)]) // a Buffer does not fail
			z.Close()
			packed[b] = buf.Bytes()
		}
		return nil
	})
	return packed
}

// openTable opens the file of a slice.
func openTable(dir string, s Slice) (*table, error) {
	name := fileOf(dir, s)
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	t := &table{Numbering: NewNumbering(s), file: f}
	head := make([]byte, len(magic)+len(s.String())+1)
	ends := make([]byte, 8*blocksOf(t.Size))
	t.first = int64(len(head) + len(ends))
	if _, err = io.ReadFull(f, head); err == nil {
		_, err = io.ReadFull(f, ends)
	}
	if err != nil || string(head) != magic+s.String()+"\n" {
		f.Close()
		return nil, fmt.Errorf("%s is not an endgame table of %v", name, s)
	}
	last := int64(0)
	for i := 0; i < len(ends); i += 8 {
		end := int64(binary.LittleEndian.Uint64(ends[i:]))
		if end <= last || end-last > 2*blockSize {
			f.Close()
			return nil, fmt.Errorf("%s is damaged", name)
		}
		t.ends = append(t.ends, end)
		last = end
	}
	t.blocks = make([]atomic.Pointer[[]Outcome], len(t.ends))
	return t, nil
}

// read unpacks block b.
func (t *table) read(b int) ([]Outcome, error) {
	from := int64(0)
	if b > 0 {
		from = t.ends[b-1]
	}
	z := flate.NewReader(io.NewSectionReader(t.file, t.first+from, t.ends[b]-from))
	values := make([]Outcome, min(blockSize, t.Size-b*blockSize))
	if _, err := io.ReadFull(z, values); err != nil {
		return nil, fmt.Errorf("endgames of %v: %w", t.slice, err)
	}
	return values, z.Close()
}

// load unpacks all blocks.
func (t *table) load() error {
	values := make([]Outcome, t.Size)
	err := parallel.Do(context.Background(), 0, len(t.ends), func(_ context.Context, blocks iter.Seq[int]) error {
		for b := range blocks {
			block, err := t.read(b)
			if err != nil {
				return err
			}
			copy(values[b*blockSize:], block)
		}
		return nil
	})
	t.values = values
	return err
}

// A shelf caches unpacked blocks, up to a limit.
type shelf struct {
	mu    sync.Mutex
	queue []place // in the order they were unpacked; a ring once it is full
	next  int
	most  int
}

type place struct {
	t *table
	b int
}

// value returns a value, and unpacks its block if needed. If the file cannot be read
// any more it returns a draw, so that a search can continue.
func (s *shelf) value(t *table, i int) Outcome {
	b := i / blockSize
	if block := t.blocks[b].Load(); block != nil {
		return (*block)[i%blockSize]
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if block := t.blocks[b].Load(); block != nil {
		return (*block)[i%blockSize]
	}
	block, err := t.read(b)
	if err != nil {
		block = make([]Outcome, blockSize)
	}
	t.blocks[b].Store(&block)
	if len(s.queue) < s.most {
		s.queue = append(s.queue, place{t, b})
	} else {
		old := s.queue[s.next]
		old.t.blocks[old.b].Store(nil)
		s.queue[s.next] = place{t, b}
		s.next = (s.next + 1) % len(s.queue)
	}
	return block[i%blockSize]
}

// Open returns the built-in tables, and those for more pieces in a folder made by
// parlour endgames. Up to that many bytes of the latter are cached in memory. The files stay
// open.
func Open(dir string, memory int) (*Tables, error) {
	t := &Tables{slices: Endgames().slices, pieces: embeddedPieces}
	t.shelf.most = max(1, memory/blockSize)
	for n := embeddedPieces + 1; n <= MostPieces; n++ {
		for _, s := range Slices(n) {
			for _, s := range []Slice{s, s.Turned()} {
				if t.slices[s.key()] != nil {
					continue
				}
				tab, err := openTable(dir, s)
				if err != nil {
					return t.discard(n, err)
				}
				t.slices[s.key()] = tab
			}
		}
		t.pieces = n
	}
	return t, nil
}

// discard closes the tables of that many pieces after an error. If they are only not
// all there, those of fewer pieces do.
func (t *Tables) discard(pieces int, err error) (*Tables, error) {
	missing := errors.Is(err, os.ErrNotExist)
	for key, tab := range t.slices {
		if tab != nil && tab.file != nil && (!missing || tab.slice.Pieces() == pieces) {
			tab.file.Close()
			t.slices[key] = nil
		}
	}
	if !missing {
		return nil, err
	}
	return t, nil
}

// Pack writes all tables one after another, for embedding.
func (t *Tables) Pack(w io.Writer) error {
	z, err := flate.NewWriter(w, flate.BestCompression)
	if err != nil {
		return err
	}
	for n := 2; n <= t.pieces; n++ {
		for _, s := range Slices(n) {
			for _, key := range []int{s.key(), s.Turned().key()} {
				if _, err := z.Write(t.slices[key].values); err != nil {
					return err
				}
				if s == s.Turned() {
					break
				}
			}
		}
	}
	return z.Close()
}

// readPacked undoes Pack.
func readPacked(r io.Reader, pieces int) (*Tables, error) {
	t := &Tables{pieces: pieces}
	z := flate.NewReader(r)
	for n := 2; n <= pieces; n++ {
		for _, s := range Slices(n) {
			for _, s := range []Slice{s, s.Turned()} {
				if t.slices[s.key()] != nil {
					continue
				}
				tab := &table{Numbering: NewNumbering(s)}
				tab.values = make([]Outcome, tab.Size)
				if _, err := io.ReadFull(z, tab.values); err != nil {
					return nil, err
				}
				t.slices[s.key()] = tab
			}
		}
	}
	return t, z.Close()
}

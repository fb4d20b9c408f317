// Package picture makes PNG pictures and PDF files for many people. One takes a tenth
// of a second, so they are kept, and few are made at a time.
//
//	m := picture.NewMaker()
//	answer, err := m.PNG(ctx, address, svg, png.Options{Width: 1200, Height: 630})
package picture

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"

	"parlour/draw/png"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/web/wire"
)

// mostKept is how many bytes of pictures are kept.
const mostKept = 32 << 20

// How many requests may wait for a picture, in all and from one address. The last
// of an address waits some seconds.
const (
	longestLine = 50
	ownLine     = 8
)

// A Maker makes pictures and keeps them. It is safe for use by many goroutines.
type Maker struct {
	kept cache.Cache[key, wire.Answer]
	line line.Line
}

// A key names a picture: what it shows, and how large. A file to print has no size.
type key struct {
	shows         [sha256.Size]byte
	width, height int
}

// NewMaker returns a Maker that uses half of the processors.
func NewMaker() *Maker {
	return &Maker{
		kept: cache.Cache[key, wire.Answer]{Most: mostKept, Size: func(a wire.Answer) int { return len(a.Body) }},
		line: line.Line{Places: max(1, runtime.GOMAXPROCS(0)/2), Hold: max(1, runtime.GOMAXPROCS(0)/4), Limits: line.Limits{All: longestLine, Each: ownLine}},
	}
}

// PNG returns the picture of a drawing in SVG for an address.
func (m *Maker) PNG(ctx context.Context, address string, svg []byte, o png.Options) (wire.Answer, error) {
	return m.made(ctx, address, key{sha256.Sum256(svg), o.Width, o.Height}, func(w io.Writer) error { return png.Encode(w, svg, o) })
}

// File returns the file with a name for an address. If it is not kept, write makes it.
func (m *Maker) File(ctx context.Context, address, name string, write func(io.Writer) error) (wire.Answer, error) {
	return m.made(ctx, address, key{shows: sha256.Sum256([]byte(name))}, write)
}

// Len returns how many pictures and files are kept.
func (m *Maker) Len() int { return m.kept.Len() }

// made returns what is kept under a key, or makes it when its turn comes.
func (m *Maker) made(ctx context.Context, address string, k key, write func(io.Writer) error) (a wire.Answer, err error) {
	if a, ok := m.kept.Get(k); ok {
		return a, nil
	}
	err = m.line.Do(ctx, line.Guest{Address: address}, func() (err error) {
		a, err = m.kept.Fill(ctx, k, line.Block(address), func(context.Context) (a wire.Answer, err error) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				return a, err
			}
			return wire.Tagged(b.Bytes()), nil
		})
		return err
	})
	if errors.Is(err, line.ErrEach) || errors.Is(err, line.ErrFull) {
		err = &wire.Error{Code: wire.Busy, Reason: "error.pictures", Retry: 2}
	}
	return a, err
}

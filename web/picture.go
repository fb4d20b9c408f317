//go:build !js

package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"strconv"

	"parlour/cabinet"
	"parlour/draw/cover"
	"parlour/draw/png"
	"parlour/hall"
	"parlour/internal/cache"
	"parlour/internal/line"
	"parlour/web/show"
	"parlour/web/wire"
)

// The smallest and largest side of a picture, in pixels.
const (
	leastSide = 64
	mostSide  = 2000
)

// mostPictures is how many bytes of pictures the cache holds.
const mostPictures = 32 << 20

// How many requests may wait for a picture, in all and from one address. The last
// of an address waits some seconds.
const (
	longestLine = 50
	ownLine     = 8
)

// pictures makes PNG pictures, and PDF files to print. One takes a tenth of a
// second, so they are cached, and few are made at a time.
type pictures struct {
	kept cache.Cache[pictureKey, wire.Answer]
	line line.Line
}

// A pictureKey names a picture: what it shows, and how large. A file to print has
// no size.
type pictureKey struct {
	drawing       [sha256.Size]byte
	width, height int
}

func newPictures() *pictures {
	return &pictures{
		kept: cache.Cache[pictureKey, wire.Answer]{Most: mostPictures, Size: func(a wire.Answer) int { return len(a.Body) }},
		line: line.Line{Places: max(1, runtime.GOMAXPROCS(0)/2), Hold: max(1, runtime.GOMAXPROCS(0)/4), Limits: line.Limits{All: longestLine, Each: ownLine}},
	}
}

// get returns the picture of a drawing for an address.
func (p *pictures) get(ctx context.Context, address string, mark []byte, o png.Options) (wire.Answer, error) {
	return p.made(ctx, address, pictureKey{sha256.Sum256(mark), o.Width, o.Height}, func(w io.Writer) error { return png.Encode(w, mark, o) })
}

// made returns what was made before under a key, or makes it when its turn comes.
func (p *pictures) made(ctx context.Context, address string, key pictureKey, make func(io.Writer) error) (d wire.Answer, err error) {
	if d, ok := p.kept.Get(key); ok {
		return d, nil
	}
	err = p.line.Do(ctx, line.Guest{Address: address}, func() (err error) {
		d, err = p.kept.Fill(ctx, key, line.Block(address), func(context.Context) (d wire.Answer, err error) {
			var b bytes.Buffer
			if err := make(&b); err != nil {
				return d, err
			}
			return wire.Tagged(b.Bytes()), nil
		})
		return err
	})
	if errors.Is(err, line.ErrEach) || errors.Is(err, line.ErrFull) {
		err = &wire.Error{Code: wire.Busy, Reason: "error.pictures", Retry: 2}
	}
	return d, err
}

// A bitmap is a drawing in SVG to answer as PNG.
type bitmap []byte

// send answers with the picture in the requested size.
func (b bitmap) send(r *request) error {
	o, err := r.pictureSize()
	if err != nil {
		return err
	}
	r.w.rest() // pictures have a line of their own
	d, err := r.server.reach.pictures.get(r.Context(), r.address, b, o)
	if err != nil {
		return err
	}
	return sendPacked(r, "image/png", d)
}

// tablePNG answers GET /api/tables/{table}/board.png: a position as a PNG picture.
func (s *Server) tablePNG(r *request, t *hall.Table) (bitmap, error) {
	mark, err := s.picture(r, t)
	return bitmap(mark), err
}

// gamePNG answers GET /api/games/{game}/board.png.
func (s *Server) gamePNG(r *request, e *cabinet.Entry) (bitmap, error) { return show.DrawGame(e) }

// shelfPNG answers GET /api/card.png: all games in one picture.
func (s *Server) shelfPNG(r *request) (bitmap, error) { return show.DrawShelf() }

// pictureSize reads the requested size of a picture.
func (r *request) pictureSize() (png.Options, error) {
	o := png.Options{Width: show.CardWidth, Height: show.CardHeight}
	for name, side := range map[string]*int{"w": &o.Width, "h": &o.Height} {
		n, err := r.number(name)
		switch {
		case err != nil:
			return o, err
		case n == 0: // the default
		case n < leastSide || n > mostSide:
			return o, fail(wire.BadRequest, "A picture has "+strconv.Itoa(leastSide)+" to "+strconv.Itoa(mostSide)+" points on a side.")
		default:
			*side = int(n)
		}
	}
	return o, nil
}

// gameCover answers GET /api/games/{game}/cover.svg: the lid of its box.
func (s *Server) gameCover(r *request, e *cabinet.Entry) (small, error) {
	return s.drawnOnce(e.Info.ID+"/cover", func() ([]byte, error) { return cover.Append(nil, e.Lid.Cover, e.Info.Title), nil })
}

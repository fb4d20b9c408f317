package png

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	imagepng "image/png"
	"io"
	"math"
	"sync"

	"parlour/draw/outline"
)

// Options say how large a picture is and what surrounds the drawing.
type Options struct {
	Width, Height int         // in pixels; 0 to derive it from the other one and the drawing
	Background    color.Color // around the drawing, which is centred; nil for Paper
}

// Paper is the warm paper around drawings, a little darker than their own.
var Paper = color.RGBA{0xe8, 0xd8, 0xb0, 0xff}

// MaxSide is how many pixels a side of a picture can have.
const MaxSide = 4096

// workFor returns how much work a picture may take: pixels painted, and lines
// and dashes drawn, with weights. Drawings of games need a tenth of it.
func workFor(width, height int) int { return 10_000_000 + 100*width*height }

// Encode writes a drawing as PNG.
func Encode(w io.Writer, svg []byte, o Options) error {
	img, err := Render(svg, o)
	if err != nil {
		return err
	}
	return encoder.Encode(w, img)
}

// encoder is shared, so that its buffers are reused.
var encoder = imagepng.Encoder{BufferPool: &buffers{}}

// buffers keeps the buffers of encoders.
type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *imagepng.EncoderBuffer {
	e, _ := b.pool.Get().(*imagepng.EncoderBuffer)
	return e
}

func (b *buffers) Put(e *imagepng.EncoderBuffer) { b.pool.Put(e) }

// Render returns a drawing as an image.
func Render(svg []byte, o Options) (*image.RGBA, error) {
	d, err := outline.Read(svg)
	if err != nil {
		return nil, fmt.Errorf("png: %w", err)
	}
	img, err := render(d, o)
	if err != nil {
		return nil, fmt.Errorf("png: %w", err)
	}
	return img, nil
}

func render(d *outline.Drawing, o Options) (*image.RGBA, error) {
	box := d.Box
	width, height, err := size(box[2], box[3], o)
	if err != nil {
		return nil, err
	}
	var ground color.Color = Paper
	if o.Background != nil {
		ground = o.Background
	}
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(img, img.Bounds(), image.NewUniform(ground), image.Point{}, draw.Src)

	k := min(float64(width)/box[2], float64(height)/box[3])
	left, top := (float64(width)-k*box[2])/2, (float64(height)-k*box[3])/2
	work := workFor(width, height)
	c := &canvas{img: img, work: &work, tiles: map[tileKey]*image.RGBA{}}
	m := outline.Matrix{A: k, D: k, E: left - k*box[0], F: top - k*box[1]}
	return img, d.Draw(c, m, outline.Patterns{}, &work)
}

// size returns the size of the picture of a drawing.
func size(w, h float64, o Options) (width, height int, err error) {
	fw, fh := float64(o.Width), float64(o.Height)
	switch {
	case o.Width < 0 || o.Height < 0:
		return 0, 0, errors.New("a picture cannot have a negative size")
	case o.Width == 0 && o.Height == 0:
		fw, fh = w, h
	case o.Width == 0:
		fw = w * fh / h
	case o.Height == 0:
		fh = h * fw / w
	}
	fw, fh = max(math.Round(fw), 1), max(math.Round(fh), 1)
	if fw > MaxSide || fh > MaxSide {
		return 0, 0, fmt.Errorf("a picture can have at most %d pixels on a side", MaxSide)
	}
	return int(fw), int(fh), nil
}

package png

import (
	"fmt"
	"image"
	"math"
	"math/bits"

	"parlour/draw/outline"
)

// samples is how many samples of a pattern are taken for each pixel, across and
// down.
const samples = 4

// maxTile is the largest tile, in pixels.
const maxTile = 512

// A tileKey names a pattern's tile at one size.
type tileKey struct {
	name string
	side int // a power of 2
}

// cloth returns a part of the picture covered with a pattern.
func (c *canvas) cloth(bounds image.Rectangle, p *outline.Pattern, m outline.Matrix) (*image.RGBA, error) {
	k, w, h := m.Scale(), p.Width, p.Height
	if k == 0 {
		return nil, fmt.Errorf("the pattern %q has no size", p.Name)
	}
	// A tile has about four times the resolution of the picture.
	fine := int(min(max(w, h)*k*samples, maxTile))
	side := 1 << bits.Len(uint(max(fine-1, 1)))
	tile, err := c.tile(tileKey{p.Name, side}, p)
	if err != nil {
		return nil, err
	}

	// Map pixels of the picture back to pixels of the tile.
	across, down := float64(side)/w/(k*k), float64(side)/h/(k*k)
	ux, uy := m.A*across, m.B*across
	vx, vy := m.C*down, m.D*down
	out := image.NewRGBA(image.Rectangle{Max: bounds.Size()})
	for y := range bounds.Dy() {
		row := out.Pix[y*out.Stride:]
		for x := range bounds.Dx() {
			var r, g, b uint32
			for j := range samples {
				py := float64(y+bounds.Min.Y) + (float64(j)+0.5)/samples - m.F
				for i := range samples {
					px := float64(x+bounds.Min.X) + (float64(i)+0.5)/samples - m.E
					u := int(math.Floor(px*ux+py*uy)) & (side - 1)
					v := int(math.Floor(px*vx+py*vy)) & (side - 1)
					q := tile.Pix[v*tile.Stride+u*4:]
					r, g, b = r+uint32(q[0]), g+uint32(q[1]), b+uint32(q[2])
				}
			}
			const all = samples * samples
			row[x*4], row[x*4+1], row[x*4+2], row[x*4+3] = uint8((r+all/2)/all), uint8((g+all/2)/all), uint8((b+all/2)/all), 0xff
		}
	}
	return out, nil
}

// tile returns one tile of a pattern.
func (c *canvas) tile(key tileKey, p *outline.Pattern) (*image.RGBA, error) {
	if t := c.tiles[key]; t != nil {
		return t, nil
	}
	if p.Width != p.Height {
		return nil, fmt.Errorf("the pattern %q is not square", p.Name)
	}
	img := image.NewRGBA(image.Rect(0, 0, key.side, key.side))
	k := float64(key.side) / p.Width
	if err := p.Draw(&canvas{img: img, work: c.work}, outline.Matrix{A: k, D: k}, c.work); err != nil {
		return nil, err
	}
	if !img.Opaque() {
		return nil, fmt.Errorf("the pattern %q does not fill its tile", p.Name)
	}
	c.tiles[key] = img
	return img, nil
}

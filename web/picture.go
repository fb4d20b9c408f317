//go:build !js

package web

import (
	"strconv"

	"parlour/cabinet"
	"parlour/draw/cover"
	"parlour/draw/png"
	"parlour/hall"
	"parlour/web/show"
	"parlour/web/wire"
)

// The smallest and largest side of a picture, in pixels.
const (
	leastSide = 64
	mostSide  = 2000
)

// A bitmap is a drawing in SVG to answer as PNG.
type bitmap []byte

// send answers with the picture in the requested size.
func (b bitmap) send(r *request) error {
	o, err := r.pictureSize()
	if err != nil {
		return err
	}
	r.w.Release() // pictures have a line of their own
	d, err := r.server.reach.pictures.PNG(r.Context(), r.address, b, o)
	if err != nil {
		return err
	}
	return r.w.SendPacked("image/png", d)
}

// tablePNG answers GET /api/tables/{table}/board.png: a position as a PNG picture.
func (s *Server) tablePNG(r *request, t *hall.Table) (bitmap, error) {
	mark, err := s.picture(r, t)
	return bitmap(mark), err
}

// gamePNG answers GET /api/games/{game}/board.png.
func (s *Server) gamePNG(r *request, e *cabinet.Entry) (bitmap, error) {
	return show.DrawGame(r.lang, e)
}

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
	return s.drawnOnce(r, e.Info.ID+"/cover", func() ([]byte, error) { return cover.Append(nil, e.Lid.Cover, e.Title(r.lang)), nil })
}

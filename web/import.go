package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"net/http"
	"strings"

	"parlour/cabinet"
	"parlour/web/study"
	"parlour/web/wire"
)

// The routes below read what people bring to study. They keep nothing.

// mostBrought is how many bytes a file may have.
const mostBrought = 1 << 20

// readable answers GET /api/study: what people may bring.
func (s *Server) readable(r *request) (study.ReadableThings, error) {
	return study.Readable(r.lang), nil
}

// textOf returns the text that was sent.
func textOf(r *request) (string, error) {
	body, err := io.ReadAll(http.MaxBytesReader(r.w, r.Body, mostBrought))
	if err != nil {
		if e := (*wire.Error)(nil); errors.As(err, &e) {
			return "", e
		}
		if errorOf(r.lang, err).Code == wire.TooLarge {
			return "", tell(wire.TooLarge, "error.file-large")
		}
		return "", tell(wire.BadRequest, "error.unreadable")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(body), "\ufeff"))
	if text == "" {
		return "", study.ErrNothing()
	}
	return text, nil
}

// brought is what somebody brings, with a place at the desk to read it.
type brought struct {
	name, text string
	*study.Reading
}

// brings returns the endpoint of a function that reads what somebody brings. They
// take turns.
func brings[A any](f func(*Server, *request, brought) (A, error)) endpoint {
	return asks(func(s *Server, r *request) (a A, err error) {
		place, err := s.desk.Enter(r.guest(), r.w.DismissAll)
		if err != nil {
			return a, err
		}
		defer place.Leave()
		text, err := textOf(r)
		if err != nil {
			return a, err
		}
		return f(s, r, brought{r.URL.Query().Get("name"), text, place})
	})
}

// study answers POST /api/study: what a text is, a position or games.
func (s *Server) study(r *request, b brought) (out study.Brought, err error) {
	err = b.Do(r.Context(), func() error {
		out, err = study.Bring(r.lang, b.name, b.text)
		return err
	})
	return out, err
}

// studyGame answers POST /api/study/game: a game of a file, move by move.
func (s *Server) studyGame(r *request, b brought) (out study.ToldGame, err error) {
	n, err := r.number("number")
	if err != nil {
		return out, err
	}
	err = b.Do(r.Context(), func() error {
		games, err := study.GamesIn(r.lang, b.name, b.text)
		if err != nil {
			return err
		}
		n = max(n, 1)
		if n > int64(len(games)) {
			return tell(wire.NotFound, "error.file-games", "n", len(games))
		}
		out, err = study.TellGame(r.lang, games[n-1], int(n))
		return err
	})
	return out, err
}

// studyAnalysis answers POST /api/study/analysis: what the command parlour
// analyse finds in a game, or how far the analysis is.
func (s *Server) studyAnalysis(r *request, b brought) (analysed, error) {
	sum := sha256.Sum256([]byte(b.text))
	return s.analysed(r, "study "+hex.EncodeToString(sum[:]), func() (g study.Game, err error) {
		err = b.Do(r.Context(), func() error {
			g, err = study.ReadGame(b.text)
			return err
		})
		return g, err
	})
}

// studySave answers POST /api/study/save: a game as a file.
func (s *Server) studySave(r *request, in study.Saving) (out file, err error) {
	f := cabinet.FormatByName(in.Format)
	if f == nil {
		return out, fail(wire.NotFound, "There is no such format.")
	}
	e, body, err := in.File(f)
	if err != nil {
		return out, err
	}
	return file{e.Info.ID + f.Endings[0], "text/plain; charset=utf-8", body}, nil
}

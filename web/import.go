package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/web/study"
	"parlour/web/wire"
)

// The routes below read what people bring to study. They keep nothing.

// mostBrought is how many bytes a file may have.
const mostBrought = 1 << 20

// readable answers GET /api/study: what people may bring.
func (s *Server) readable(w http.ResponseWriter, r *http.Request) error {
	return sendAnswer(w, r, study.Readable())
}

// textOf returns the text that was sent.
func textOf(w http.ResponseWriter, r *http.Request) (string, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBrought))
	if err != nil {
		if e := (*wire.Error)(nil); errors.As(err, &e) {
			return "", e
		}
		if e := errorOf(err); e.Code == wire.TooLarge {
			return "", fail(wire.TooLarge, "The file is too large; expected at most 1 MB.")
		}
		return "", fail(wire.BadRequest, "The text cannot be read.")
	}
	text := strings.TrimSpace(strings.TrimPrefix(string(body), "\ufeff"))
	if text == "" {
		return "", study.ErrNothing()
	}
	return text, nil
}

// atDesk makes a handler one that reads what somebody brings.
func atDesk(h func(*Server, http.ResponseWriter, *http.Request, *study.Reading) error) func(*Server, http.ResponseWriter, *http.Request) error {
	return func(s *Server, w http.ResponseWriter, r *http.Request) error {
		place, err := s.desk.Enter(s.guest(r), w.(*recorder).dismissAll)
		if err != nil {
			return err
		}
		defer place.Leave()
		return h(s, w, r, place)
	}
}

// studyGame answers POST /api/study/game: a game of a file, move by move.
func (s *Server) studyGame(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	n, err := number(r, "number")
	if err != nil {
		return err
	}
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	var out study.ToldGame
	err = place.Do(r.Context(), func() error {
		games, err := study.GamesIn(r.URL.Query().Get("name"), text)
		if err != nil {
			return err
		}
		n = max(n, 1)
		if n > int64(len(games)) {
			return fail(wire.NotFound, fmt.Sprintf("The file has %s.", phrase.Plural(len(games), "game")))
		}
		out, err = study.TellGame(games[n-1], int(n))
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// study answers POST /api/study: what a text is, a position or games.
func (s *Server) study(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	var out study.Brought
	err = place.Do(r.Context(), func() error {
		out, err = study.Bring(r.URL.Query().Get("name"), text)
		return err
	})
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, out)
	return nil
}

// studyAnalysis answers POST /api/study/analysis: what the command parlour
// analyse finds in a game, or how far the analysis is.
func (s *Server) studyAnalysis(w http.ResponseWriter, r *http.Request, place *study.Reading) error {
	text, err := textOf(w, r)
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(text))
	answer, progress, err := s.analyses.Ask(r.Context(), "study "+hex.EncodeToString(sum[:]), s.guest(r).Address, func() (g study.Game, err error) {
		err = place.Do(r.Context(), func() error {
			g, err = study.ReadGame(text)
			return err
		})
		return g, err
	})
	switch {
	case err != nil:
		return err
	case answer == nil:
		writeJSON(w, http.StatusAccepted, progress)
		return nil
	}
	return send(w, r, jsonType, *answer)
}

// studySave answers POST /api/study/save: a game as a file.
func (s *Server) studySave(w http.ResponseWriter, r *http.Request) error {
	var in study.Saving
	if err := decode(w, r, &in); err != nil {
		return err
	}
	f := cabinet.FormatByName(in.Format)
	if f == nil {
		return fail(wire.NotFound, "There is no such format.")
	}
	e, body, err := in.File(f)
	if err != nil {
		return err
	}
	return download(w, e.Info.ID+f.Endings[0], "text/plain; charset=utf-8", body)
}

package web

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/phrase"
	"parlour/record"
	"parlour/table"
	"parlour/web/live"
	"parlour/web/study"
	"parlour/web/wire"
)

var statusOf = map[wire.Code]int{
	wire.BadRequest: http.StatusBadRequest,
	wire.NoToken:    http.StatusUnauthorized,
	wire.Forbidden:  http.StatusForbidden,
	wire.NotFound:   http.StatusNotFound,
	wire.NoMethod:   http.StatusMethodNotAllowed,
	wire.Late:       http.StatusConflict,
	wire.Dice:       http.StatusConflict,
	wire.Refused:    http.StatusUnprocessableEntity,
	wire.KeyUsed:    http.StatusUnprocessableEntity,
	wire.TooLarge:   http.StatusRequestEntityTooLarge,
	wire.Limited:    http.StatusTooManyRequests,
	wire.Busy:       http.StatusServiceUnavailable,
	wire.Newer:      http.StatusNotImplemented,
	wire.Internal:   http.StatusInternalServerError,
}

func fail(code wire.Code, message string) *wire.Error {
	return &wire.Error{Code: code, Message: message}
}

type meaning struct {
	err     error
	code    wire.Code
	message string
	retry   int
}

// meanings says what the errors of the packages below mean to a client. An
// empty message stands for the text of the error.
var meanings = append([]meaning{
	{table.ErrForbidden, wire.Forbidden, "You may not do that.", 0},
	{hall.ErrNotFound, wire.NotFound, "There is no such table.", 0},
	{table.ErrLate, wire.Late, "The table has moved on.", 0},
	{hall.ErrConflict, wire.Late, "The table has moved on.", 0},
	{table.ErrKeyUsed, wire.KeyUsed, "The key was used for something else. Every action needs a key of its own.", 0},
	{table.ErrDice, wire.Dice, "", 1},
	{table.ErrFull, wire.Refused, "The table is full.", 0},
	{table.ErrNewer, wire.Newer, "The table was written by a later release of Parlour.", 0},
	{live.ErrNoEvent, wire.NotFound, "", 0},
	{live.ErrCrowded, wire.Busy, "", 30},
	{hall.ErrBusy, wire.Busy, "The server is busy, try again.", 1},
	{context.DeadlineExceeded, wire.Busy, "The server is busy, try again.", 1},
	{context.Canceled, wire.Busy, "The server is busy, try again.", 1},
}, reachMeanings...)

// errorOf puts any error into words, in the form that docs/API.md promises. An unexpected
// error is internal, and the client learns nothing about it.
func errorOf(lang *phrase.Catalogue, err error) *wire.Error {
	var (
		e        *wire.Error
		refusal  *parlour.Refusal
		action   *table.BadAction
		position *parlour.PositionError
		setup    *parlour.SetupError
		tooLarge *http.MaxBytesError
		unfit    *study.Refusal
		wait     *study.Busy
	)
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &refusal):
		told := phrase.WholeSentence(lang.Parts(refusal.Code, refusal.Args, nil))
		why := phrase.Text(told)
		return &wire.Error{Code: wire.Refused, Message: why, Why: why, Told: told, Clauses: refusal.Clauses, Instead: refusal.Instead, Expected: refusal.Args["expected"]}
	case errors.As(err, &position):
		out := &wire.Error{Code: wire.Refused}
		var faults []string
		for _, fault := range position.Faults {
			text, clause := parlour.CutClause(fault)
			if faults = append(faults, text); clause != "" {
				out.Clauses = append(out.Clauses, clause)
			}
		}
		out.Message = phrase.Sentence("this position cannot be used: " + strings.Join(faults, "; "))
		return out
	case errors.As(err, &unfit):
		return fail(wire.Refused, phrase.Sentence(unfit.In(lang)))
	case errors.As(err, &action), errors.As(err, &setup):
		return fail(wire.Refused, phrase.Sentence(err.Error()))
	case errors.As(err, &tooLarge):
		return fail(wire.TooLarge, "The body of the request is too large.")
	case errors.As(err, &wait):
		code := wire.Busy
		if wait.Own {
			code = wire.Limited
		}
		return &wire.Error{Code: code, Message: phrase.Sentence(wait.Reason), Retry: int(wait.Retry / time.Second)}
	}
	for _, m := range meanings {
		if errors.Is(err, m.err) {
			return &wire.Error{Code: m.code, Message: cmp.Or(m.message, phrase.Sentence(err.Error())), Retry: m.retry}
		}
	}
	return errInternal
}

// recordFault says what is wrong with a record that a table is to go on with.
func recordFault(lang *phrase.Catalogue, err error) error {
	text := err.Error()
	var (
		wrong   *record.Error
		refusal *parlour.Refusal
	)
	if errors.As(err, &wrong) && errors.As(wrong.Err, &refusal) {
		told := (&record.Error{Line: wrong.Line, Text: wrong.Text}).Error() + ": " + phrase.Text(lang.Parts(refusal.Code, refusal.Args, nil))
		text = strings.Replace(text, wrong.Error(), told, 1)
	}
	return fail(wire.Refused, phrase.Sentence(text))
}

var errInternal = fail(wire.Internal, "Something went wrong on the server.")

func writeError(w http.ResponseWriter, e *wire.Error) {
	if e.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.Retry))
	}
	if e.Code == wire.NoToken {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Del("ETag")
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, statusOf[e.Code], wire.ErrorBody{Error: e, View: e.View})
}

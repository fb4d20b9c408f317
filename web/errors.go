package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/exchange"
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

// fail is an error that only programs meet. Its message is English.
func fail(code wire.Code, message string) *wire.Error {
	return &wire.Error{Code: code, Message: message}
}

// tell is an error that people meet: a code of the phrase catalogue with the names
// and values of its arguments. Its words are put when it is answered.
func tell(code wire.Code, reason string, args ...any) *wire.Error {
	return &wire.Error{Code: code, Reason: reason, Args: parlour.ArgsOf(args...)}
}

// spoken returns an error with words.
func spoken(lang *phrase.Catalogue, e *wire.Error) *wire.Error {
	if e.Message != "" {
		return e
	}
	told := *e
	told.Message = phrase.Sentence(lang.Say(e.Reason, e.Args))
	return &told
}

type meaning struct {
	err    error
	code   wire.Code
	reason string // a code of the phrase catalogue
	retry  int
}

// meanings says what the errors of the packages below mean to a client.
var meanings = append([]meaning{
	{table.ErrForbidden, wire.Forbidden, "error.forbidden", 0},
	{hall.ErrNotFound, wire.NotFound, "error.no-table", 0},
	{table.ErrLate, wire.Late, "error.late", 0},
	{hall.ErrConflict, wire.Late, "error.late", 0},
	{table.ErrKeyUsed, wire.KeyUsed, "error.key-used", 0},
	{table.ErrAsked, wire.Dice, "error.throwing", 1},
	{table.ErrDice, wire.Dice, "error.dice", 1},
	{table.ErrFull, wire.Refused, "error.full", 0},
	{table.ErrNewer, wire.Newer, "error.newer", 0},
	{live.ErrNoEvent, wire.NotFound, "error.no-event", 0},
	{live.ErrCrowded, wire.Busy, "error.watched", 30},
	{hall.ErrBusy, wire.Busy, "error.busy", 1},
	{context.DeadlineExceeded, wire.Busy, "error.busy", 1},
	{context.Canceled, wire.Busy, "error.busy", 1},
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
		return spoken(lang, e)
	case errors.As(err, &refusal):
		told := phrase.WholeSentence(lang.Parts(refusal.Code, refusal.Args, nil))
		why := phrase.Text(told)
		return &wire.Error{Code: wire.Refused, Reason: refusal.Code, Args: refusal.Args, Message: why, Why: why, Told: told, Clauses: refusal.Clauses, Instead: refusal.Instead, Expected: refusal.Args["expected"]}
	case errors.As(err, &position):
		return faulty(lang, "error.position", position.Faults)
	case errors.As(err, &setup):
		return faulty(lang, "error.setup", setup.Faults)
	case errors.As(err, &unfit):
		return &wire.Error{Code: wire.Refused, Reason: unfit.Code, Args: unfit.Args, Message: phrase.Sentence(unfit.In(lang))}
	case errors.As(err, &action):
		return fail(wire.Refused, phrase.Sentence(err.Error()))
	case errors.As(err, &tooLarge):
		return spoken(lang, tell(wire.TooLarge, "error.too-large"))
	case errors.As(err, &wait):
		code := wire.Busy
		if wait.Own {
			code = wire.Limited
		}
		return spoken(lang, &wire.Error{Code: code, Reason: wait.Code, Retry: int(wait.Retry / time.Second)})
	}
	for _, m := range meanings {
		if errors.Is(err, m.err) {
			return spoken(lang, &wire.Error{Code: m.code, Reason: m.reason, Retry: m.retry})
		}
	}
	return spoken(lang, errInternal)
}

// faulty returns the error of a position or a setup that cannot be, with each fault
// for itself and all of them in one sentence. Its arguments are English in every language.
func faulty(lang *phrase.Catalogue, reason string, faults []parlour.Fault) *wire.Error {
	out := &wire.Error{Code: wire.Refused, Reason: reason, Faults: wire.Faults(lang, faults)}
	var english, own []string
	for _, f := range faults {
		english = append(english, f.English())
		if own = append(own, lang.Say(f.Code, f.Args)); f.Clause != "" {
			out.Clauses = append(out.Clauses, f.Clause)
		}
	}
	out.Args = parlour.Args{"faults": strings.Join(english, "; ")}
	out.Message = phrase.Sentence(lang.Say(reason, parlour.Args{"faults": strings.Join(own, "; ")}))
	return out
}

// recordFault says what is wrong with a record that a table is to go on with.
func recordFault(lang *phrase.Catalogue, err error) error {
	var wrong *parlour.FileError
	if !errors.As(err, &wrong) {
		return err
	}
	return tell(wire.Refused, "error.record", "why", wrong.In(lang.Fault, func(err error) string {
		if refusal := (*parlour.Refusal)(nil); errors.As(err, &refusal) {
			return lang.Say(refusal.Code, refusal.Args) // the fault has named the legal moves
		}
		return lang.Error(err)
	}))
}

var errInternal = tell(wire.Internal, "error.internal")

func writeError(w *exchange.Writer, e *wire.Error) {
	if e.Retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.Retry))
	}
	if e.Code == wire.NoToken {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Del("ETag")
	w.Header().Set("Cache-Control", "no-store")
	w.SendJSON(statusOf[e.Code], wire.ErrorBody{Error: e, View: e.View})
}

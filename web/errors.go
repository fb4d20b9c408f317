package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"parlour"
	"parlour/hall"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/live"
)

// A Code says what kind of error an answer is.
type Code string

// The codes of errors. This file is the one place that knows what they are in
// HTTP.
const (
	BadRequest Code = "bad-request" // it cannot be read
	Forbidden  Code = "forbidden"   // the token does not allow it, or there is none
	NotFound   Code = "not-found"
	Late       Code = "late"     // the table has moved on; the present view is in the answer
	Dice       Code = "dice"     // the throw cannot fall under the round of the dice in force, if there is one; look at the table and throw again
	Refused    Code = "refused"  // the rules of the game or of the table refuse it
	KeyUsed    Code = "key-used" // the key was used for something else
	TooLarge   Code = "too-large"
	Limited    Code = "limited" // too many requests; Retry-After says when to come back
	Busy       Code = "busy"    // the server cannot do it now; Retry-After says when to come back
	Newer      Code = "newer"   // a later release wrote the table
	Internal   Code = "internal"
)

var statusOf = map[Code]int{
	BadRequest: http.StatusBadRequest,
	Forbidden:  http.StatusForbidden,
	NotFound:   http.StatusNotFound,
	Late:       http.StatusConflict,
	Dice:       http.StatusConflict,
	Refused:    http.StatusUnprocessableEntity,
	KeyUsed:    http.StatusUnprocessableEntity,
	TooLarge:   http.StatusRequestEntityTooLarge,
	Limited:    http.StatusTooManyRequests,
	Busy:       http.StatusServiceUnavailable,
	Newer:      http.StatusNotImplemented,
	Internal:   http.StatusInternalServerError,
}

// An Error is what a client gets instead of an answer.
type Error struct {
	Code     Code     `json:"code"`
	Message  string   `json:"message"`           // one sentence
	Why      string   `json:"why,omitempty"`     // refused moves: the reason alone
	Clauses  []string `json:"clauses,omitempty"` // clauses and rulings it rests on
	Instead  []string `json:"instead,omitempty"` // what would be legal
	Expected string   `json:"expected,omitempty"`

	retry int // seconds after which to come back
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func fail(code Code, message string) *Error { return &Error{Code: code, Message: message} }

// errorOf puts any error into the form that docs/API.md promises. What is not
// foreseen is internal, and nothing of it is shown.
func errorOf(err error) *Error {
	var (
		e        *Error
		refusal  *parlour.Refusal
		action   *table.BadAction
		position *parlour.PositionError
		setup    *parlour.SetupError
		tooLarge *http.MaxBytesError
	)
	switch {
	case errors.As(err, &e):
		return e
	case errors.As(err, &refusal):
		why := phrase.Sentence(phrase.English.Say(refusal.Code, refusal.Args))
		return &Error{Code: Refused, Message: why, Why: why, Clauses: refusal.Clauses, Instead: refusal.Instead, Expected: refusal.Args["expected"]}
	case errors.As(err, &action), errors.As(err, &position), errors.As(err, &setup):
		return fail(Refused, phrase.Sentence(err.Error()))
	case errors.As(err, &tooLarge):
		return fail(TooLarge, "The body of the request is too large.")
	case errors.Is(err, table.ErrForbidden):
		return fail(Forbidden, "You may not do that.")
	case errors.Is(err, hall.ErrNotFound):
		return fail(NotFound, "There is no such table.")
	case errors.Is(err, live.ErrNoEvent):
		return fail(NotFound, "There is no such event.")
	case errors.Is(err, live.ErrCrowded):
		return &Error{Code: Busy, Message: "Too many people watch this table.", retry: 30}
	case errors.Is(err, table.ErrLate), errors.Is(err, hall.ErrConflict):
		return fail(Late, "The table has moved on.")
	case errors.Is(err, table.ErrKeyUsed):
		return fail(KeyUsed, "The key was used for something else. Every action needs a key of its own.")
	case errors.Is(err, table.ErrDice):
		return &Error{Code: Dice, Message: phrase.Sentence(err.Error()), retry: 1}
	case errors.Is(err, table.ErrFull):
		return fail(Refused, "The table is full.")
	case errors.Is(err, table.ErrNewer):
		return fail(Newer, "The table was written by a later release of Parlour.")
	case errors.Is(err, hall.ErrBusy), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return &Error{Code: Busy, Message: "The server is busy, try again.", retry: 1}
	}
	return fail(Internal, "Something went wrong on the server.")
}

// errorBody is an error as it is sent.
type errorBody struct {
	Error *Error     `json:"error"`
	View  *live.View `json:"view,omitempty"` // late: the table as it stands
}

func writeError(w http.ResponseWriter, e *Error, view *live.View) {
	if e.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.retry))
	}
	w.Header().Del("ETag")
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, statusOf[e.Code], errorBody{e, view})
}

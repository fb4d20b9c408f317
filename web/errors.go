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
	"parlour/table"
	"parlour/web/live"
	"parlour/web/study"
)

// A Code says what kind of error an answer is.
type Code string

// The codes of errors. Only this file knows what they are in HTTP.
const (
	BadRequest Code = "bad-request" // the request cannot be read
	NoToken    Code = "no-token"    // there is no token, or it cannot be one
	Forbidden  Code = "forbidden"   // the token does not allow it
	NotFound   Code = "not-found"
	NoMethod   Code = "no-method" // the address has other methods; Allow lists them
	Late       Code = "late"      // the table has moved on; the present view is in the answer
	Dice       Code = "dice"      // the dice are being thrown, or the request does not fit the throw that is asked for; look at the table again
	Refused    Code = "refused"   // the rules of the game or of the table refuse it
	KeyUsed    Code = "key-used"  // the key was used for something else
	TooLarge   Code = "too-large"
	Limited    Code = "limited" // too many requests; Retry-After says when to come back
	Busy       Code = "busy"    // the server cannot do it now; Retry-After says when to come back
	Newer      Code = "newer"   // a later release wrote the table
	Internal   Code = "internal"
)

var statusOf = map[Code]int{
	BadRequest: http.StatusBadRequest,
	NoToken:    http.StatusUnauthorized,
	Forbidden:  http.StatusForbidden,
	NotFound:   http.StatusNotFound,
	NoMethod:   http.StatusMethodNotAllowed,
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
	Code     Code          `json:"code"`
	Message  string        `json:"message"`           // one sentence
	Why      string        `json:"why,omitempty"`     // refused moves: the reason alone
	Told     []phrase.Part `json:"told,omitempty"`    // the same, for a page that knows who reads it
	Clauses  []string      `json:"clauses,omitempty"` // clauses and rulings that are the reason
	Instead  []string      `json:"instead,omitempty"` // what would be legal
	Expected string        `json:"expected,omitempty"`

	retry int // seconds to wait before the next try
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

func fail(code Code, message string) *Error { return &Error{Code: code, Message: message} }

type meaning struct {
	err     error
	code    Code
	message string
	retry   int
}

// meanings says what the errors of the packages below mean to a client. An
// empty message stands for the text of the error.
var meanings = append([]meaning{
	{table.ErrForbidden, Forbidden, "You may not do that.", 0},
	{hall.ErrNotFound, NotFound, "There is no such table.", 0},
	{table.ErrLate, Late, "The table has moved on.", 0},
	{hall.ErrConflict, Late, "The table has moved on.", 0},
	{table.ErrKeyUsed, KeyUsed, "The key was used for something else. Every action needs a key of its own.", 0},
	{table.ErrDice, Dice, "", 1},
	{table.ErrFull, Refused, "The table is full.", 0},
	{table.ErrNewer, Newer, "The table was written by a later release of Parlour.", 0},
	{live.ErrNoEvent, NotFound, "", 0},
	{live.ErrCrowded, Busy, "", 30},
	{hall.ErrBusy, Busy, "The server is busy, try again.", 1},
	{context.DeadlineExceeded, Busy, "The server is busy, try again.", 1},
	{context.Canceled, Busy, "The server is busy, try again.", 1},
}, reachMeanings...)

// errorOf puts any error into the form that docs/API.md promises. An unexpected
// error is internal, and the client learns nothing about it.
func errorOf(err error) *Error {
	var (
		e        *Error
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
		told := phrase.WholeSentence(phrase.English.Parts(refusal.Code, refusal.Args, nil))
		why := phrase.Text(told)
		return &Error{Code: Refused, Message: why, Why: why, Told: told, Clauses: refusal.Clauses, Instead: refusal.Instead, Expected: refusal.Args["expected"]}
	case errors.As(err, &position):
		out := &Error{Code: Refused}
		var faults []string
		for _, fault := range position.Faults {
			words, clause := parlour.CutClause(fault)
			if faults = append(faults, words); clause != "" {
				out.Clauses = append(out.Clauses, clause)
			}
		}
		out.Message = phrase.Sentence("this position cannot be used: " + strings.Join(faults, "; "))
		return out
	case errors.As(err, &action), errors.As(err, &setup), errors.As(err, &unfit):
		return fail(Refused, phrase.Sentence(err.Error()))
	case errors.As(err, &tooLarge):
		return fail(TooLarge, "The body of the request is too large.")
	case errors.As(err, &wait):
		code := Busy
		if wait.Own {
			code = Limited
		}
		return &Error{Code: code, Message: phrase.Sentence(wait.Reason), retry: int(wait.Retry / time.Second)}
	}
	for _, m := range meanings {
		if errors.Is(err, m.err) {
			return &Error{Code: m.code, Message: cmp.Or(m.message, phrase.Sentence(err.Error())), retry: m.retry}
		}
	}
	return errInternal
}

var errInternal = fail(Internal, "Something went wrong on the server.")

// errorBody is the answer with an error.
type errorBody struct {
	Error *Error     `json:"error"`
	View  *live.View `json:"view,omitempty"` // late: the present table
}

func writeError(w http.ResponseWriter, e *Error, view *live.View) {
	if e.retry > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(e.retry))
	}
	if e.Code == NoToken {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Del("ETag")
	w.Header().Set("Cache-Control", "no-store")
	writeJSON(w, statusOf[e.Code], errorBody{e, view})
}

package hall

import (
	"context"
	. "parlour/table"
	"strings"

	"parlour"
)

// helpOf reads a kind of help; "none" is NoHelp in words.
func helpOf(text string) (string, error) {
	switch text {
	case NoHelp, "none":
		return NoHelp, nil
	case Hints, Tutor:
		return text, nil
	}
	return "", bad("help is %s", strings.Join([]string{"none", Hints, Tutor}, ", "))
}

// Advisable returns the position on which the holder of the token may ask for
// help of a kind, and the last event that changed it. Only who has to act may,
// and only where the table allows it: nobody learns about a running game what
// the players do not know.
func (t *Table) Advisable(ctx context.Context, token, kind string) (parlour.Match, int64, error) {
	if err := t.Fresh(ctx); err != nil {
		return nil, 0, err
	}
	var m parlour.Match
	var played int64
	fail := ErrBusy
	if err := t.ask(ctx, func() {
		if fail = t.refresh(ctx); fail == nil {
			if fail = t.s.mayAsk(t.s.whose(token), kind); fail == nil {
				m, played = t.s.ref.Match(), t.s.played
			}
		}
	}); err != nil {
		return nil, 0, err
	}
	return m, played, fail
}

// mayAsk says why a person may not ask for help of a kind now.
func (s *state) mayAsk(who int, kind string) error {
	chair := s.turnChair()
	switch {
	case !s.seated(who):
		return ErrForbidden
	case s.status() == Over:
		return bad("the game is over")
	case s.help == NoHelp:
		return bad("there is no help at this table; its host can allow it")
	case kind == Tutor && s.help != Tutor:
		return bad("there is no tutor at this table; its host can ask one")
	case s.status() == Waiting:
		return bad("a chair is open; the game goes on when everybody sits")
	case s.paused:
		return bad("the game is paused")
	case s.chairs[chair].Person != who:
		return bad("it is not your turn")
	case s.chairs[chair].Bot != "":
		return bad("a bot stands in; return to your chair first")
	}
	return nil
}

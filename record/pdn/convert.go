package pdn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parlour"
	"parlour/games/checkers"
	"parlour/record"
)

// players are the tags that name the players, by seat.
var players = [2]string{"Black", "White"}

// FromRecord turns a record of checkers into a Game. The three moves of a
// ballot become ordinary moves with a Ballot tag, and a game that began with an
// eleven-man ballot begins after it. Positions between the moves are left out.
// The error is a *parlour.FileError.
func FromRecord(r *record.Record) (*Game, error) {
	m, err := checkers.Game().Parse(r.Start())
	if err != nil {
		return nil, record.Sentences.Wrong(0, err, "record.fault-begin")
	}
	g, info := &Game{Start: m.String()}, m.Info()
	for seat, tag := range players {
		if name := r.Player(info.Seats[seat]); name != "" {
			g.Tags = append(g.Tags, record.Tag{Name: tag, Value: name})
		}
	}
	for _, t := range r.Tags {
		if t.Name != "Game" && !record.NamesPlayer(t.Name, &info) {
			g.Tags = append(g.Tags, t)
		}
	}
	for i := range r.Entries {
		e := &r.Entries[i]
		switch e.Kind {
		case record.Comment:
			g.say(e.Text)
		case record.Event:
			g.say(e.Seat + " " + e.Text)
		case record.Play:
			if err := g.entry(m, e); err != nil {
				return nil, record.Sentences.Wrong(e.Line, err, "record.fault-play", "move", e.Throw+e.Move)
			}
		}
	}
	switch words := strings.Fields(r.End); {
	case len(words) == 3 && words[0] == "win":
		g.Winner, g.Reason = words[1], words[2]
	case len(words) == 2 && words[0] == "draw":
		g.Winner, g.Reason = words[0], words[1]
	}
	return g, nil
}

// entry plays a ballot, a move or both, and writes them down.
func (g *Game) entry(m parlour.Match, e *record.Entry) error {
	if e.Throw != "" {
		n, err := m.Parse(e.Throw)
		if err == nil {
			err = m.Play(n)
		}
		if err != nil {
			return err
		}
		if g.Start = strings.TrimSuffix(g.Start, ballotFlag); strings.Contains(g.Start, threeMove) {
			g.SetTag("Ballot", e.Throw)
			for _, text := range ballotMoves(int(n)) {
				g.Moves = append(g.Moves, Move{Text: text})
			}
		} else {
			g.Start = m.String()
		}
	}
	if e.Move == "" || e.Move == "off" {
		return nil
	}
	mv, err := m.Parse(e.Move)
	if err != nil {
		return err
	}
	g.Moves = append(g.Moves, Move{Text: m.Text(mv)})
	return m.Play(mv)
}

// Record turns the game into a record. A Ballot tag becomes a throw if the game
// begins with the moves of that ballot. If nothing says why a game ended early,
// we assume that the loser resigned or that a draw was agreed. The error is a
// *parlour.FileError, because moves that did not come from the reader may be wrong.
func (g *Game) Record() (*record.Record, error) {
	line, moves := g.Start, g.Moves
	if due := g.ballotLine(); due != "" {
		line, moves = due, moves[3:]
	}
	m, err := checkers.Game().Parse(line)
	if err != nil {
		return nil, record.Sentences.Wrong(0, err, "record.fault-begin")
	}
	r, info := record.Begin(m), m.Info()
	for seat, tag := range players {
		r.SetPlayer(info.Letter(parlour.Seat(seat)), g.Tag(tag))
	}
	for _, t := range g.Tags {
		if !slices.Contains(derived, t.Name) && !slices.Contains(players[:], t.Name) && t.Name != "Ballot" {
			r.Tags = append(r.Tags, t)
		}
	}
	say := func(words string) {
		if words != "" {
			r.Entries = append(r.Entries, record.Entry{Kind: record.Comment, Text: words})
		}
	}
	say(g.Comment)
	play := func(text string) error {
		mv, err := m.Parse(text)
		if err == nil {
			r.Add(m, mv, record.Separate)
			err = m.Play(mv)
		}
		if err != nil {
			return record.Sentences.Wrong(0, err, "record.fault-play", "move", text)
		}
		return nil
	}
	if len(moves) < len(g.Moves) {
		if err := play(g.Tag("Ballot")); err != nil {
			return nil, err
		}
	}
	for i := range moves {
		if err := play(moves[i].Text); err != nil {
			return nil, err
		}
		say(join(moves[i].Glyphs, moves[i].Comment))
	}
	if m.Result().Over {
		r.Close(m)
		return r, nil
	}
	reason := g.Reason
	switch {
	case g.Winner == "draw":
		r.End = "draw " + cmp.Or(reason, "agreed")
	case g.Winner != "":
		r.End = "win " + g.Winner + " " + cmp.Or(reason, "resigned")
	}
	return r, nil
}

// ballotLine returns the position in which the game's three-move ballot was
// due, or "" if it did not begin with one.
func (g *Game) ballotLine() string {
	n, err := strconv.Atoi(g.Tag("Ballot"))
	if err != nil || !g.opensWith(ballotMoves(n)) {
		return ""
	}
	line := g.Start + ballotFlag
	if !strings.Contains(line, "[") {
		line = strings.Replace(line, "checkers", "checkers["+threeMove+"]", 1)
	}
	if _, err := checkers.Game().Parse(line); err != nil {
		return ""
	}
	return line
}

// opensWith reports whether the game begins with the moves, of which there must
// be some.
func (g *Game) opensWith(texts []string) bool {
	if len(texts) == 0 || len(g.Moves) < len(texts) {
		return false
	}
	for i, text := range texts {
		if g.Moves[i].Text != text {
			return false
		}
	}
	return true
}

// threeMove is the option of games that begin with a three-move ballot.
const threeMove = "opening=three-move"

// ballotFlag ends the position line when a ballot is due.
const ballotFlag = ";ballot"

// ballotMoves returns the moves of a three-move ballot, or nil if the number is
// unknown or barred.
func ballotMoves(n int) []string {
	deck := checkers.ThreeMove()
	if n < 1 || n >= len(deck) || deck[n].Barred {
		return nil
	}
	m, err := start("", "")
	if err != nil {
		return nil
	}
	var texts []string
	for _, squares := range deck[n].Moves {
		mv, err := m.Parse(fmt.Sprintf("%d-%d", squares[0], squares[1]))
		if err != nil {
			return nil
		}
		texts = append(texts, m.Text(mv))
		if m.Play(mv) != nil {
			return nil
		}
	}
	return texts
}

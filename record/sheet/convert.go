package sheet

import (
	"parlour"
	"parlour/games/backgammon"
	"parlour/record"
)

// Records replays a sheet and returns its records: one for a match, or one for
// every game of a session.
func Records(s *Match) ([]*record.Record, error) {
	var l listener
	l.sheet = s
	if err := s.Replay(&l); err != nil {
		return nil, err
	}
	return l.records, nil
}

// A listener writes a record while a sheet is replayed.
type listener struct {
	sheet   *Match
	records []*record.Record
}

func (l *listener) Begin(m parlour.Match) {
	r := record.Begin(m)
	r.SetTag("Game", m.Info().ID)
	for seat, tag := range [2]string{"X", "O"} {
		if n := l.sheet.Players[seat]; n != "" && n != tag {
			r.SetPlayer(tag, n)
		}
	}
	l.records = append(l.records, r)
}

func (l *listener) Move(m parlour.Match, mv parlour.Move) {
	l.records[len(l.records)-1].Add(m, mv, record.Separate)
}

func (l *listener) End(m parlour.Match, quits parlour.Seat) {
	r, info := l.records[len(l.records)-1], m.Info()
	switch {
	case m.Turn().Over():
		r.Close(m)
	case quits != parlour.Nobody:
		r.Entries = append(r.Entries, record.Entry{Kind: record.Event, Seat: info.Letter(quits), Text: "resign"})
		r.End = "win " + info.Letter(1-quits) + " resigned"
	}
}

// FromRecords returns the sheet of a record, or of the games of a session in
// order.
func FromRecords(records ...*record.Record) (*Match, error) {
	s := &Match{}
	if len(records) == 0 {
		return nil, Sentences.Wrong(0, nil, "sheet.fault-nothing")
	}
	info := backgammon.Game().Info()
	for seat := range s.Players {
		s.Players[seat] = records[0].Player(info.Seats[seat])
	}
	for i, r := range records {
		switch {
		case s.Length > 0:
			return nil, inGame(i+1, Sentences.Wrong(0, nil, "sheet.fault-full"))
		case len(s.Games) > 0 && s.Games[len(s.Games)-1].Winner == parlour.Nobody:
			return nil, Sentences.Wrong(0, nil, "sheet.fault-open", "n", i)
		}
		if err := addRecord(s, r); err != nil && len(records) > 1 {
			return nil, inGame(i+1, err)
		} else if err != nil {
			return nil, err
		}
	}
	return s, nil
}

func addRecord(s *Match, r *record.Record) error {
	var before parlour.Match
	m, err := record.Replay(backgammon.Game().Parse, r, func(_ int, e *record.Entry, m parlour.Match) error {
		if e.Kind == record.Play {
			for _, text := range [2]string{e.Throw, e.Move} {
				if text == "" || before.Turn().Over() {
					continue
				}
				mv, err := before.Parse(text)
				if err == nil {
					err = s.Add(before, mv)
				}
				if err == nil {
					err = before.Play(mv)
				}
				if err != nil {
					return err
				}
			}
		}
		before = m.Clone()
		return nil
	})
	if err != nil {
		return err
	}
	if !m.Turn().Over() && len(r.End) > 4 && r.End[:4] == "win " {
		info := m.Info()
		s.quit(1-info.SeatOf(r.End[4:5]), m.Result().Stake)
	}
	return nil
}

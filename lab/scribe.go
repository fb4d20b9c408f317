package lab

import (
	"bufio"
	"errors"
	"os"
	"sync"

	"parlour"
	"parlour/cabinet"
	"parlour/record"
)

// A Scribe writes games to a file as records. Several goroutines may use it.
type Scribe struct {
	entry *cabinet.Entry
	start parlour.Match
	bots  []string // by seat; "" plays at random

	mu      sync.Mutex // guards the rest
	file    *os.File
	out     *bufio.Writer
	next    int            // number of the game to write next
	waiting map[int][]byte // games that were played before it
	err     error
}

// NewScribe creates the file for games that begin with start. Bots are the players
// by seat, for games that Numbered writes.
func NewScribe(file string, start parlour.Match, bots []string) (*Scribe, error) {
	info := start.Info()
	f, err := os.Create(file)
	if err != nil {
		return nil, err
	}
	return &Scribe{entry: cabinet.ByID(info.ID), start: start, bots: bots, file: f, out: bufio.NewWriter(f), waiting: map[int][]byte{}}, nil
}

// text returns the record of a game. Player names who plays a seat. End is the
// result, if the position after the moves does not tell.
func (s *Scribe) text(player func(parlour.Seat) string, moves []parlour.Move, end *parlour.Result) []byte {
	m, info := s.start.Clone(), s.start.Info()
	rec := record.Begin(m, record.Tag{Name: "Game", Value: info.ID})
	for seat, i := range info.Seats {
		if m.Role(parlour.Seat(seat)).InPlay {
			rec.SetPlayer(i.Letter, player(parlour.Seat(seat)))
		}
	}
	for _, mv := range moves {
		rec.Add(m, mv, s.entry.Style)
		m = m.Next(mv)
	}
	if rec.Close(m); end != nil {
		rec.End = record.ResultText(m, end)
	}
	return append(rec.Append(nil), '\n')
}

// Numbered writes the game with a number, from 0, in the order of the numbers.
func (s *Scribe) Numbered(number int, moves []parlour.Move) {
	text := s.text(func(seat parlour.Seat) string {
		if int(seat) < len(s.bots) && s.bots[seat] != "" {
			return s.bots[seat]
		}
		return "random"
	}, moves, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting[number] = text
	for text, ok := s.waiting[s.next]; ok; text, ok = s.waiting[s.next] {
		s.write(text)
		delete(s.waiting, s.next)
		s.next++
	}
}

// Game writes a game as soon as it is played.
func (s *Scribe) Game(player func(parlour.Seat) string, moves []parlour.Move, end *parlour.Result) {
	text := s.text(player, moves, end)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.write(text)
}

func (s *Scribe) write(text []byte) {
	_, err := s.out.Write(text)
	s.err = errors.Join(s.err, err)
}

// Close writes what still waits for a game that was not finished, and closes the
// file.
func (s *Scribe) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for n := s.next; len(s.waiting) > 0; n++ {
		if text, ok := s.waiting[n]; ok {
			s.write(text)
			delete(s.waiting, n)
		}
	}
	return errors.Join(s.err, s.out.Flush(), s.file.Close())
}

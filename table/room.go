package table

import "time"

// A log has room for a game of any real length and for a bounded number of other
// events. Talk and changes around the game are counted separately, so that
// neither crowds out the other or the game. Each person has a share, so that
// nobody uses up what belongs to the others. Rates are worked out from the times
// in the log, so they are the same at every node and after a restart.

// The room of a log.
const (
	MostPlay   = 100_000 // throws, moves and what else makes the game, unless a house says otherwise; the longest of ours have some thousands
	mostTalk   = 3000    // chat and emotes
	mostKept   = 4000    // what people change around the game
	mostPeople = 2000    // people who ever sat down
	ownTalk    = 500     // of each person
	ownKept    = 500
	hostKept   = 1000 // of hosts, beside what everybody has
)

// A rate is how fast something may happen: some at once, then one in each
// interval.
type rate struct {
	every time.Duration
	burst int
}

var (
	talkRate   = rate{2 * time.Second, 10}
	keptRate   = rate{3 * time.Second, 40}
	peopleRate = rate{10 * time.Second, 40}
)

// wait returns how long to wait before one more may happen at now, where till
// is what spend has made of the times so far.
func (r rate) wait(till, now time.Time) time.Duration {
	if !till.After(now) {
		return 0
	}
	return till.Sub(now) - r.every*time.Duration(r.burst-1)
}

// spend notes that one more has happened.
func (r rate) spend(till, now time.Time) time.Time {
	if till.Before(now) {
		till = now
	}
	return till.Add(r.every)
}

// A part of the log with its own limit. An answer to something that was counted,
// such as a resume after a pause, counts as play, because it must always be possible.
type part int

const (
	play part = iota
	talk
	kept
)

// usage counts what the log holds, or what one person has put there.
type usage struct {
	play, talk, kept   int
	talkTill, keptTill time.Time
}

func (u *usage) add(e *Event, room part) {
	switch room {
	case play:
		u.play++
	case talk:
		u.talk++
		u.talkTill = talkRate.spend(u.talkTill, e.At)
	case kept:
		u.kept++
		u.keptTill = keptRate.spend(u.keptTill, e.At)
	}
}

// count folds an event into what the log holds.
func (s *State) count(e *Event, room part) {
	if e.By == s.host && e.By != 0 && room == kept {
		s.hostKept++
	} else {
		s.usage.add(e, room)
	}
	if p := s.person(e.By); p != nil {
		p.used.add(e, room)
	}
	if e.Kind == Sit && e.Secret != nil && e.Secret.Token != "" {
		s.joined = peopleRate.spend(s.joined, e.At)
	}
}

// roomFor says why the log has no room for an event that somebody wants to add.
func (s *State) roomFor(e *Event, now time.Time) error {
	var own usage
	if p := s.person(e.By); p != nil {
		own = p.used
	} else if wait := peopleRate.wait(s.joined, now); wait > 0 {
		return tooFast("refused.sit-fast", wait)
	}
	switch rules[e.Kind].room {
	case talk:
		if wait := talkRate.wait(own.talkTill, now); wait > 0 {
			return tooFast("refused.talk-fast", wait)
		}
		if own.talk >= ownTalk || s.usage.talk >= mostTalk {
			return bad("refused.talk-full", "own", ownTalk, "all", mostTalk)
		}
	case kept:
		if wait := keptRate.wait(own.keptTill, now); wait > 0 {
			return tooFast("refused.change-fast", wait)
		}
		if e.By == s.host {
			if s.hostKept >= hostKept {
				return bad("refused.host-full", "n", hostKept)
			}
		} else if own.kept >= ownKept || s.usage.kept >= mostKept {
			return bad("refused.change-full", "own", ownKept, "all", mostKept)
		}
	}
	return nil
}

func tooFast(code string, wait time.Duration) error {
	return bad(code, "n", int((wait+time.Second-1)/time.Second))
}

package terminal

import (
	"slices"
	"strings"
	"unicode"

	"parlour"
	"parlour/phrase"
)

// A voice knows who reads. Sentences that leave that open get names, and "you" for
// the one person who plays in this terminal, as on the page.
type voice struct {
	lang   *phrase.Catalogue
	seats  []seatName
	chairs []chairName
	you    []int // chairs of the reader, from 0
	person int   // the reader's number at a table, 0 for none
}

type seatName struct{ letter, name string }

// A chairName is who plays some seats; the name is "" if nobody does, or if players
// go by their seats.
type chairName struct {
	seats []string // letters
	name  string
}

// isYou reports whether a chair is that of the one person who reads.
func (v *voice) isYou(chair int) bool {
	return len(v.you) == 1 && chair >= 0 && v.you[0] == chair
}

func (v *voice) chairOf(letter string) int {
	return slices.IndexFunc(v.chairs, func(c chairName) bool { return slices.Contains(c.seats, letter) })
}

// seat returns the word for a seat.
func (v *voice) seat(letter string) string {
	for _, s := range v.seats {
		if s.letter == letter {
			return v.lang.Word(s.name)
		}
	}
	return letter
}

// name returns what a chair is called in a sentence.
func (v *voice) name(chair int, otherwise string) string {
	if chair < 0 || v.chairs[chair].name == "" {
		return otherwise
	}
	name := v.chairs[chair].name
	for i, c := range v.chairs {
		if i != chair && c.name == name {
			return v.twin(name, v.seatsOf(chair))
		}
	}
	return name
}

// seatsOf returns the seats of a chair in words.
func (v *voice) seatsOf(chair int) string {
	var list []string
	for _, letter := range v.chairs[chair].seats {
		list = append(list, v.seat(letter))
	}
	return v.lang.And(list)
}

// several adds the seat that is meant to the name of somebody who plays several.
func (v *voice) several(chair int, name, seat string) string {
	if chair >= 0 && len(v.chairs[chair].seats) > 1 && name != seat {
		return v.twin(name, seat)
	}
	return name
}

// twin tells two people of one name apart.
func (v *voice) twin(name, seats string) string {
	return v.lang.Say("terminal.twin", parlour.Args{"name": name, "seats": seats})
}

// player returns the player of a seat at the beginning of a line.
func (v *voice) player(letter string) string {
	chair := v.chairOf(letter)
	if v.isYou(chair) {
		return v.lang.Say("terminal.you", nil)
	}
	seat := v.seat(letter)
	return v.several(chair, v.name(chair, seat), seat)
}

func (v *voice) part(p *phrase.Part) string {
	if p.Seat == "" && p.Chair == 0 && p.Person == 0 {
		return p.Text
	}
	chair, letter := p.Chair-1, ""
	if p.Seat != "" {
		chair = -1
		for _, s := range v.seats {
			if s.name == p.Seat {
				chair, letter = v.chairOf(s.letter), s.letter
			}
		}
	}
	switch {
	case v.isYou(chair), p.Person != 0 && len(v.you) <= 1 && p.Person == v.person:
		return p.You
	case p.Is == "" || chair < 0 || chair >= len(v.chairs):
		return p.Text
	}
	name := v.name(chair, p.Text)
	if letter != "" {
		name = v.several(chair, v.name(chair, v.seat(letter)), v.seat(letter))
	}
	return v.lang.Named(p.Is, name)
}

// say returns a sentence for the reader.
func (v *voice) say(parts []phrase.Part) string {
	var b strings.Builder
	for i := range parts {
		b.WriteString(v.part(&parts[i]))
	}
	return b.String()
}

// goesOn returns a sentence that goes on after a colon. Names keep their capital.
func (v *voice) goesOn(parts []phrase.Part) string {
	said := v.say(parts)
	if said == "" || parts[0].Is != "" && v.part(&parts[0]) != parts[0].You {
		return said
	}
	r := []rune(said)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// A saying is something that happened, for the log.
type saying struct {
	throw, move bool
	seat        string // letter of who threw or moved
	brief       []phrase.Part
	told        []phrase.Part
	effects     []parlour.Effect
}

// quiet reports whether it is not worth a word: a decision to throw, which the
// throw tells.
func (s *saying) quiet() bool {
	return s.move && len(s.effects) > 0 && !slices.ContainsFunc(s.effects, func(e parlour.Effect) bool { return e.Means != parlour.Throws })
}

// lines puts sayings into the lines of a log. A throw and the moves that use it
// are one line, as on the page.
func (v *voice) lines(said []saying) (lines []string) {
	for i := 0; i < len(said); {
		if said[i].quiet() {
			i++
			continue
		}
		line := said[i : i+1]
		for i++; line[0].throw && i < len(said) && said[i].move && said[i].seat == line[0].seat && !said[i].quiet(); i++ {
			line = line[:len(line)+1]
		}
		lines = append(lines, v.line(line))
	}
	return lines
}

// line returns a line of the log: "You: 5, 9 → 14".
func (v *voice) line(line []saying) string {
	var brief, told []string
	whole := true
	for i := range line {
		b := v.say(line[i].brief)
		whole = whole && b != ""
		brief, told = append(brief, b), append(told, v.say(line[i].told))
	}
	if !whole {
		return strings.Join(told, ". ")
	}
	return v.lang.Say("terminal.line", parlour.Args{"who": v.player(line[0].seat), "what": strings.Join(brief, ", ")})
}

// asks says to the reader what has to be done: what the position asks for, after
// what was thrown.
func (v *voice) asks(seat string, need parlour.Need, thrown string, ask []phrase.Part) string {
	who := v.player(seat)
	you := v.isYou(v.chairOf(seat))
	said := v.lang.Say("terminal.choose", nil)
	if need == parlour.NeedThrow {
		said = v.lang.Say("terminal.throw", nil)
	} else if len(ask) > 0 {
		said = v.goesOn(ask)
	}
	switch {
	case thrown != "":
		return v.lang.Say("terminal.threw", parlour.Args{"who": who, "throw": v.throwWords(thrown), "ask": said})
	case you:
		return v.lang.Say("terminal.your-turn", parlour.Args{"ask": said})
	}
	return v.lang.Say("terminal.line", parlour.Args{"who": who, "what": said})
}

// throwWords writes a throw as people say it: "a 6", "6 and 2".
func (v *voice) throwWords(digits string) string {
	if len(digits) == 1 {
		return v.lang.Say("terminal.one-die", parlour.Args{"n": digits})
	}
	return v.lang.And(strings.Split(digits, ""))
}

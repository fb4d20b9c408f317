package cabinet

import (
	"context"
	"fmt"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/bot"
	backgammonbot "parlour/bot/backgammon"
	checkersbot "parlour/bot/checkers"
	contactbot "parlour/bot/contact"
	racebot "parlour/bot/race"
	"parlour/games/backgammon"
	"parlour/games/checkers"
	"parlour/games/contact"
	"parlour/games/race"
	"parlour/lab/sim"
	"parlour/phrase"
	"parlour/record"
	"parlour/rulebook"
)

// An Entry is a game on the shelf.
type Entry struct {
	Game    parlour.Game
	Info    parlour.Info
	Book    *rulebook.Book
	Family  string                             // the part of the catalogue of phrases it speaks in: "race"
	Board   func(m parlour.Match) *board.Board // the board of a match of the game
	Style   record.Style                       // how its records are written
	Typical Typical                            // how long a game lasts
	Luck    Luck                               // how much of it is luck
	Bots    []string                           // names of all programs that play it
	Levels  []string                           // of them those made for people to play against, gentlest first
	Foreign func(line string) bool             // recognises other formats that Game reads, so that their faults are told; may be nil

	// NoLevels says why a game has no levels, if that is so.
	NoLevels string

	typed typed
}

// typed is what needs to know the type of the positions.
type typed interface {
	player(name string, seed uint64) bot.Player
	advisers() (moves, throws bot.Adviser)
	sim(ctx context.Context, m parlour.Match, c sim.Config, bots []string) (*sim.Stats, error)
	perft(m parlour.Match, depth int) uint64
	perftFirst(m parlour.Match, depth int) (all, first uint64)
	divide(m parlour.Match, depth int) []Branch
}

// shelf is every game in the order of the books.
var shelf = []*Entry{
	judged(with(entry[race.Position](race.KleefeldGame(), "race", race.BoardOf, record.Joined, nil), racebot.Levels("kleefeld")), nil, racebot.Quick("kleefeld")),
	judged(with(entry[race.Position](race.ParkerGame(), "race", race.BoardOf, record.Joined, nil), racebot.Levels("parker")), nil, racebot.Quick("parker")),
	judged(with(entry[race.Position](race.BritishGame(), "race", race.BoardOf, record.Joined, nil), racebot.Levels("british")), nil, racebot.Quick("british")),
	judged(with(entry[race.Position](race.MenschGame(), "race", race.BoardOf, record.Joined, nil), racebot.Levels("mensch")), nil, racebot.Quick("mensch")),
	judged(without(entry[race.Position](race.AutoRaceGame(), "race", race.BoardOf, record.Joined, nil), racebot.NoLevels), racebot.Played, racebot.Played),
	with(entry[contact.Position](contact.Game(), "contact", contact.BoardOf, record.Joined, nil), contactbot.Levels()),
	with(entry[checkers.Position](checkers.Game(), "checkers", checkers.BoardOf, record.Separate, looksLikeFEN), checkersbot.Levels()),
	judged(with(entry[backgammon.Position](backgammon.Game(), "backgammon", backgammon.BoardOf, record.Separate, looksLikeGammon), backgammonbot.Levels()), nil, backgammonbot.Style{}.Maker(nil)),
}

// Games returns every game in the order of the shelf.
func Games() []*Entry { return shelf }

// IDs returns the ids of the games in the order of the shelf.
func IDs() []string {
	ids := make([]string, len(shelf))
	for i, e := range shelf {
		ids[i] = e.Info.ID
	}
	return ids
}

// ByID returns the game with the given id, or nil.
func ByID(id string) *Entry {
	for _, e := range shelf {
		if e.Info.ID == id {
			return e
		}
	}
	return nil
}

// Parse reads a position line of any game. A line that does not begin with the
// id of a game is tried as the formats of the field that some games read: PDN
// FEN, XGID, GNU Backgammon's ids. The error is a *parlour.PositionError.
func Parse(line string) (*Entry, parlour.Match, error) {
	id := line
	if i := strings.IndexAny(line, " ["); i >= 0 {
		id = line[:i]
	}
	if e := ByID(id); e != nil {
		m, err := e.Game.Parse(line)
		return e, m, err
	}
	var bad error
	for _, e := range shelf {
		m, err := e.Game.Parse(line)
		if err == nil {
			return e, m, nil
		}
		if bad == nil && e.Foreign != nil && e.Foreign(line) {
			bad = err
		}
	}
	if bad != nil {
		return nil, nil, bad
	}
	const most = 40
	if len(id) > most {
		id = id[:most] + "..."
	}
	return nil, nil, &parlour.PositionError{Line: line, Faults: []string{fmt.Sprintf(
		"%q is no game; a position begins with one of %s, or is a FEN of checkers, an XGID or a GNU Backgammon id", id, strings.Join(IDs(), ", "))}}
}

// Open is Parse for those who need only the match, such as record.Replay.
func Open(line string) (parlour.Match, error) {
	_, m, err := Parse(line)
	return m, err
}

// looksLikeFEN recognises a FEN of checkers: B:W21-32:B1-12.
func looksLikeFEN(line string) bool {
	line = strings.TrimLeft(line, "\" ")
	return len(line) > 1 && strings.ContainsRune("BWbw", rune(line[0])) && line[1] == ':'
}

// looksLikeGammon recognises an XGID, and the ids of GNU Backgammon: fourteen
// characters for the men, and after a colon twelve for the match.
func looksLikeGammon(line string) bool {
	if strings.HasPrefix(line, "XGID=") {
		return true
	}
	pos, match, both := strings.Cut(line, ":")
	return isBase64(pos, 14) && (!both || isBase64(match, 12))
}

func isBase64(s string, n int) bool {
	if len(s) != n {
		return false
	}
	for _, c := range s {
		switch {
		case 'A' <= c && c <= 'Z', 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '+', c == '/':
		default:
			return false
		}
	}
	return true
}

// colours are the letters that pieces carry beside those of the seats.
var colours = map[string]string{"G": "green", "Y": "yellow", "B": "blue", "R": "red", "K": "black"}

// Colour returns the word of the catalogue for the letter of a seat or of the
// colour of a piece.
func (e *Entry) Colour(letter string) string {
	if s := e.Info.SeatOf(letter); s != parlour.Nobody {
		return e.Info.Seats[s].Name
	}
	return colours[letter]
}

// Say returns an effect of the game in plain English.
func (e *Entry) Say(ef parlour.Effect) string {
	return phrase.English.Effect(e.Family, ef, e.Colour(ef.Colour))
}

package cabinet

import (
	"strconv"
	"strings"

	"parlour"
	"parlour/board"
	"parlour/lab/arena"
	"parlour/learn/lesson"
	"parlour/learn/opening"
	"parlour/learn/puzzle"
	"parlour/learn/theory"
	"parlour/phrase"
	"parlour/record"
	"parlour/rulebook"
)

// An Entry is a game on the shelf. It is written as one struct literal and
// given to Register; nobody changes it afterwards. Readers need not know the
// groups: e.Luck is e.Measured.Luck.
type Entry struct {
	// Every entry names these, and the Family of its Words.
	Game    parlour.Game
	Book    *rulebook.Book                   // its ID is that of the game
	Board   func(parlour.Match) *board.Board // of a match of the game
	Players typed                            // a Players[P], P being the type of the game's positions
	Words                                    // what the game says

	// All others may be left out.
	Lid      Lid // how the shelf shows it; without one, by its name alone
	Records      // how its games and positions are written
	Customs      // how people sit down to it
	Learning     // what teaches it
	Theory       // what is known of it
	Measured     // what was measured
	Lab          // how the laboratory studies it

	// Register fills in these.
	Found
}

// Words are what a game says, besides its book.
type Words struct {
	Family    string            // the first part of the codes the game speaks in: "race" for "race.capture"
	Sentences parlour.Sentences // by code, in English; package phrase has those that games share
	Names     map[string]string // of seats and colours that package phrase does not have
	Colours   map[string]string // words for colours of pieces by letter, if they are not the letters of seats
}

// Records are how the games and positions of a game are written.
type Records struct {
	Style   record.Style // how its own records are written
	Formats []*Format    // in which its games can be written, besides Own
	Foreign []Foreign    // how others write positions that Game.Parse reads
}

// Customs are how people sit down to a game.
type Customs struct {
	Usual   int              // how many play at a new table unless they choose; 0 for the default of the book
	Ballots rulebook.Setting // the option that begins a game with a ballot, if it has one
}

// Learning is what teaches a game.
type Learning struct {
	Examples func() []Example   // in the order of the book; no rule is shown by two of them, and some by none
	Lesson   *lesson.Course     // teaches the game, step by step
	Puzzles  *puzzle.Collection // positions with one clearly best move
}

// Theory is what is known of a game: computed, proved by tables, or judged much
// deeper than anybody plays. Register replaces each function that is nil by one
// that returns nil.
type Theory struct {
	Exact    func(parlour.Setup) *theory.Numbers   // the numbers of the game at a table, nil where they are not known
	ExactAt  func(m parlour.Match) *theory.Numbers // the chances from a position, by order of play from the seat in turn; nil where not known
	Endgames func() []theory.Endgame               // what the tables that come with the program say of its endgames
	EndingAt func(m parlour.Match) *theory.Ending  // what the tables say of a position, nil if they do not hold it
	Openings func() *opening.Book                  // to look up first moves, nil if there is no book
	Opener   *opening.Maker                        // makes the book
	Units    []*theory.Unit                        // in which its players write values, if not in theory.Chances
}

// Measured are figures that commands found.
type Measured struct {
	Typical Typical  // how long a game lasts among random players
	Casual  Typical  // the same among casual players at a table of the usual size
	Luck    Luck     // how much of it is luck
	Ratings []Rating // how strong the bots are, weakest first; those of the games here are in ratings.txt
}

// Lab is how the laboratory studies a game.
type Lab struct {
	Habit  Habit         // what it plays unless it is told otherwise
	Guests []arena.Guest // players of contests that only this game has
}

// Found is what Register finds in an entry.
type Found struct {
	Info     parlour.Info
	Bots     []string // names of all bots that play it
	Levels   []string // of them those made for people to play against, weakest first
	NoLevels string   // why there are no levels, if that is so
}

// A Lid is how the shelf shows a game to people who have never seen it.
type Lid struct {
	Says  string      // what the game is and what you do in it, in one sentence
	Known bool        // whether people know the game before they come here; such games stand in front
	Cover board.Cover // the picture on the lid
}

// A Foreign is a way in which other programs write the positions of a game.
type Foreign struct {
	Name  string                 // for messages: "an XGID"
	Looks func(line string) bool // reports whether a line is in this notation, even if it has faults
}

// Games returns every game in the order of the shelf.
func Games() []*Entry { return shelf }

// KnownFirst returns every game in the order in which pages list them: those that
// people know stand in front, the others follow in the order of the shelf.
func KnownFirst() (games []*Entry) {
	for _, known := range []bool{true, false} {
		for _, e := range shelf {
			if e.Lid.Known == known {
				games = append(games, e)
			}
		}
	}
	return games
}

// IDs returns the ids of the games in the order of the shelf.
func IDs() []string {
	ids := make([]string, len(shelf))
	for i, e := range shelf {
		ids[i] = e.Info.ID
	}
	return ids
}

// UsualBot returns the bot that people play against unless they choose another: the
// second level, casual in our games, or the only bot there is a use for.
func (e *Entry) UsualBot() string {
	if len(e.Levels) == 0 {
		return e.Bots[0] // there are no choices, so all play alike
	}
	return e.Levels[min(1, len(e.Levels)-1)]
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

// Like returns the ids of the games that somebody may have meant by a word: a
// part of the id, the title or the family of books, or an id with a few letters
// wrong. Case does not count.
func Like(word string) (ids []string) {
	for _, e := range shelf {
		if phrase.Suggest(word, []string{e.Info.ID, e.Info.Title, e.Book.Kin}) != nil {
			ids = append(ids, e.Info.ID)
		}
	}
	return ids
}

// Parse reads a position line of any game. If the line does not begin with the
// id of a game, every game tries the notations of other programs that it reads.
// The error is a *parlour.PositionError.
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
		for _, f := range e.Foreign {
			if bad == nil && f.Looks(line) {
				bad = err
			}
		}
	}
	if bad != nil {
		return nil, nil, bad
	}
	const most = 40
	if len(id) > most {
		id = id[:most] + "..."
	}
	var names []string
	for _, e := range shelf {
		for _, f := range e.Foreign {
			names = append(names, f.Name)
		}
	}
	return nil, nil, &parlour.PositionError{Line: line, Faults: []parlour.Fault{parlour.FaultSentences.Fault("fault.no-game",
		"text", strconv.Quote(id), "games", strings.Join(IDs(), ", "), "others", strings.Join(names, ", "))}}
}

// Open is Parse for those who need only the match, such as record.Replay.
func Open(line string) (parlour.Match, error) {
	_, m, err := Parse(line)
	return m, err
}

// Colour returns the word of the catalogue for the letter of a seat or of the
// colour of a piece.
func (e *Entry) Colour(letter string) string {
	if s := e.Info.SeatOf(letter); s != parlour.Nobody {
		return e.Info.Seats[s].Name
	}
	return e.Colours[letter]
}

// Say returns an effect of the game in words.
func (e *Entry) Say(lang *phrase.Catalogue, ef parlour.Effect) string {
	return lang.Effect(e.Family, e.named(ef), e.Colour(ef.Colour))
}

// Theme returns what a puzzle is about in words: those of the game, or those that
// all games share.
func (e *Entry) Theme(lang *phrase.Catalogue, code string) string {
	if own := e.Family + ".theme-" + code; lang.Has(own) {
		return lang.Say(own, nil)
	}
	return lang.Say("puzzle.theme-"+code, nil)
}

// Chances returns the exact chances to win of that many players by order of play,
// if the game is one of pure chance; nil where the players' moves matter.
func (e *Entry) Chances(players int) []float64 {
	if x := e.Exact(parlour.Setup{Players: players}); x != nil {
		return x.Win
	}
	return nil
}

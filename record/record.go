package record

import (
	"cmp"
	"slices"
	"strings"

	"parlour"
)

// A Record is one game: where it began, what happened, how it ended.
type Record struct {
	Tags            // "Game", "Event", "Date", "Players" ... in order of writing
	Entries []Entry // the first is always a Check: the starting position
	End     string  // the result as the text has it: "win G home", "draw repetition", "tie s,n quiet"; "" if the game was not finished
}

// A Tag is a named remark about the whole game.
type Tag struct{ Name, Value string }

// Tags are all remarks about a game.
type Tags []Tag

// Tag returns the value of the first tag with the given name, or "".
func (list Tags) Tag(name string) string {
	for _, t := range list {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets the value of the tag, which keeps its place if it exists.
func (list *Tags) SetTag(name, value string) {
	if i := slices.IndexFunc(*list, func(t Tag) bool { return t.Name == name }); i >= 0 {
		(*list)[i].Value = value
		return
	}
	*list = append(*list, Tag{name, value})
}

// A Kind says what an Entry is.
type Kind uint8

// The kinds of entries.
const (
	Play    Kind = iota // a throw, a move, or a throw with its move
	Check               // the position at this point
	Comment             // words
	Event               // something that happened at the table, not on the board
)

// An Entry is one line of a record.
type Entry struct {
	Kind  Kind
	Line  int    // line number in the file it was read from, 0 if none
	Seat  string // Play, Event: letter of the seat; "-" if nobody in particular throws; "" if the file does not say
	Throw string // Play: digits of the throw, "" if the entry has none
	Move  string // Play: canonical text of the move; "off" in a throw-off; "" if the entry is only a throw
	Text  string // Check: the position line. Comment: the words. Event: "resign", "draw offered", "draw agreed", "retire", ...
}

// seatTag begins the name of the tag for the player of a seat: "Seat G".
const seatTag = "Seat "

// Player returns who played a seat, or "" if the record does not say. Records of
// earlier versions name players of converted games by the letter or the colour of
// the seat, "X" or "Black", so those tags are read too.
func (r *Record) Player(s parlour.SeatInfo) string {
	colour := strings.ToUpper(s.Name[:1]) + s.Name[1:]
	who := cmp.Or(r.Tag(seatTag+s.Letter), r.Tag(s.Letter), r.Tag(colour))
	if who == "?" {
		return ""
	}
	return who
}

// SetPlayer names the player of the seat with the given letter. Nothing is
// written for a name that is not known: "" or "?".
func (r *Record) SetPlayer(letter, name string) {
	if name != "" && name != "?" {
		r.SetTag(seatTag+letter, name)
	}
}

// NamesPlayer reports whether a tag names the player of a seat of a game.
func NamesPlayer(tag string, info *parlour.Info) bool {
	for _, s := range info.Seats {
		if tag == seatTag+s.Letter || tag == s.Letter || strings.EqualFold(tag, s.Name) {
			return true
		}
	}
	return false
}

// Start returns the position line the game began with, or "".
func (r *Record) Start() string {
	if len(r.Entries) > 0 && r.Entries[0].Kind == Check {
		return r.Entries[0].Text
	}
	return ""
}

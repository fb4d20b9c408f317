package parlour

import "slices"

// A Meaning says what an effect or a step amounts to, in words that fit every
// game. Animation, sound, speech and statistics use it, so they need no list of
// the kinds of any game.
type Meaning string

// The meanings. [Meanings] lists all of them.
const (
	Moves   Meaning = "moves"   // the piece on From goes along Way to To
	Enters  Meaning = "enters"  // the piece comes into play on To, from its waiting place From or from off the board
	Takes   Meaning = "takes"   // the piece on From is taken: it goes to To, or off the board
	Home    Meaning = "home"    // the piece comes home to To; without From it is already there
	Turns   Meaning = "turns"   // the piece on To rotates in place
	Changes Meaning = "changes" // the piece on To becomes another: it is turned over, crowned or doubled
	Meets   Meaning = "meets"   // the pieces on From and To meet; the argument verdict is wins, loses or ties, sum and against are the numbers
	Throws  Meaning = "throws"  // dice are thrown; the argument plays has them as they are played, where that is not once each: 4444
	Passes  Meaning = "passes"  // the player makes no move
	Accepts Meaning = "accepts" // the player agrees to what was offered
	Ends    Meaning = "ends"    // a player, a game or a match is finished
	Says    Meaning = "says"    // something is decided that affects no piece
)

// Meanings lists every Meaning.
var Meanings = []Meaning{Moves, Enters, Takes, Home, Turns, Changes, Meets, Throws, Passes, Accepts, Ends, Says}

// An Effect is one thing that happened to one piece. Places are names of the
// game's board, kinds are words of the catalogue.
type Effect struct {
	Kind    string   `json:"kind"`             // "move", "enter", "capture", "home", "jump", "crown" ...
	Means   Meaning  `json:"means"`            // what that amounts to
	Colour  string   `json:"colour,omitempty"` // the letter of the piece's colour
	From    string   `json:"from,omitempty"`
	To      string   `json:"to,omitempty"`
	Way     []string `json:"way,omitempty"`     // every place touched on the way, the last one too
	Becomes *Piece   `json:"becomes,omitempty"` // the piece afterwards, if it looks different
	Args    Args     `json:"args,omitempty"`
}

// Travels returns the places a piece travels through, including the first and
// the last. It returns nil if no piece travels.
func (e *Effect) Travels() []string {
	switch e.Means {
	case Moves, Enters, Takes, Home:
		switch {
		case e.From == "":
		case e.Way != nil:
			return append([]string{e.From}, e.Way...)
		case e.To != "" && e.To != e.From:
			return []string{e.From, e.To}
		}
	}
	return nil
}

// Apply returns the pieces after the effects. It changes the list in place.
func Apply(pieces []Piece, effects []Effect) []Piece {
	for i := range effects {
		pieces = effects[i].apply(pieces)
	}
	return pieces
}

func (e *Effect) apply(pieces []Piece) []Piece {
	at := e.From
	switch e.Means {
	case Moves, Takes, Enters, Home:
	case Turns, Changes:
		at = e.To
	default:
		return pieces
	}
	if at == "" {
		if e.Means == Enters && e.Becomes != nil {
			pieces = append(pieces, *e.Becomes)
		}
		return pieces
	}
	colour := e.Colour
	if e.Becomes != nil {
		colour = e.Becomes.Colour
	}
	i := slices.IndexFunc(pieces, func(p Piece) bool { return p.Place == at && p.Colour == colour })
	switch {
	case i < 0:
	case e.Becomes != nil:
		pieces[i] = *e.Becomes
	case e.To == "":
		pieces = slices.Delete(pieces, i, i+1)
	default:
		pieces[i].Place = e.To
	}
	return pieces
}

// A Step is one part of a turn that is being composed.
type Step struct {
	Text  string  `json:"text"`
	Means Meaning `json:"means,omitempty"` // what a step given as a word amounts to, if it has a meaning
	From  string  `json:"from,omitempty"`  // place on the board where the step begins
	To    string  `json:"to,omitempty"`    // place where it ends
	Takes string  `json:"takes,omitempty"` // place whose pieces it takes, if it is already certain that it does
	Dice  string  `json:"dice,omitempty"`  // dice it uses up, as digits
}

package parlour

// Rules is one rulebook with its options, mode and ownership of colours
// compiled in. Implementations are immutable and safe for concurrent use.
//
// Rules do not check their arguments. Callers pass only positions that these
// rules made or read, and moves that these rules listed for that position. Only
// Play, and the abilities that say so, change a position, not even for a moment:
// others may be reading it.
type Rules[P comparable] interface {
	// Start returns the starting position.
	Start() P

	// Turn says who has to act in p, and how.
	Turn(p *P) Turn

	// AppendMoves appends every legal move of p, complete and without
	// duplicates, in a deterministic order. Call it only if a move is due. It
	// always appends at least one move: a pass if nothing else is legal.
	AppendMoves(p *P, dst []Move) []Move

	// Play makes the move m, or the throw m if a throw is due.
	Play(p *P, m Move)

	// Result returns the result of the game in p, or says that it is not over.
	Result(p *P) Result
}

// Notation writes and reads positions and moves. It need not be fast.
type Notation[P comparable] interface {
	// AppendMove appends the canonical text of m, a legal move of p. Throws are
	// written by Dice instead.
	AppendMove(dst []byte, p *P, m Move) []byte

	// ParseMove reads a move of p in any spelling the game allows. If the text
	// is not a legal move, the error is a *Refusal that says why.
	ParseMove(p *P, text string) (Move, error)

	// AppendMoveList appends the same moves as AppendMoves, in canonical order.
	AppendMoveList(p *P, dst []Move) []Move

	// AppendPosition appends the position line.
	AppendPosition(dst []byte, p *P) []byte
}

// Full is what every game must implement.
type Full[P comparable] interface {
	Rules[P]
	Notation[P]
}

// The abilities below are optional. A Match finds them by type assertion on the
// rules and offers those it finds.
type (
	// Effects tells what a throw or a move does, piece by piece, for animation,
	// spoken words and statistics. Call it before playing m.
	Effects[P comparable] interface {
		AppendEffects(dst []Effect, p *P, m Move) []Effect
	}

	// Steps composes a turn step by step. Taken are the texts of the steps made
	// so far and next are the steps that may follow. End is the move if the
	// turn may end here, otherwise NoMove. If taken does not begin a legal
	// turn, the error is a *Refusal.
	Steps[P comparable] interface {
		Steps(p *P, taken []string) (next []Step, end Move, err error)
	}

	// Words lists the steps that name no place, such as "double", each once. Without
	// this ability the only one is "pass".
	Words[P comparable] interface {
		AppendWords(dst []string) []string
	}

	// Pointer finds out what players mean when they point at the board instead
	// of writing: move the piece on from to the place to, or just move it if to
	// is "". Taken are the steps made so far. Match asks only if no step
	// matches. The text returned is a move, and reading it says why it is not
	// legal. If no text can express it, the error is a *Refusal.
	Pointer[P comparable] interface {
		Point(p *P, taken []string, from, to string) (text string, err error)
	}

	// Viewer tells where the pieces are, by the place names of the game's board.
	Viewer[P comparable] interface {
		AppendPieces(dst []Piece, p *P) []Piece
	}

	// Kinds lists pieces that do not lie on the board at the start but may
	// appear later: kings, the other faces of a cube. Their Place is "".
	Kinds[P comparable] interface {
		AppendKinds(dst []Piece) []Piece
	}

	// Facts counts what players want to know about a position but cannot easily
	// see: men home, pips, a score.
	Facts[P comparable] interface {
		AppendFacts(dst []Fact, p *P) []Fact
	}

	// Progress tells how far a seat has come: more is better. [Order] ranks by it
	// those whom the book does not place.
	Progress[P comparable] interface {
		Progress(p *P, s Seat) int
	}

	// Early refuses what players ask for while a throw is due, such as a double
	// in the Crawford game. It returns nil if there is no more to say than that
	// the text is not a throw.
	Early[P comparable] interface {
		Early(p *P, text string) *Refusal
	}

	// Thrown tells which dice lie in a position, as digits: "64". It is "" if
	// none do.
	Thrown[P comparable] interface {
		Thrown(p *P) string
	}

	// Checker tests every invariant of the game. It returns nil if all hold.
	Checker[P comparable] interface {
		Check(p *P) error
	}

	// Sides tells who decides for a seat and who shares a result with it. The
	// lowest seat of an owner or a side stands for all of them. A neutral
	// colour has the owner Nobody. Without this ability every seat has its own
	// owner and side.
	Sides[P comparable] interface {
		Owner(p *P, s Seat) Seat
		Side(p *P, s Seat) Seat
	}

	// Presence tells whether a seat is in the game. A seat is not if its colour
	// is absent or its player is out. Without this ability every seat is in the
	// game.
	Presence[P comparable] interface {
		InPlay(p *P, s Seat) bool
	}

	// Retirer takes a player who leaves out of the game. If the rules cannot
	// continue without that player, it changes nothing and reports false.
	Retirer[P comparable] interface {
		Retire(p *P, s Seat) bool
	}

	// Keyer returns the position without its counters, for finding repetitions
	// and transpositions. Without this ability a position is its own key.
	Keyer[P comparable] interface {
		Key(p *P) P
	}

	// Drawing tells whether the players may agree on a draw, and how often a
	// position may occur before the match is a draw; 0 means any number.
	// Without this ability players cannot agree on a draw, and repetition is not
	// counted.
	Drawing[P comparable] interface {
		Draws() (agree bool, repeat int)
	}

	// Prober accepts legal moves that are not listed, such as the beginning of
	// a turn that is composed part by part.
	Prober[P comparable] interface {
		Legal(p *P, m Move) bool
	}

	// Advancer plays m as Play does, says who has to act then, and appends the
	// legal moves if a move is due, all in one call, for loops that play many
	// games.
	Advancer[P comparable] interface {
		Advance(p *P, m Move, dst []Move) (Turn, []Move)
	}

	// Counter tells how many pieces m captures. It allocates nothing.
	Counter[P comparable] interface {
		Captured(p *P, m Move) int
	}

	// Passer tells whether m is a pass. It allocates nothing. A game without
	// passes does not need it.
	Passer[P comparable] interface {
		Passes(p *P, m Move) bool
	}

	// Greedy is the fixed rule of the greedy player: it plays the move with the
	// largest number, and the first in canonical order if several are equal.
	Greedy[P comparable] interface {
		Greed(p *P, m Move) int
	}
)

// A Piece is something on the board.
type Piece struct {
	Place  string `json:"place"`          // name on the game's board
	Colour string `json:"colour"`         // letter of the colour
	Kind   string `json:"kind"`           // "man", "king", "auto", "tile", "cube"
	Face   string `json:"face,omitempty"` // what is written on it: "3456", "64"
}

// A Fact is one number about a position.
type Fact struct {
	Seat  string // letter of the seat it is about, "" for the whole table
	Code  string // what is counted, a code of the phrase catalogue: "pips", "home"
	Value int
	Of    int // the number that Value counts up to, 0 for none: 3 of 7 points
}

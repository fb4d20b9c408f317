package parlour

// Rules is one book with its options, mode and ownership of colours compiled
// in. Implementations are immutable and safe for use by many goroutines.
//
// Nothing here checks its arguments: callers pass positions these rules made
// or read, and moves these rules listed for that position.
type Rules[P comparable] interface {
	// Start returns the set-up.
	Start() P

	// Turn says who has to act in p, and how.
	Turn(p *P) Turn

	// AppendMoves appends every legal move of p, complete and merged, in some
	// deterministic order. It is called only where a move is due and then never
	// appends nothing: who cannot move has the one move that says so.
	AppendMoves(p *P, dst []Move) []Move

	// Play makes m. Where a throw is due, m is the throw.
	Play(p *P, m Move)

	// Result tells how p stands.
	Result(p *P) Result
}

// Notation writes and reads positions and moves. It is the cold path.
type Notation[P comparable] interface {
	// AppendMove appends the canonical text of m, a legal move of p. It is not
	// for throws, which Dice writes.
	AppendMove(dst []byte, p *P, m Move) []byte

	// ParseMove reads a move of p in any spelling the game allows.
	// A text that is no legal move gives a *Refusal that says why.
	ParseMove(p *P, text string) (Move, error)

	// AppendMoveList appends what AppendMoves does, in canonical order.
	AppendMoveList(p *P, dst []Move) []Move

	// AppendPosition appends the position line.
	AppendPosition(dst []byte, p *P) []byte
}

// Full is what every game implements.
type Full[P comparable] interface {
	Rules[P]
	Notation[P]
}

// The abilities below are optional. They are found by assertion on the rules,
// and Match offers them where they are present.
type (
	// Effects tells what a throw or a move does, piece by piece, for animation,
	// spoken words and statistics. It is called before m is played.
	Effects[P comparable] interface {
		AppendEffects(dst []Effect, p *P, m Move) []Effect
	}

	// Steps composes a turn step by step. Taken are the texts of the steps
	// already made; next are those that may follow; end is the move if the turn
	// may end here, otherwise NoMove. If taken is not the beginning of a legal
	// turn the error is a *Refusal.
	Steps[P comparable] interface {
		Steps(p *P, taken []string) (next []Step, end Move, err error)
	}

	// Pointer spells what a player means who points at the board instead of
	// writing: take the piece on from to the place to, or move it at all if to
	// is "". Taken are the steps made so far. It is asked only about what no step
	// offers. The text is that of a move, whose reading says why it is not legal;
	// the error is a *Refusal for what no text can say.
	Pointer[P comparable] interface {
		Point(p *P, taken []string, from, to string) (text string, err error)
	}

	// Viewer tells where the pieces are, by the names of the game's board.
	Viewer[P comparable] interface {
		AppendPieces(dst []Piece, p *P) []Piece
	}

	// Kinds tells what the pieces of a game can become beside what lies on the
	// board at the start: kings, the further faces of a cube. Their Place is "".
	Kinds[P comparable] interface {
		AppendKinds(dst []Piece) []Piece
	}

	// Facts counts what players like to know of a position and cannot easily see:
	// men home, pips, a score.
	Facts[P comparable] interface {
		AppendFacts(dst []Fact, p *P) []Fact
	}

	// Checker tests every invariant of the game; nil if all hold.
	Checker[P comparable] interface {
		Check(p *P) error
	}

	// Sides tells who decides for a seat and who shares a result with it. Both
	// are numbered by the lowest seat that belongs to them; a neutral colour has
	// the owner Nobody. Without this ability every seat is its own.
	Sides[P comparable] interface {
		Owner(p *P, s Seat) Seat
		Side(p *P, s Seat) Seat
	}

	// Presence tells whether a seat is in the game at all: an absent colour or a
	// player who is out is not. Without this ability every seat is.
	Presence[P comparable] interface {
		InPlay(p *P, s Seat) bool
	}

	// Retirer takes a player who leaves out of the game. It reports false and
	// changes nothing where the rules cannot go on without that player.
	Retirer[P comparable] interface {
		Retire(p *P, s Seat) bool
	}

	// Keyer returns the position without its counters, for repetition and
	// transpositions. Without this ability a position is its own key.
	Keyer[P comparable] interface {
		Key(p *P) P
	}

	// Drawing tells whether the players may agree on a tie, and how often a
	// position may stand before the match is drawn; 0 for any number. Without
	// this ability nobody may agree and nothing is counted.
	Drawing[P comparable] interface {
		Draws() (agree bool, repeat int)
	}

	// Prober accepts moves that are legal although they are not listed, such as
	// the beginning of a turn that is composed part by part.
	Prober[P comparable] interface {
		Legal(p *P, m Move) bool
	}

	// Counter tells how many pieces m captures. It allocates nothing.
	Counter[P comparable] interface {
		Captured(p *P, m Move) int
	}

	// Greedy is the fixed rule of the greedy player: it prefers the move with
	// the largest number, and of several the first in canonical order.
	Greedy[P comparable] interface {
		Greed(p *P, m Move) int
	}
)

// A Piece is something lying on the board.
type Piece struct {
	Place  string `json:"place"`          // name on the game's board
	Colour string `json:"colour"`         // letter of the colour
	Kind   string `json:"kind"`           // "man", "king", "auto", "tile", "cube"
	Face   string `json:"face,omitempty"` // what is written on it: "3456", "64"
}

// A Fact is one number of a position.
type Fact struct {
	Seat  string // letter of the seat it is about, "" for the whole table
	Code  string // what is counted, a code of the catalogue: "pips", "home"
	Value int
	Of    int // the number that Value counts up to, 0 for none: 3 of 7 points
}

package morris

import "parlour/rulebook"

// Book is the book of the game morris.
var Book = &rulebook.Book{
	ID:     "morris",
	Title:  "Nine Men's Morris",
	Source: "Traditional; described for example by H. J. R. Murray, A History of Board-Games Other Than Chess, Oxford 1952",
	Clauses: []rulebook.Clause{
		{ID: "morris/board",
			Rule:    "The board is three squares, one inside the other, joined by four lines through the middles of their sides: 24 points, and sixteen lines of three points.",
			Passage: "traditional"},
		{ID: "morris/men",
			Rule:    "Each player has nine men. The board is empty at the start.",
			Passage: "traditional"},
		{ID: "morris/place",
			Rule:    "While a player has men in hand, a turn is to put one of them on an empty point.",
			Passage: "traditional"},
		{ID: "morris/slide",
			Rule:    "When all are placed, a turn is to slide a man along a line to the next point, if that is empty.",
			Passage: "traditional"},
		{ID: "morris/mill",
			Rule:    "Three men of one player on one line are a mill. Whoever closes a mill takes one of the opponent's men off the board in the same turn.",
			Passage: "traditional"},
		{ID: "morris/mill-again",
			Rule:    "A mill may be opened and closed again, and each closing takes a man.",
			Passage: "traditional"},
		{ID: "morris/mill-safe",
			Rule:    "A man that stands in a mill is not taken while the opponent has another man on the board.",
			Passage: "traditional"},
		{ID: "morris/loss-two",
			Rule:    "A player who is left with two men has lost.",
			Passage: "traditional"},
		{ID: "morris/loss-no-move",
			Rule:    "A player who cannot move in turn has lost.",
			Passage: "traditional"},
	},
	Rulings: []rulebook.Ruling{
		{
			ID:       "morris/r-first",
			Question: "Who begins?",
			Decision: "White.",
			Reason:   "At home lots are drawn. A fixed rule makes records comparable.",
			Others:   "first=black lets Black begin.",
			Options:  []string{"first"},
		},
		{
			ID:       "morris/r-fly",
			Question: "May a player with three men left move a man to any empty point?",
			Decision: "Yes, once all men are placed.",
			Reason:   "Most players today know it so, and it shortens the end of the game.",
			Others:   "fly=no: men only slide, however few are left.",
			Options:  []string{"fly"},
		},
		{
			ID:       "morris/r-locked",
			Question: "What is taken if all the opponent's men stand in mills?",
			Decision: "Any of them.",
			Reason:   "Closing a mill always takes a man.",
			Others:   "locked=none: then no man is taken.",
			Options:  []string{"locked"},
		},
		{
			ID:       "morris/r-two-mills",
			Question: "How many men does a move take that closes two mills at once?",
			Decision: "One.",
			Reason:   "A turn takes at most one man in the usual game.",
		},
		{
			ID:       "morris/r-take-must",
			Question: "May a player who closes a mill leave the opponent's men alone?",
			Decision: "No, a man must be taken.",
		},
		{
			ID:       "morris/r-hand-counts",
			Question: "Do the men in hand count for the loss with two men?",
			Decision: "Yes: a player has lost when fewer than three are left on the board and in hand together.",
		},
		{
			ID:       "morris/r-quiet",
			Question: "How long may a game go on without a capture?",
			Decision: "For 50 moves of each side after the last man was placed or taken; then the game is drawn.",
			Reason:   "The old books leave it to the players. A game should end by itself.",
			Others:   "quiet=0 to quiet=200 set another number of moves of each side, 0 for no limit.",
			Options:  []string{"quiet"},
		},
		{
			ID:       "morris/r-repeat",
			Question: "Is a repeated position a draw?",
			Decision: "Yes, the third time it stands with the same side to move. The match judges it, since a position does not know its history.",
			Others:   "repeat=0: repetition is never a draw.",
			Options:  []string{"repeat"},
		},
		{
			ID:       "morris/r-agree",
			Question: "May the players agree on a draw, and may a player resign?",
			Decision: "Yes, at any time.",
		},
	},
	Options: []rulebook.Option{
		{
			Key: "first", Default: "white",
			Values: []rulebook.Value{
				{Name: "white", Means: "White begins"},
				{Name: "black", Means: "Black begins"},
			},
			Rulings: []string{"morris/r-first"},
		},
		{
			Key: "fly", Default: "yes",
			Values: []rulebook.Value{
				{Name: "yes", Means: "a player with three men moves to any empty point"},
				{Name: "no", Means: "men only slide along the lines"},
			},
			Rulings: []string{"morris/r-fly"},
		},
		{
			Key: "locked", Default: "any",
			Values: []rulebook.Value{
				{Name: "any", Means: "if all men stand in mills, any of them may be taken"},
				{Name: "none", Means: "if all men stand in mills, none is taken"},
			},
			Rulings: []string{"morris/r-locked"},
		},
		{
			Key: "quiet", Default: "50",
			Values: []rulebook.Value{
				{Name: "50", Means: "fifty moves of each side without a man placed or taken make a draw; another number may be set, 0 for no limit"},
			},
			Min: 0, Max: 200,
			Rulings: []string{"morris/r-quiet"},
		},
		{
			Key: "repeat", Default: "3",
			Values: []rulebook.Value{
				{Name: "3", Means: "the third time a position stands is a draw"},
				{Name: "0", Means: "repetition is never a draw"},
			},
			Rulings: []string{"morris/r-repeat"},
		},
	},
}

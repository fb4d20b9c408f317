package rulebook

var checkersReading = Reading{
	Summary: Summary{
		Goal: Card{"Take all your opponent's pieces, or leave them without a move.",
			Figure{"White's last man is blocked. Black wins.", "@loss-no-move", "", ""}},
		Turn: Card{"Move one man diagonally forward to an empty dark square. Black begins.",
			Figure{"Black opens with a step towards the middle.", "checkers B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12 q=0", "11-15", ""}},
		Special: Card{"If you can capture, you must, and you go on jumping as long as you can. Kings go both ways.",
			Figure{"A king takes four men in one turn and comes back to where it began.", "@jump-once", "", ""}},
		Ending: Card{"A player who cannot move has lost. Long quiet play and repeated positions are draws.",
			Figure{"King against king, with nothing happening for forty moves: a draw.", "@draw-quiet", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "Twelve men each, on the dark squares.", []Spread{
			{"sheet", Figure{}},
			{"board setup black-first", Figure{"The set-up. Black moves first.", Start, "", ""}},
		}},
		{Turns, "One move, then the other side.", []Spread{
			{"capture-must capture-any-piece", Figure{"Two black men can capture. One of them has to, and the third man may not move.", "@capture-any-piece", "", ""}},
			{"capture-choice", Figure{"White may take one man or two. Nobody has to take the most.", "", "", ""}},
		}},
		{Moving, "Men go forward, kings go anywhere, both one square at a time.", []Spread{
			{"man-step", Figure{"The man steps forward. It cannot jump the man at the edge: there is no square beyond.", "", "", ""}},
			{"king-step", Figure{"A king moves one square in any direction and never flies.", "checkers W:WK18:B1 q=4", "18-23", ""}},
			{"crown", Figure{"The white man reaches the far row and becomes a king.", "", "", ""}},
		}},
		{Capturing, "Jump over a neighbour to the empty square beyond.", []Spread{
			{"man-jump", Figure{"The black men are behind this white man, out of its reach: men capture forwards only.", "", "", ""}},
			{"king-jump man-takes-king", Figure{"A king jumps twice, first to the far row and then back.", "", "", ""}},
			{"capture-continue", Figure{"One jump leads to the next. Stopping after the first is not allowed.", "", "", ""}},
			{"capture-fork", Figure{"After the first jump there are two ways on. White chooses.", "", "", ""}},
			{"jump-once origin-empty", Figure{"Round in a circle: the king takes four men and ends where it began.", "", "", ""}},
			{"crown-ends-move", Figure{"The man is crowned by this jump, and the turn ends, although another jump is possible.", "", "", ""}},
		}},
		{Special, "Drawn openings, and the old law of the huff.", []Spread{
			{"ballot-three", Figure{"The first three moves are drawn from a deck of openings.", "", "", ""}},
			{"ballot-eleven", Figure{"Lots take a man from each side and choose both first moves.", "", "", ""}},
			{"huff-offence", Figure{"White could capture and steps with another man instead. Under the old law that is possible, but it is an offence.", "", "", ""}},
			{"huff-remove huff-and-move", Figure{"Black takes off the man that should have captured, and then moves.", "", "", ""}},
			{"huff-compel", Figure{"Black insists: White takes the move back and has to capture.", "", "", ""}},
			{"huff-stand", Figure{"Black lets it pass and moves on. The right is gone.", "", "", ""}},
			{"huff-short", Figure{"White stopped a double jump halfway. Black takes that man off.", "", "", ""}},
		}},
		{Ending, "Win, draw, or shake hands.", []Spread{
			{"loss-no-move", Figure{"The white man in the corner is blocked, and White has no other piece.", "", "", ""}},
			{"draw-quiet draw-repeat", Figure{"Forty moves each without a capture or a man moving: the game is drawn.", "", "", ""}},
			{"draw-agreed resign", Figure{}},
		}},
	},
}

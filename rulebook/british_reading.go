package rulebook

var britishReading = Reading{
	Summary: Summary{
		Goal: Card{"Send your four pieces once round the cross, up your home column and into the triangle in the middle.",
			Figure{"One green piece is home, one is on the column, one is on its way.", "british G:-,20,h4,*/Y:-,-,33,40/B:-,h2,*,*/R:-,-,60,9 G - - -", "", ""}},
		Turn: Card{"Throw the die and move any one of your pieces. A six may bring a new piece out, and gives you another turn.",
			Figure{"A six brings a green piece out and six squares along.", "british G:-,-,-,20/Y:-,-,-,33/B:-,-,-,40/R:-,-,-,60 G 6 - run=1", "enter", "6"}},
		Special: Card{"Two of your pieces on one square make a block. No opponent can pass it or land on it.",
			Figure{"The yellow block stops the green piece: it has no move.", "british G:-,-,-,10/Y:-,-,13,13/B:-,-,-,-/R:-,-,-,- G 4 - -", "pass", "4"}},
		Ending: Card{"Home needs an exact throw. The first player with all four pieces in the triangle wins at once.",
			Figure{"Green's last piece goes home, and the game is over.", "@first-home-wins", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "A cross with long arms, and a circle in every corner.", []Spread{
			{"cross-board home-triangle start-circles coloured-squares", Figure{"Everything a colour uses is painted in that colour.", Start, "", ""}},
			{"four-pieces", Figure{}},
			{"start-one-in", Figure{"A piece never walks onto its own start square again: Yellow turns off just before it.", "", "", ""}},
		}},
		{Turns, "The die goes round clockwise.", []Spread{
			{"highest-starts turn-clockwise", Figure{"Everybody throws once, and the highest number begins.", "british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - off=G?,Y?,B?,R?", "throw 5", "5"}},
			{"choose-piece six-another-turn", Figure{"A six may bring a piece out or move one that is out. Either way Green goes again.", "", "", ""}},
			{"no-move-passes", Figure{"No six, and nothing on the board that could move: Green passes.", "", "", ""}},
		}},
		{Moving, "Clockwise round the cross.", []Spread{
			{"enter-on-six enter-six-squares", Figure{"The start square counts as the first of six. The piece passes the red one and stops on the sixth square.", "british G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,0 G 6 - run=1", "enter", "6"}},
			{"circuit", Figure{"Red goes on round the corner, past the end of the green arm.", "", "", ""}},
			{"home-column home-column-private", Figure{"After the full round the green piece turns up its own column, where nobody may follow.", "british G:-,-,-,64/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G 4 - -", "64>h2", "4"}},
		}},
		{Capturing, "A piece on its own can be sent back.", []Spread{
			{"capture", Figure{"Green lands on the lone yellow piece and sends it back to its circle.", "british G:-,-,-,10/Y:-,-,-,14/B:-,-,-,-/R:-,-,-,- G 4 - -", "10>14xY", "4"}},
		}},
		{Special, "Two on a square are a wall.", []Spread{
			{"block", Figure{"The red block stands on the way out, so the six has to be played by the piece on the track.", "british G:-,-,-,20/Y:-,-,-,-/B:-,-,-,-/R:-,-,3,3 G 6 - run=1", "", "6"}},
		}},
		{Ending, "Only an exact throw will do.", []Spread{
			{"exact-home", Figure{"The piece on the column would need a three. A four has to be played elsewhere.", "", "", ""}},
			{"first-home-wins", Figure{"The fourth green piece goes home and wins the game.", "", "", ""}},
		}},
	},
}

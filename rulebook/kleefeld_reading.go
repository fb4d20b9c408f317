package rulebook

var kleefeldReading = Reading{
	Summary: Summary{
		Goal: Card{"Bring your four setters once round the board, up the circles of your colour and into your triangle in the middle.",
			Figure{"Green's last setter needs a one, and there it is.", "kleefeld G:h5,*,*,*/Y:-,-,20,33/B:-,h2,*,*/R:-,-,45,6 G 1 - -", "h5>*", "1"}},
		Turn: Card{"Throw the die and move one of your setters that far. A six brings a waiting setter onto the board, and you throw again.",
			Figure{"A six: a green setter comes out onto the arrow.", "kleefeld G:-,-,-,20/Y:-,-,-,30/B:-,-,-,31/R:-,-,-,47 G 6 - run=1", "enter", "6"}},
		Special: Card{"Arrive right behind two opposing setters in a row and you may leap ten squares ahead. Behind three it is fifteen.",
			Figure{"Green lands behind two yellow setters and leaps.", "kleefeld G:-,-,-,10/Y:-,-,15,16/B:-,-,-,40/R:-,-,-,45 G 4 - -", "10>14^24", "4"}},
		Ending: Card{"The first player home takes two thirds of the pool, the second player the rest. Then the game is over.",
			Figure{"Green is home already. Yellow comes second and ends the game.", "@next-takes-rest", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "One board, one die, and a colour for everybody.", []Spread{
			{"title two-or-four four-setters setup-circle", Figure{"Before the first throw every setter waits in the starting circle of its colour.", Start, "", ""}},
			{"object", Figure{"Two green setters are home in their triangle, one is on the circles, one is still on its way.", "kleefeld G:20,h2,*,*/Y:-,-,-,30/B:-,-,-,-/R:-,-,45,50 G - - -", "", ""}},
		}},
		{Turns, "The die goes round. Sixes are worth waiting for.", []Spread{
			{"eldest-first turn-order", Figure{"Green is home and is skipped: after Red the die goes to Yellow.", "", "", ""}},
			{"enter-on-six", Figure{"A six brings a setter out onto the arrow of its colour.", "", "", ""}},
			{"six-must-enter", Figure{"Green has thrown a six. The setter on the board has to wait: first one of the others comes out.", "", "", ""}},
			{"six-throws-again", Figure{"Nobody is waiting, so the six is a plain move. Green kicks Blue out and throws once more.", "", "", ""}},
		}},
		{Moving, "Round the white squares, then home along your own colour.", []Spread{
			{"course", Figure{"Yellow goes on clockwise, square by square, past the green arrow.", "", "", ""}},
			{"pass-over-counts", Figure{"Green steps over a green and a yellow setter. Their squares count like empty ones.", "", "", ""}},
			{"own-not-kicked", Figure{"A second green setter comes out onto the arrow. The two share the square.", "", "", ""}},
			{"swing-in", Figure{"After its full round the green setter turns off into its circles.", "", "", ""}},
		}},
		{Capturing, "The last to arrive keeps the square.", []Spread{
			{"kick kicked-restarts", Figure{"Green lands exactly on the yellow setter, which goes back to its starting circle.", "kleefeld G:-,-,-,10/Y:-,-,-,14/B:-,-,-,-/R:-,-,-,- G 4 - -", "10>14xY", "4"}},
			{"circles-own-only", Figure{"Nobody comes to the yellow setters on their circles. The one still on the track is not safe.", "", "", ""}},
		}},
		{Special, "Rows of opponents to jump over.", []Spread{
			{"jump-two", Figure{"Two yellow setters stand right in front: the green one leaps ten squares on.", "", "", ""}},
			{"jump-three", Figure{"Three opposing setters in a row, of any colours: the leap is fifteen squares.", "", "", ""}},
		}},
		{Ending, "All four in the triangle.", []Spread{
			{"exact-finish", Figure{"A three is exactly right. A higher number would not have moved this setter.", "kleefeld G:-,20,h3,*/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G 3 - -", "h3>*", "3"}},
			{"first-two-thirds next-takes-rest", Figure{"Green's last setter goes home and Green takes two thirds of the pool. The others play on for the rest.", "", "", ""}},
		}},
	},
}

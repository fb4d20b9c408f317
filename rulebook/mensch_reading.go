package rulebook

var menschReading = Reading{
	Summary: Summary{
		Goal: Card{"Walk your four pieces once round the board and onto the four finish squares of your colour.",
			Figure{"Yellow's last piece walks into the finish.", "mensch Y:37,a,b,c/G:-,-,12,5/R:-,-,25,c/K:-,-,-,33 Y 6 - -", "37>d", "6"}},
		Turn: Card{"Throw the die and move one piece that far. A six brings in a waiting piece, and you throw again.",
			Figure{"A six: one of the waiting yellow pieces comes in.", "mensch Y:-,-,6,12/G:-,-,-,17/R:-,-,-,24/K:-,-,-,33 Y 6 - -", "enter", "6"}},
		Special: Card{"You begin with one piece on the board already, and six variations let you make the game your own.",
			Figure{"The set-up: one piece of each colour stands ready on its A square.", Start, "", ""}},
		Ending: Card{"The first player with four pieces in the finish wins. The others play on for second and third place.",
			Figure{"Yellow and Red are in. Green comes third, and that ends the game.", "@places", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "One board, one die, four pieces each.", []Spread{
			{"material setup start-square waiting", Figure{"One piece of each colour stands on its A square. The other three wait on B.", Start, "", ""}},
			{"aim finish-squares", Figure{"The last yellow piece reaches the fourth finish square.", "", "", ""}},
			{"first-player clockwise", Figure{"Everybody throws once. The highest number begins.", "mensch Y:-,-,-,0/G:-,-,-,10/R:-,-,-,20/K:-,-,-,30 Y - - off=Y?,G?,R?,K?", "throw 4", "4"}},
		}},
		{Turns, "Throw and move, and watch for the six.", []Spread{
			{"roll-and-move", Figure{"Yellow throws a three and moves three squares.", "", "", ""}},
			{"choose-piece", Figure{"All four pieces are out, so Yellow may pick any of them, even one in the finish.", "", "", ""}},
			{"enter-on-six", Figure{"Only a six helps a piece on B. With a four Yellow has to wait.", "", "", ""}},
			{"six-must-enter six-extra-roll six-repeat", Figure{"A six has to bring in a waiting piece. Then Yellow throws again.", "mensch Y:-,-,6,12/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 6 - -", "enter", "6"}},
			{"a-own-first", Figure{"The A square is taken by a yellow piece, so the six moves that one first.", "", "", ""}},
			{"six-free-move", Figure{"Nobody is waiting: the six may move any piece.", "", "", ""}},
			{"six-last-home", Figure{"The six brings the last piece home, and no further throw is needed.", "", "", ""}},
		}},
		{Moving, "Round the track, and keep your A square free.", []Spread{
			{"path foreign-finish", Figure{"Green walks past the yellow finish. It is open to Yellow alone.", "", "", ""}},
			{"jump", Figure{"Yellow jumps over a green and a red piece. Their squares count.", "", "", ""}},
			{"one-per-square own-not-captured", Figure{"A three would put one yellow piece on another, so a different one moves.", "", "", ""}},
			{"vacate-a", Figure{"While others wait, the piece on A has to go before any other.", "", "", ""}},
			{"finish-entry finish-count", Figure{"From the square before the finish a four reaches the last of its squares.", "mensch Y:-,-,-,39/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "39>d", "4"}},
			{"finish-skip", Figure{"Pieces in the finish may be jumped.", "", "", ""}},
		}},
		{Capturing, "Land exactly on another colour and it starts again.", []Spread{
			{"capture no-capture-duty captured-to-b", Figure{"Yellow lands on the green piece and sends it back to B. Moving another piece would have been allowed too.", "", "", ""}},
			{"a-opponent-captured", Figure{"A red piece stands on the yellow A square. The entering piece captures it.", "", "", ""}},
		}},
		{Special, "Six variations, the first for two or three players. Take any that you like.", []Spread{
			{"variations", Figure{"With every variation switched on the set-up stays the same.", "", "", ""}},
			{"four-colours two-double two-separate", Figure{"Two people play two colours each. Every colour has its own turn.", "", "", ""}},
			{"three-neutral neutral-choice neutral-capture-first", Figure{"Three play, and Black belongs to nobody. Yellow uses the turn to capture Green with a black piece.", "mensch Y:-,-,4,9/G:-,-,-,33/R:-,-,-,20/K:-,-,-,30 Y 3 - seats=123n", "K:30>33xG", "3"}},
			{"neutral-win neutral-last-wins", Figure{"Yellow is home and now brings in the last black piece: that wins the game.", "", "", ""}},
			{"back-capture", Figure{"Capturing backwards: three squares back stands a green piece.", "", "", ""}},
			{"back-limit", Figure{"Going back as far as its own A square is not allowed, so this piece goes forward.", "", "", ""}},
			{"thrice thrice-finish", Figure{"With nothing in play a player may throw up to three times. This was the first try.", "", "", ""}},
			{"noskip noskip-last", Figure{"Without jumping in the finish, the last piece has to stop on the first square.", "mensch[noskip=yes] Y:38,b,c,d/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 2 - -", "38>a", "2"}},
			{"barrier", Figure{"A second yellow piece joins the first: a barrier.", "", "", ""}},
			{"barrier-block barrier-own", Figure{"The yellow pair cannot be jumped, not even by Yellow. One of the two moves on.", "mensch[barrier=yes] Y:-,5,8,8/G:-,-,-,-/R:-,-,-,-/K:-,-,-,- Y 4 - -", "8>12", "4"}},
			{"must-capture must-huff", Figure{"Yellow could have captured and did not. The piece that failed goes back to B.", "", "", ""}},
			{"must-choice", Figure{"Two captures were missed. Yellow chooses which of the two pieces goes back.", "", "", ""}},
		}},
		{Ending, "First home wins, and there is still second place.", []Spread{
			{"win", Figure{"Four pieces in the finish: Yellow has won.", "", "", ""}},
			{"places", Figure{"The third colour home ends the game.", "", "", ""}},
		}},
	},
}

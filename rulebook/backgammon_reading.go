package rulebook

var backgammonReading = Reading{
	Summary: Summary{
		Goal: Card{"Bring your fifteen men round the board into your home board, then bear them all off before your opponent does.",
			Figure{"Black is nearly done: a six and a four take two more men off.", "@bear-off-larger", "", ""}},
		Turn: Card{"Throw two dice and play each number with a man, or both with the same man. A double is played four times.",
			Figure{"A three and a one, played as most players do: two men meet and make a point.", "@setup", "", ""}},
		Special: Card{"A man alone can be hit and has to start again from the bar. Before throwing you may double the stake.",
			Figure{"Black hits the white man and covers the point.", "@hit", "", ""}},
		Ending: Card{"The first to bear off all men wins. It counts double if the loser has no man off, and triple if one is still far from home.",
			Figure{"White has no man off: Black wins a gammon.", "@gammon", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "Fifteen men each, always in the same places.", []Spread{
			{"sheet", Figure{}},
			{"setup", Figure{"The set-up. Both sides have the same position, seen from opposite ends.", Start, "", ""}},
			{"opening-throw first-move-both-dice opening-tie", Figure{"Black throws a three, White a one. Black begins and plays both numbers.", "", "", ""}},
		}},
		{Turns, "Two dice, and as much of them as you can.", []Spread{
			{"dice-two play-text", Figure{"The three and the one are played by two men.", "", "", ""}},
			{"doubles-four", Figure{"Double three would be four moves. Here only two of them can be played.", "", "", ""}},
			{"both-dice", Figure{"Only in this way can both numbers be played, so Black has to.", "", "", ""}},
			{"larger-die", Figure{"Either number can be played but not both. It has to be the six.", "", "", ""}},
			{"pass", Figure{"Black cannot play anything and loses the turn.", "", "", ""}},
		}},
		{Moving, "Black and White go opposite ways.", []Spread{
			{"direction", Figure{"White moves the other way round, counting from White's own side.", "", "", ""}},
			{"point-closed", Figure{"Two white men close a point. The black man cannot stop there, not even on the way, so it goes by the three first.", "backgammon XGID=---------b---B----------b-:0:0:1:43:0:0:0:0:10 move", "13/6", "43"}},
			{"bear-off", Figure{"All black men are home, so they may be borne off.", "", "", ""}},
			{"bear-off-all-home", Figure{"The one brings the last man home, and then the six bears it off.", "", "", ""}},
			{"bear-off-larger", Figure{"Nobody stands on the sixth point, so the six takes the man furthest back.", "", "", ""}},
		}},
		{Capturing, "A man alone is a blot.", []Spread{
			{"hit", Figure{"The white blot is hit and goes to the bar.", "", "", ""}},
			{"hit-and-run", Figure{"One man hits with the four and runs on with the five.", "", "", ""}},
			{"bar-first", Figure{"Two men on the bar. Only the two lets one of them in, and the five is lost.", "", "", ""}},
			{"dance", Figure{"Every point is closed. The man stays on the bar, and nothing moves.", "", "", ""}},
		}},
		{Special, "The cube, and what players have added to it.", []Spread{
			{"cube-offer", Figure{"White owns the cube and offers to double again before throwing.", "", "", ""}},
			{"cube-take", Figure{"White accepts. The stake is two, and the cube is White's.", "", "", ""}},
			{"cube-drop", Figure{"White refuses and loses the stake as it was.", "", "", ""}},
			{"auto-doubles", Figure{"A tie in the opening throw doubles the stake.", "", "", ""}},
			{"jacoby", Figure{"Nobody turned the cube, so this gammon counts as a single game.", "", "", ""}},
			{"beaver raccoon", Figure{"Black was doubled back at once and accepts. The stake is four.", "", "", ""}},
			{"crawford-game crawford-once", Figure{"Black needs one more point. The next game is played without the cube.", "", "", ""}},
			{"preset-1928", Figure{"Around 1928 people doubled by word of mouth, as often as they dared.", "", "", ""}},
		}},
		{Ending, "What the game is worth.", []Spread{
			{"single-win", Figure{"The last black man goes off. White had borne off some: a single game.", "", "", ""}},
			{"gammon stake", Figure{"White has none off: a gammon, twice the cube.", "", "", ""}},
			{"backgammon-win", Figure{"A white man is still in Black's home board: a backgammon, three times the cube.", "", "", ""}},
			{"resign-offer resign-answer", Figure{"Black offers to resign a single game. White may say no.", "", "", ""}},
			{"match-score match-chain", Figure{"Black wins a gammon in a match, and the next game begins.", "", "", ""}},
			{"match-won", Figure{"Black has more points than the match needed and wins it.", "", "", ""}},
		}},
	},
}

package rulebook

var contactReading = Reading{
	Summary: Summary{
		Goal: Card{"Touch the corners of other tiles with higher numbers of your own. The last tile on the board wins.",
			Figure{"A green six meets a red three, and the red tile is removed.", "@quarter-spin", "", ""}},
		Turn: Card{"Move one tile along the lines, one step or two as the tile says. Then turn it a quarter to the right.",
			Figure{"One step ahead and a quarter turn: the numbers are somewhere else now.", "@one-step", "", ""}},
		Special: Card{"The turn changes which numbers touch. Think one quarter ahead, and reach a ringed spot to turn the tile over.",
			Figure{"The tile reaches a ringed spot on the far side and shows its back: all fives.", "@turn-over", "", ""}},
		Ending: Card{"When one side's tiles are all that is left, it has won. Two equal tiles fight a last duel in seven steps, or tie.",
			Figure{"The last red tile falls, and Green has won.", "@last-tile-wins", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "Tiles with a number in every corner.", []Spread{
			{"players board six-tiles setup-four", Figure{"Four players, six tiles each, on the crossings of the lines.", Start, "", ""}},
			{"kinds reverse-values", Figure{"A two-step tile that has been turned over: a four in every corner. It still moves two steps.", "@reverse-values", "", ""}},
			{"setup-three", Figure{"Three players late in a game, each with a tile left. North moves.", "", "", ""}},
			{"setup-two-six", Figure{"Two players with six tiles each sit opposite each other.", "", "", ""}},
			{"tile-count extra-tiles setup-twelve", Figure{"Two players with twelve tiles each: green and red against yellow and blue.", "", "", ""}},
		}},
		{Turns, "One tile, one move, one quarter turn.", []Spread{
			{"anyone-starts turn-to-left", Figure{"Blue has just lost its last tile and is skipped when the turn goes to the left.", "@turn-to-left", "", ""}},
			{"one-tile-a-turn", Figure{"Green moves this tile and no other.", "", "", ""}},
		}},
		{Moving, "Along the lines, never across a square.", []Spread{
			{"along-lines any-direction not-diagonal sides-parallel centre-on-crossing one-step", Figure{"A one-step tile may go to any of the four next crossings. Here it goes straight ahead.", "", "", ""}},
			{"two-step there-and-back", Figure{"Two steps may also be there and back: the tile stays and only turns.", "", "", ""}},
			{"quarter-spin", Figure{"After the step the tile is turned to the right, and its six meets the red three.", "", "", ""}},
			{"same-side-may-lie-alongside", Figure{"Green and red belong to one player here. Their tiles may touch.", "", "", ""}},
			{"no-side-by-side", Figure{"Each step would put the green tile beside a red one. Green has to pass.", "", "", ""}},
		}},
		{Capturing, "Corner meets corner, and the higher number stays.", []Spread{
			{"higher-stays", Figure{"The green three meets a red six: this time the tile that moved is removed.", "", "", ""}},
			{"equal-removes-both decide-after-spin", Figure{"Three meets three after the turn. Both tiles are removed.", "", "", ""}},
			{"two-tile-sum", Figure{"One tile touches two. Six and three make nine, more than three and four, so both red tiles are removed.", "", "", ""}},
			{"start-line-not-safe", Figure{"The green row can be attacked even at home, but only at its ends.", "", "", ""}},
		}},
		{Special, "Ringed spots and partners.", []Spread{
			{"turn-over", Figure{"Arriving on a ringed spot turns the tile over.", "", "", ""}},
			{"contact-before-turning", Figure{"First the six beats the five, then the tile is turned over.", "", "", ""}},
			{"partners-may-lie-alongside", Figure{"Partners' tiles may lie side by side.", "", "", ""}},
			{"partner-save", Figure{"South moves the partner's red tile out of danger.", "", "", ""}},
			{"partner-take", Figure{"South moves the partner's tile because it takes a blue one.", "", "", ""}},
		}},
		{Ending, "The last tile, or the last two.", []Spread{
			{"last-tile-wins", Figure{"Only green tiles are left.", "", "", ""}},
			{"two-turned-tie", Figure{"Two tiles are left, and both show all fours: a tie.", "", "", ""}},
			{"seven-steps", Figure{"After this exchange two equal tiles are left. From now on every move has seven steps.", "", "", ""}},
			{"seven-step-rings", Figure{"Red reaches a ringed spot in the duel and is turned over.", "", "", ""}},
			{"ten-turns-tie", Figure{"Ten turns each and both tiles still stand: a tie.", "", "", ""}},
		}},
	},
}

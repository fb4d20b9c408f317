package rulebook

var parkerReading = Reading{
	Summary: Summary{
		Goal: Card{"Free your four men from prison, run them once round the track and up the strip of your colour into the finish.",
			Figure{"Three green men are in. The fourth needs a three.", "parker G:h3,*,*,*/Y:-,-,20,33/B:-,h2,*,*/R:-,-,45,6 G 31 - -", "3:h3>*", "31"}},
		Turn: Card{"Throw two dice. A five, or two dice that add up to five, frees a man. Move the rest with one man or with two.",
			Figure{"The five frees a man, the three moves another.", "parker G:-,-,-,17/Y:-,-,-,30/B:-,-,-,33/R:-,-,-,47 G 53 - -", "5:enter 3:17>20", "53"}},
		Special: Card{"Two men of one colour on a space are a blockade that nobody passes. Every capture earns a run of twenty spaces.",
			Figure{"The yellow pair bars the track. Green can only shuffle up to it.", "@blockade-stops-all", "", ""}},
		Ending: Card{"The first player with four men in the finish wins, and the last step must be an exact count.",
			Figure{"Six spaces to go, and the dice show a four and a two.", "@win", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "Everybody begins in prison.", []Spread{
			{"players prison-at-left", Figure{"Four men of each colour wait in the prison at its corner.", Start, "", ""}},
			{"two-diagonal", Figure{"Two players sit across from each other, here Yellow and Red.", "parker Y:-,-,-,-/R:-,-,-,- Y - - -", "", ""}},
			{"object", Figure{"Green's last man comes up the strip and into the finish.", "", "", ""}},
		}},
		{Turns, "Two dice, one throw.", []Spread{
			{"throw-off turn-order", Figure{"Everybody throws once to see who begins. Green is first to try.", "parker G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - off=G?,Y?,B?,R?", "throw 43", "43"}},
			{"two-dice one-throw", Figure{"Blue throws both dice and plays what they show. There is no second throw.", "", "", ""}},
			{"shall-move-sum", Figure{"No five, but two men are out: one of them moves all seven spaces.", "", "", ""}},
			{"split-or-total", Figure{"A four and a three: one man moves seven, or two men share the dice.", "", "", ""}},
		}},
		{Moving, "Fives open the prison.", []Spread{
			{"entrance-space enter-on-five enter-by-sum sum-entry-stays", Figure{"Four and one make five. The man comes out onto the ringed square and stays there for this turn.", "", "", ""}},
			{"no-five-no-entry", Figure{"No five and nobody on the track: the turn is lost.", "", "", ""}},
			{"enter-by-die-and-move", Figure{"The five frees a man, and the same man moves the three.", "", "", ""}},
			{"must-enter other-die-free", Figure{"The five has to free a prisoner. The three is free for any man outside.", "parker G:-,-,-,17/B:-,-,-,- G 53 - -", "5:enter 3:17>20", "53"}},
			{"double-five-two double-five-last", Figure{"Two fives free two men. Both stand on the entrance, and both are safe.", "", "", ""}},
			{"five-counts-when-out", Figure{"Nobody is in prison, so two fives are simply ten spaces.", "", "", ""}},
			{"column-private", Figure{"The yellow man passes Green and turns up the yellow strip.", "", "", ""}},
		}},
		{Capturing, "A lone man is never quite safe.", []Spread{
			{"capture captured-restart", Figure{"Green lands on the yellow man, sends him back to prison and runs twenty with another man.", "", "", ""}},
			{"bonus-twenty bonus-undivided", Figure{"The run of twenty ends on a second yellow man, and so earns another twenty.", "", "", ""}},
			{"own-entrance-safe covered-entrance-closed", Figure{"A green man guards his entrance: Blue may pass but not stop there.", "parker G:-,-,-,0/B:48,*,*,* B 31 - -", "3:48>51", "31"}},
			{"open-entrance-rest", Figure{"No green man is on the green entrance, so Blue may stop there.", "", "", ""}},
			{"entry-captures", Figure{"The yellow man rested on the wrong spot: Green comes out of prison and captures him.", "", "", ""}},
			{"foot-crossing", Figure{"The bottom space of a strip belongs to the track too. Red lands there and captures Green.", "", "", ""}},
			{"foot-safe", Figure{"On the foot of his own strip the green man is safe. Blue simply stops beside him.", "", "", ""}},
			{"column-no-pursuit", Figure{"Green stops beside the yellow man on the yellow foot, captures nothing and can follow no further.", "", "", ""}},
		}},
		{Special, "Two men on a space stop the traffic.", []Spread{
			{"blockade-forms", Figure{"Green captures, and the run of twenty ends on another green man: a blockade.", "", "", ""}},
			{"blockade-stops-all", Figure{"The yellow pair bars the way. The one can be played, the five cannot.", "", "", ""}},
			{"blockade-break", Figure{"One man of the green pair takes the whole throw and leaves the other behind.", "parker G:-,-,15,15/B:-,-,-,- G 42 - -", "6:15>21", "42"}},
			{"blockade-doubles", Figure{"Two threes carry the pair forward together.", "", "", ""}},
			{"blockade-forced blockade-advice", Figure{"Nothing else can move, so the pair has to part.", "", "", ""}},
			{"no-entrance-blockade", Figure{"A second blue man may not join the first on the green entrance.", "", "", ""}},
		}},
		{Ending, "Count carefully.", []Spread{
			{"exact-finish", Figure{"Three spaces to go: the three brings the last man in.", "", "", ""}},
			{"win", Figure{"The fourth green man is in, and Green wins.", "", "", ""}},
		}},
	},
}

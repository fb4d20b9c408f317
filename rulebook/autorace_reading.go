package rulebook

var autoRaceReading = Reading{
	Summary: Summary{
		Goal: Card{"Drive your auto once round the circuit and be the first over the finish line.",
			Figure{"Red is ahead, Yellow is in the last bend, and it is anybody's race.", "auto-race G:22/Y:43/B:31/R:52 G - - -", "", ""}},
		Turn: Card{"Throw the die and drive that many spaces. There is nothing to choose: the road decides.",
			Figure{"A three takes the green auto right up to the obstruction.", "@move-by-die", "", ""}},
		Special: Card{"Five obstructions lie across the road. Jump them clean, or stay where you are and lose the turn.",
			Figure{"The count would end on the obstruction, so Green has to stay.", "@halt", "", ""}},
		Ending: Card{"The first auto to reach or pass FINISH wins. No exact count is needed.",
			Figure{"Green drives over the line with spaces to spare.", "@finish-no-exact", "", ""}},
	},
	Chapters: []Chapter{
		{SettingUp, "One auto each, side by side on the line.", []Spread{
			{"players start-space", Figure{"All autos line up on START.", Start, "", ""}},
		}},
		{Turns, "Throw, drive, hand on the die.", []Spread{
			{"move-by-die", Figure{"A three drives three spaces. Stopping right before an obstruction is fine.", "", "", ""}},
			{"turn-order", Figure{"Red has to stay and loses this turn, but only this one. Green throws next.", "", "", ""}},
		}},
		{Moving, "Every space counts, even the blocked ones.", []Spread{
			{"count-next", Figure{"START itself is not counted: a four ends on the fourth space after it.", "", "", ""}},
		}},
		{Special, "The five obstructions.", []Spread{
			{"obstruction-two-spaces must-jump", Figure{"An obstruction counts as two spaces. A six carries the green auto over it.", "auto-race G:5/Y:0 G 6 - -", "5>11", "6"}},
			{"halt", Figure{"A three would end on the obstruction: the auto stays and the turn is lost.", "", "", ""}},
			{"jump-needs-three", Figure{"Right before an obstruction a three is the least that gets you over.", "", "", ""}},
		}},
		{Ending, "The flag.", []Spread{
			{"finish", Figure{"The first auto on FINISH wins the race.", "", "", ""}},
			{"finish-no-exact", Figure{"Driving past FINISH is just as good.", "", "", ""}},
		}},
	},
}

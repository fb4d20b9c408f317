package phrase

// backgammon are the sentences of the game backgammon.
var backgammon = map[string]string{}

package phrase

// checkers are the sentences of the game checkers.
var checkers = map[string]string{}

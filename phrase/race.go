package phrase

// race are the sentences of the race games.
var race = map[string]string{}

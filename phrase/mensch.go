package phrase

// mensch are the sentences of Mensch.
var mensch = map[string]string{}

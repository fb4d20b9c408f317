package phrase

// contact are the sentences of the game contact.
var contact = map[string]string{}

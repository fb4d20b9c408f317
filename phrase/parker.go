package phrase

// parker are the sentences of Parker's Ludo.
var parker = map[string]string{}

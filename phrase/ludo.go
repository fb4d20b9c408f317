package phrase

// ludo are the sentences of Kleefeld's and the British Ludo.
var ludo = map[string]string{}

package phrase

// inTerminal is empty: a browser has no terminal.
var inTerminal map[string]string

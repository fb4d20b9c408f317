package puzzle

// games lists the games that have a file, in the order of the shelf.
var games = []string{"kleefeld", "parker", "british", "mensch", "contact", "checkers", "backgammon"}

// name returns the path of the file of a game in the repository.
func name(game string) string { return "learn/puzzle/data/" + game + ".bin" }

package race

func init() { games = append(games, KleefeldGame(), BritishGame()) }

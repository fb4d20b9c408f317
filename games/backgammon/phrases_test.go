package backgammon

import "parlour/phrase"

func init() { phrase.English.Add(Sentences, nil) }

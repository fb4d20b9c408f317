package puzzle

import "parlour/bot"

// Inside a browser the files are not part of the program: each comes when
// somebody asks for the puzzles of its game. They belong to no game's players,
// so no table waits for them.
var remote = func() map[string]*bot.File {
	all := map[string]*bot.File{}
	for _, g := range games {
		all[g] = bot.Remote("", name(g))
	}
	return all
}()

func file(game string) ([]byte, error) { return remote[game].Fetched() }

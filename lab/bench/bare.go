package bench

import "parlour/bot"

// bareLine is the game that bareLudo plays: Kleefeld's without jumps, for four,
// until the first player is home.
const bareLine = "kleefeld[jump=off,play-on=first] G:-,-,-,-/Y:-,-,-,-/B:-,-,-,-/R:-,-,-,- G - - -"

// bareLudo plays that game in the shortest code possible: no interfaces, no
// positions, no options. The simulator is compared with it. It returns the number
// of moves, including passes.
func bareLudo(games int, seed uint64) (moves int) {
	const waiting, lane, home = -1, 51, 56
	for g := range games {
		rand := bot.NewRand(bot.Mix(seed, uint64(g)))
		men := [4][4]int8{{-1, -1, -1, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}, {-1, -1, -1, -1}}
		in := [4]int{} // men at home
		for turn := 0; ; {
			die := int8(rand.Intn(6)) + 1
			moves++
			mine := &men[turn]
			// Men of one colour on the same space count as one.
			var list [4]int
			var seen uint64
			n := 0
			for i, at := range mine {
				if at == waiting {
					if die == 6 {
						list[0], n = i, 1
						break
					}
					continue
				}
				if at+die <= home && seen&(1<<at) == 0 && at != home {
					seen |= 1 << at
					list[n] = i
					n++
				}
			}
			if n > 0 {
				i := list[0]
				if n > 1 {
					i = list[rand.Intn(n)]
				}
				to := mine[i] + die
				if mine[i] == waiting {
					to = 0
				}
				mine[i] = to
				switch {
				case to == home:
					in[turn]++
				case to < lane:
					for left := 1; left < 4; left++ {
						other := &men[(turn+left)&3]
						there := to - int8(13*left)
						if there < 0 {
							there += 52
						}
						for k, at := range other {
							if at == there && there < lane {
								other[k] = waiting
							}
						}
					}
				}
			}
			if in[turn] == 4 {
				break
			}
			if die != 6 {
				turn = (turn + 1) & 3
			}
		}
	}
	return moves
}

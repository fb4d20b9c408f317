package main

import "parlour/bot"

// bareAutoRace plays Auto Race for four, sixty spaces, the shortest way it can
// be written by hand: no interfaces, no positions, no lists of moves. It is
// what the shared simulator is measured against. It returns the moves made.
func bareAutoRace(games int, seed uint64) (moves int) {
	var blocked [66]bool
	for _, k := range []int{9, 19, 29, 39, 49} {
		blocked[k], blocked[k+1] = true, true
	}
	for g := range games {
		rand := bot.NewRand(bot.Mix(seed, uint64(g)))
		turn := throwOff(&rand)
		var car [4]int
		for {
			moves++
			to := car[turn] + rand.Intn(6) + 1
			if to >= 60 {
				break
			}
			if !blocked[to] {
				car[turn] = to
			}
			turn = (turn + 1) & 3
		}
	}
	return moves
}

// throwOff finds who begins: the highest throw, ties throwing again.
func throwOff(rand *bot.Rand) int {
	in := [4]bool{true, true, true, true}
	for {
		best, who, tied := 0, 0, false
		var threw [4]int
		for s := range in {
			if !in[s] {
				continue
			}
			threw[s] = rand.Intn(6) + 1
			switch {
			case threw[s] > best:
				best, who, tied = threw[s], s, false
			case threw[s] == best:
				tied = true
			}
		}
		if !tied {
			return who
		}
		for s := range in {
			in[s] = in[s] && threw[s] == best
		}
	}
}

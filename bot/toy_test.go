package bot_test

import (
	"fmt"

	"parlour"
)

// Toy is a game for tests: who is in turn throws a die and then takes its
// spots or, for the same spots, knocks the opponent back. First to 20 wins.
type toy struct{ score, turn, die int8 }

type toyRules struct{}

type greedyToy struct{ toyRules }

func (greedyToy) Greed(p *toy, m parlour.Move) int { return int(m&3) / 3 * int(p.die/4) }

func (toyRules) Start() toy { return toy{} }

func (toyRules) Turn(p *toy) parlour.Turn {
	switch {
	case p.score >= 20 || p.score <= -20:
		return parlour.Turn{Seat: parlour.Nobody}
	case p.die == 0:
		return parlour.Turn{Seat: parlour.Seat(p.turn), Dice: parlour.OneDie}
	}
	return parlour.Turn{Seat: parlour.Seat(p.turn)}
}

// Moves: 1 stay, 2 half, 3 all. The canonical order is the reverse.
func (toyRules) AppendMoves(p *toy, dst []parlour.Move) []parlour.Move {
	return append(dst, 1, 2, 3)
}

func (toyRules) AppendMoveList(p *toy, dst []parlour.Move) []parlour.Move {
	return append(dst, 3, 2, 1)
}

func (toyRules) Play(p *toy, m parlour.Move) {
	if p.die == 0 {
		p.die = int8(m)
		return
	}
	by := p.die * int8(m-1) / 2
	if p.turn == 1 {
		by = -by
	}
	p.score += by
	p.turn = 1 - p.turn
	p.die = 0
}

func (toyRules) Result(p *toy) (r parlour.Result) {
	if p.score >= 20 {
		r.Over, r.Place[0], r.Place[1], r.Share[0] = true, 1, 2, 1
	}
	if p.score <= -20 {
		r.Over, r.Place[0], r.Place[1], r.Share[1] = true, 2, 1, 1
	}
	return r
}

func (toyRules) AppendMove(dst []byte, p *toy, m parlour.Move) []byte {
	return append(dst, []string{"", "stay", "half", "all"}[m]...)
}

func (toyRules) ParseMove(p *toy, text string) (parlour.Move, error) {
	return 0, &parlour.Refusal{Code: "unreadable"}
}

func (toyRules) AppendPosition(dst []byte, p *toy) []byte { return fmt.Appendf(dst, "toy %v", *p) }

func toyGame(rules parlour.Full[toy]) parlour.Game {
	return parlour.Erase(parlour.Info{ID: "toy"},
		func(parlour.Setup) (parlour.Full[toy], error) { return rules, nil },
		func(string) (parlour.Full[toy], toy, error) { return rules, rules.Start(), nil })
}

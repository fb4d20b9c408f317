package race

import "parlour"

var (
	_ parlour.Advancer[Position] = (*Mensch)(nil)
	_ parlour.Advancer[Position] = (*Kleefeld)(nil)
	_ parlour.Advancer[Position] = (*British)(nil)
	_ parlour.Advancer[Position] = (*Parker)(nil)
)

// Advance plays m, says who has to act then and lists the moves.
func (r *Mensch) Advance(p *Position, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	r.Play(p, m)
	if p.throw != 0 {
		dst = r.AppendMoves(p, dst)
	}
	return r.Turn(p), dst
}

// Advance plays m, says who has to act then and lists the moves.
func (r *Kleefeld) Advance(p *Position, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	r.Play(p, m)
	if p.throw != 0 {
		dst = r.AppendMoves(p, dst)
	}
	return r.Turn(p), dst
}

// Advance plays m, says who has to act then and lists the moves.
func (r *British) Advance(p *Position, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	r.Play(p, m)
	if p.throw != 0 {
		dst = r.AppendMoves(p, dst)
	}
	return r.Turn(p), dst
}

// Advance plays m, says who has to act then and lists the moves.
func (r *Parker) Advance(p *Position, m parlour.Move, dst []parlour.Move) (parlour.Turn, []parlour.Move) {
	r.Play(p, m)
	if p.throw != 0 {
		dst = r.AppendMoves(p, dst)
	}
	return r.Turn(p), dst
}

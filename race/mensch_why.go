package race

import "parlour"

func (r *Mensch) why(p *Position, text string, legal []parlour.Move) *parlour.Refusal {
	return &parlour.Refusal{Code: "unreadable", Args: parlour.Args{"text": text, "expected": r.info.Form}}
}

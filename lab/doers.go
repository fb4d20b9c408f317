package lab

import "parlour/lab/work"

// Doers does every kind of task of the laboratory.
func Doers() work.Doers {
	return work.Doers{
		"sim":     play,
		"arena":   playRound,
		"analyse": lookAt,
	}
}

package web

import (
	"encoding/json"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table/proof"
	"parlour/web/wire"
)

// A proofOf is the body of POST /api/verify: the log of a table, and what a device
// remembers of it, or from which event on it saw everything happen.
type proofOf struct {
	Table  string            `json:"table"`
	Events []json.RawMessage `json:"events"`
	Memory json.RawMessage   `json:"memory,omitempty"`
	Since  int64             `json:"since,omitempty"`
}

// maxProof is how many bytes a log with a memory may have.
const maxProof = 64 << 20

// verify checks the dice of a whole game by its rules. Only the program that a
// device runs by itself answers it: nobody gains by asking the server that made
// the dice. The page asks it every few seconds while somebody plays at a server.
func (s *Server) verify(r *request, p proofOf) (*proof.Report, error) {
	c := proof.NewChecker(p.Table, cabinet.Open)
	c.Saw(p.Since)
	if len(p.Memory) > 0 {
		m, err := proof.ParseMemory(p.Memory)
		if err != nil {
			return nil, fail(wire.BadRequest, phrase.Sentence(err.Error()))
		}
		c.Remember(m)
	}
	for _, e := range p.Events {
		if err := c.AddJSON(e); err != nil {
			return nil, fail(wire.Refused, phrase.Sentence(err.Error()))
		}
	}
	return c.Report(), nil
}

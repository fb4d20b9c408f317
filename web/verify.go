package web

import (
	"encoding/json"
	"net/http"

	"parlour/cabinet"
	"parlour/phrase"
	"parlour/table/proof"
	"parlour/web/wire"
)

// A proofOf is the body of POST /api/verify: the log of a table, and what a device
// remembers of it.
type proofOf struct {
	Table  string            `json:"table"`
	Events []json.RawMessage `json:"events"`
	Memory json.RawMessage   `json:"memory,omitempty"`
}

// maxProof is how many bytes a log with a memory may have.
const maxProof = 64 << 20

// verify checks the dice of a whole game by its rules. Only the program that a
// device runs by itself answers it: nobody gains by asking the server that made
// the dice.
func (s *Server) verify(w http.ResponseWriter, r *http.Request) error {
	var p proofOf
	if err := decodeLong(w, r, &p, maxProof); err != nil {
		return err
	}
	c := proof.NewChecker(p.Table, cabinet.Open)
	if len(p.Memory) > 0 {
		m, err := proof.ParseMemory(p.Memory)
		if err != nil {
			return fail(wire.BadRequest, phrase.Sentence(err.Error()))
		}
		c.Remember(m)
	}
	for _, e := range p.Events {
		if err := c.AddJSON(e); err != nil {
			return fail(wire.Refused, phrase.Sentence(err.Error()))
		}
	}
	writeJSON(w, http.StatusOK, c.Report())
	return nil
}

package client

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"parlour/internal/files"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A Memory is what a device keeps of one table: who it is there, the secrets of its
// dice, what it pledged and opened, and what it was shown. It is written before
// anything is sent that depends on it. One program uses it at a time.
type Memory struct {
	Server string `json:"server"`
	Table  string `json:"table"`
	Token  string `json:"token"`
	Name   string `json:"name,omitempty"`

	Person int                       `json:"person"`
	Seed   string                    `json:"seed"` // secrets are made of it
	Rounds map[int]*proof.Remembered `json:"rounds"`
	Sealed map[int]proof.HeadAt      `json:"sealed"` // by round: the head of the log when everybody had pledged
	Heads  []proof.HeadAt            `json:"heads"`
	Broken int                       `json:"broken"` // the last round before the log contradicted the memory, -1 if it never did

	file   string // "" keeps it in memory only
	unlock func() // nil without a file
	seen   *proof.Memory
	chains map[int]*fair.Chain
}

// How much is kept of a table.
const (
	mostRounds = 40
	mostHeads  = 200
)

// NewMemory returns an empty memory of a table that is not written anywhere.
func NewMemory(at Address) *Memory {
	return &Memory{Server: at.Server, Table: at.Table, Broken: -1, Rounds: map[int]*proof.Remembered{}, Sealed: map[int]proof.HeadAt{}, chains: map[int]*fair.Chain{}}
}

// ErrSeatInUse says that another program uses the memory of a table.
var ErrSeatInUse = errors.New("another program on this computer sits at this table for you")

// OpenMemory reads what a folder has about a table, or begins to write there.
// Nobody but its owner can read the file. The error is ErrSeatInUse if another
// program has the memory open.
func OpenMemory(folder string, at Address) (*Memory, error) {
	name := sha256.Sum256([]byte(at.Server))
	m := NewMemory(at)
	m.file = filepath.Join(folder, at.Table+"-"+hex.EncodeToString(name[:4])+".json")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	var err error
	if m.unlock, err = files.Lock(m.file + ".lock"); errors.Is(err, files.ErrLocked) {
		return nil, ErrSeatInUse
	} else if err != nil {
		return nil, err
	}
	if err := m.read(at); err != nil {
		m.Close()
		return nil, err
	}
	return m, nil
}

// Close lets other programs open the memory.
func (m *Memory) Close() {
	if m.unlock != nil {
		m.unlock()
		m.unlock = nil
	}
}

// read reads the file, if there is one.
func (m *Memory) read(at Address) error {
	data, err := os.ReadFile(m.file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	if err := json.Unmarshal(data, m); err != nil || m.Table != at.Table || m.Server != at.Server {
		return fmt.Errorf("%s is damaged: it does not say who you are at this table; remove it to sit down again", m.file)
	}
	if m.Rounds == nil {
		m.Rounds = map[int]*proof.Remembered{}
	}
	if m.Sealed == nil {
		m.Sealed = map[int]proof.HeadAt{}
	}
	return nil
}

// Save writes the memory.
func (m *Memory) Save() error {
	rounds := slices.Sorted(maps.Keys(m.Rounds))
	for _, r := range rounds[:max(0, len(rounds)-mostRounds)] {
		delete(m.Rounds, r)
		delete(m.Sealed, r)
	}
	m.share()
	if m.file == "" {
		return nil
	}
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return files.WriteFile(m.file, data, 0o600) // only its owner can read it
}

// is sets whose memory it is. Secrets of another person are not used again.
func (m *Memory) is(person int) {
	if m.Person != person || m.Seed == "" {
		m.Person, m.Seed, m.Broken = person, rand.Text()+rand.Text(), -1
		m.Rounds, m.Sealed, m.chains = map[int]*proof.Remembered{}, map[int]proof.HeadAt{}, map[int]*fair.Chain{}
	}
	m.share()
}

// Seen returns the part that verifiers compare with. It changes with the memory.
func (m *Memory) Seen() *proof.Memory {
	if m.seen == nil {
		m.seen = &proof.Memory{Format: proof.MemoryFormat, Live: true}
		m.share()
	}
	return m.seen
}

func (m *Memory) share() {
	if m.seen != nil {
		m.seen.Table, m.seen.Person, m.seen.Rounds, m.seen.Heads = m.Table, m.Person, m.Rounds, m.Heads
	}
}

// show remembers what was shown.
func (m *Memory) show(h proof.HeadAt) error {
	if n := len(m.Heads); m.Broken >= 0 || n > 0 && m.Heads[n-1].Event >= h.Event {
		return nil // what was shown before is the evidence
	}
	m.Heads = append(m.Heads, h)
	if len(m.Heads) > mostHeads {
		sealed := map[int64]bool{}
		for _, s := range m.Sealed {
			sealed[s.Event] = true
		}
		var kept []proof.HeadAt
		for i, h := range m.Heads {
			if i == 0 || i%2 == 1 || i >= len(m.Heads)-2 || sealed[h.Event] {
				kept = append(kept, h)
			}
		}
		m.Heads = kept
	}
	return m.Save()
}

// breaks notes that the log does not continue what was shown.
func (m *Memory) breaks() error {
	if m.Broken >= 0 {
		return nil
	}
	m.Broken = 0
	for r := range m.Rounds {
		m.Broken = max(m.Broken, r)
	}
	return m.Save()
}

// holds reports whether the device has the secrets of a round, and has not lost
// its trust in the log since.
func (m *Memory) holds(round int) bool {
	r := m.Rounds[round]
	return r != nil && r.Pledge != "" && round > m.Broken
}

// chain returns the chain of a round.
func (m *Memory) chain(round int) *fair.Chain {
	c := m.chains[round]
	if c == nil {
		mac := hmac.New(sha256.New, []byte(m.Seed))
		fmt.Fprintf(mac, "parlour-device-1\n%s\n%d\n%s", m.Table, round, m.Rounds[round].Commitment)
		c = fair.NewChain([32]byte(mac.Sum(nil)), fair.OwnLinks)
		m.chains[round] = c
	}
	return c
}

// pledge pledges in a round. It returns nil if links of it are known already, which
// must never be mixed with other people's new ones.
func (m *Memory) pledge(round int, commitment string, epoch int64) (*fair.Chain, error) {
	if r := m.Rounds[round]; r != nil && r.Pledge != "" {
		if r.Opened == 0 && r.Commitment == commitment && r.Epoch == epoch {
			return m.chain(round), nil
		}
		return nil, nil
	}
	m.Rounds[round] = &proof.Remembered{Commitment: commitment, Epoch: epoch, Links: fair.OwnLinks, Asked: []int{}}
	delete(m.chains, round)
	c := m.chain(round)
	m.Rounds[round].Pledge = c.Commitment().String()
	return c, m.Save()
}

// reveal opens the first link of a round. It returns "" if it was opened for other
// pledges.
func (m *Memory) reveal(round int, at proof.HeadAt) (string, error) {
	r := m.Rounds[round]
	if r == nil || r.Pledge == "" {
		return "", nil
	}
	if s, ok := m.Sealed[round]; ok && s != at {
		return "", nil
	}
	m.Sealed[round] = at
	r.Opened = max(r.Opened, 1)
	if err := m.show(at); err != nil {
		return "", err
	}
	return m.chain(round).Link(1).String(), m.Save()
}

// own opens a further link for a throw, given how many links the log has opened. It
// returns "" if the device cannot take part.
func (m *Memory) own(round, number, opened int) (string, error) {
	r := m.Rounds[round]
	if r == nil || r.Pledge == "" || opened < 1 || opened > r.Opened || opened >= r.Links {
		return "", nil
	}
	r.Opened = max(r.Opened, opened+1)
	if !slices.Contains(r.Asked, number) {
		r.Asked = append(r.Asked, number)
	}
	return m.chain(round).Link(opened + 1).String(), m.Save()
}

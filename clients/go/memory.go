package client

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"parlour/internal/files"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/fair"
	"parlour/table/proof"
)

// A Memory is what a device keeps of one table: who it is there, the secrets of its
// dice, what it opened and did, and what it was shown. It is written before anything
// is sent that depends on it. One program uses it at a time.
//
// Everything is in one JSON file but the heads of the log, which grow with every
// event: they are appended to a file beside it.
type Memory struct {
	Server string         `json:"server"`
	Table  string         `json:"table"`
	Token  string         `json:"token"`
	Name   string         `json:"name,omitempty"`
	Device *device.Device `json:"device,omitempty"` // nil before the person sits down; person 0 until the table says who that is

	// Shown is how many heads of the file beside this one count, and Story which file
	// that is: if the server goes back, another one begins.
	Shown int `json:"shown,omitempty"`
	Story int `json:"story,omitempty"`

	file   string // "" keeps it in memory only
	unlock func() // nil without a file
	heads  *os.File
	went   int // how often the server had gone back when the memory was last saved
}

// NewMemory returns an empty memory of a table that is not written anywhere.
func NewMemory(at Address) *Memory { return &Memory{Server: at.Server, Table: at.Table} }

// ErrSeatInUse says that another program uses the memory of a table.
var ErrSeatInUse = errors.New("another program on this computer sits at this table for you")

// OpenMemory reads what a folder has about a table, or begins to write there.
// Nobody but its owner can read the files. The error is ErrSeatInUse if another
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
	if m.heads != nil {
		m.heads.Close()
		m.heads = nil
	}
	if m.unlock != nil {
		m.unlock()
		m.unlock = nil
	}
}

// read reads the files, if there are any.
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
	if m.Device == nil {
		return nil
	}
	m.went = len(m.Device.Back)
	f, err := os.Open(m.headsFile())
	if errors.Is(err, os.ErrNotExist) && m.Shown == 0 {
		return nil
	} else if err != nil {
		return err
	}
	defer f.Close()
	// What was not synced before the other file was written does not count.
	data, err = io.ReadAll(io.LimitReader(f, int64(m.Shown)*headSize))
	if err != nil {
		return err
	}
	if len(data) != m.Shown*headSize {
		return fmt.Errorf("%s is damaged: it has to hold what was shown at %d events; remove it and %s to sit down again", m.headsFile(), m.Shown, m.file)
	}
	for ; len(data) > 0; data = data[headSize:] {
		m.Device.Heads = append(m.Device.Heads, proof.HeadAt{Event: int64(binary.BigEndian.Uint64(data)), Head: fair.Head(data[8:headSize])})
	}
	return nil
}

// headSize is the size of one entry in the file of heads: the number of the event
// and the head after it.
const headSize = 8 + 32

func (m *Memory) headsFile() string { return fmt.Sprintf("%s.%d.heads", m.file, m.Story) }

// Save writes the memory. When it returns, it is on disk.
func (m *Memory) Save() error {
	if m.file == "" {
		return nil
	}
	if m.Device == nil {
		return m.write(m)
	}
	if n := len(m.Device.Back); n != m.went {
		m.went = n
		m.begin()
	}
	if err := m.saveHeads(); err != nil {
		return err
	}
	m.Shown = len(m.Device.Heads)
	kept, d := *m, *m.Device
	d.Heads = nil
	kept.Device = &d
	if err := m.write(&kept); err != nil {
		return err
	}
	if m.Story > 0 { // what is gone is not read again; if this fails, it only takes room
		kept.Story--
		_ = os.Remove(kept.headsFile())
	}
	return nil
}

func (m *Memory) write(kept *Memory) error {
	data, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return files.WriteFile(m.file, data, 0o600) // only its owner can read it
}

// begin begins another file of heads.
func (m *Memory) begin() {
	if m.heads != nil {
		m.heads.Close()
		m.heads = nil
	}
	m.Story++
	m.Shown = 0
}

// saveHeads appends the heads that are not in their file yet.
func (m *Memory) saveHeads() error {
	fresh := m.Device.Heads[m.Shown:]
	if len(fresh) == 0 {
		return nil
	}
	if m.heads == nil {
		f, err := os.OpenFile(m.headsFile(), os.O_WRONLY|os.O_CREATE, 0o600)
		if err != nil {
			return err
		}
		m.heads = f
	}
	data := make([]byte, 0, len(fresh)*headSize)
	for _, h := range fresh {
		data = append(binary.BigEndian.AppendUint64(data, uint64(h.Event)), h.Head[:]...)
	}
	if _, err := m.heads.WriteAt(data, int64(m.Shown)*headSize); err != nil {
		return err
	}
	return m.heads.Sync()
}

// is says whose memory it is, and which event comes next. If the server says that the
// person is another one, what was shown and opened still counts: otherwise it could
// make the device forget.
func (m *Memory) is(person int, next int64) {
	switch {
	case m.Device == nil:
		m.Device, m.went = device.New(m.Table, person, next), 0
	case m.Device.Person == 0: // who sat down with it
		m.Device.Person = person
	case m.Device.Person != person:
		m.Device = m.Device.As(person, next)
	}
}

// Sit notes that its owner is about to sit down at a table as v shows it, and saves
// that. A person who has not been there before sits down with a chain, so that the device
// takes part in the dice from the first throw on; another attempt has the same one.
func (m *Memory) Sit(a *table.Action, v *View) error {
	if v.You.Person == 0 && m.Device == nil {
		var secret [32]byte
		rand.Read(secret[:])
		m.Device = device.New(m.Table, 0, v.Seq+1)
		m.Device.TakePart(secret)
	}
	if d := m.Device; d != nil && d.Person == 0 {
		held := d.Chains[len(d.Chains)-1]
		a.Dice = &table.Chain{Commitment: held.Commitment, Links: held.Links}
	}
	return m.noted(*a)
}

// Claim notes that its owner is about to take over the chairs of another device, and
// saves that. What it knows of somebody who did not sit down does not count there. If
// the chairs come back to it, it does not know what was done meanwhile.
func (m *Memory) Claim(a table.Action) error {
	switch {
	case m.Device == nil:
	case m.Device.Person == 0:
		m.Device = nil
	default:
		m.Device.Claims()
	}
	return m.noted(a)
}

// noted notes an action, and saves what is known without a device too.
func (m *Memory) noted(a table.Action) error {
	if m.Device != nil {
		m.Device.Act(a)
	}
	return m.Save()
}

// Act notes what the person is about to do, and saves it. A log that has something
// else in the person's name is found out. A [Table] does this by itself.
func (m *Memory) Act(a table.Action) error {
	if m.Device == nil || a.Kind == table.Emote || a.Kind == table.Chat {
		return nil
	}
	return m.noted(a)
}

// Export writes what the device remembers for parlour verify, without its secrets.
func (m *Memory) Export(w io.Writer) error {
	if m.Device == nil || m.Device.Person == 0 {
		return errors.New("this device has not taken part in anything here")
	}
	return json.NewEncoder(w).Encode(m.Device.Seen())
}

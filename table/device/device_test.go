package device_test

import (
	"encoding/json"
	"errors"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/table"
	"parlour/table/device"
	"parlour/table/proof"
)

// play returns a table with two people at which it is person 1's turn to throw, and
// nothing has been asked for.
func play() *forge.Table {
	t := forge.New("device", "kleefeld", parlour.Setup{Players: 2})
	t.Sit(1, 1)
	t.Sit(2, 2)
	return t.Play(4).ToThrow(1)
}

// read returns a checker that has read a log for a device.
func read(t *testing.T, d *device.Device, events []table.Event) *proof.Checker {
	t.Helper()
	c := proof.NewChecker(d.Table, cabinet.Open)
	c.Remember(d.Seen())
	for i := range events {
		if err := c.Add(&events[i]); err != nil {
			t.Fatal(err)
		}
		d.See(c)
	}
	return c
}

// stored returns a device as it comes back from storage.
func stored(t *testing.T, d *device.Device) *device.Device {
	t.Helper()
	data, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var again device.Device
	if err := json.Unmarshal(data, &again); err != nil {
		t.Fatal(err)
	}
	return &again
}

// The thrower's device waits for the press and for the links of the others, and
// sends the same link again after it was stored and read.
func TestThrower(t *testing.T) {
	g := play()
	d := g.Devices[1]
	pressed := stored(t, d)
	g.Ask()
	d.Pressed = pressed.Pressed // the owner did not press
	c := read(t, d, g.Events)
	if _, err := d.Open(c, nil); !errors.Is(err, device.ErrPress) {
		t.Errorf("without a press: %v", err)
	}
	d.Pressed = append(d.Pressed, device.Press{Number: c.Throws() + 1, Line: c.Line()})
	if _, err := d.Open(c, nil); !errors.Is(err, device.ErrWait) {
		t.Errorf("without the others: %v", err)
	}
	g.Open(2)
	links := []table.Opened{{Person: 2, Link: g.Links[2]}}
	forged := []table.Opened{{Person: 2, Link: d.Chains[0].Commitment}}
	if _, err := d.Open(c, forged); err == nil {
		t.Error("a link is opened for one that does not fit")
	}
	a, err := d.Open(c, links)
	if err != nil || a.Kind != table.Link || !c.Fits(1, a.Link) {
		t.Fatalf("%+v, %v", a, err)
	}
	again := stored(t, d)
	if b, err := again.Open(read(t, again, g.Events), nil); err != nil || b.Link != a.Link {
		t.Errorf("the second time: %+v, %v", b, err)
	}
}

// A device opens nothing in a second log, in a stale one, or for a used number.
func TestRefuses(t *testing.T) {
	g := play().ToThrow(2)
	before := stored(t, g.Devices[1])
	other := g.Fork(2)
	g.Ask()
	g.Open(1)
	d := stored(t, g.Devices[1])
	other.Ask() // without person 1
	c := read(t, d, other.Events)
	if f := c.Fault(); f == nil || f.Code != proof.MemoryStory || d.Next(c) != 0 || d.Needs(c) != device.None {
		t.Errorf("a second log: %v", f)
	}
	if _, err := d.Open(c, nil); !errors.Is(err, device.ErrNothing) {
		t.Errorf("a second log: %v", err)
	}
	c = read(t, d, g.Events[:len(g.Events)-1])
	if _, err := d.Open(c, nil); !errors.Is(err, device.ErrNothing) || c.Fault() != nil || !c.Behind() || d.Next(c) != 0 {
		t.Errorf("a stale log: %v, %v", err, c.Fault())
	}
	// Storage that was put back does not know what it has opened.
	g.Throw()
	c = read(t, before, g.Events)
	if before.Needs(c) != device.Lost || before.Next(c) != 0 || c.Fault() != nil {
		t.Errorf("an old memory: %v, next %d", c.Fault(), before.Next(c))
	}
}

// After the server went back to before it knew a device, nothing that was done in the
// meantime is held against it, until the server names its owner again.
func TestUnknown(t *testing.T) {
	g := play()
	d := device.New(g.ID, 1, int64(len(g.Events)+1)) // on another device
	k := int64(len(g.Events) - 1)
	d.Act(table.Action{Kind: table.Offer})
	g.Play(6)
	seen := stored(t, d)
	read(t, seen, g.Events[:len(g.Events)-5])
	delete(g.Devices, 1)
	g.Restore(k)
	g.NewDevice(1)
	g.TakePart(1)
	g.Play(20)
	c := read(t, seen, g.Events)
	if c.Fault() != nil || seen.Since != 0 || len(seen.Acts) != 0 || c.Report().Back != 1 {
		t.Errorf("%v, since %d, acts %v", c.Fault(), seen.Since, seen.Acts)
	}
	seen.From(int64(len(g.Events) + 1))
	g.Play(8)
	if c = read(t, stored(t, seen), g.Events); c.Fault() == nil || c.Fault().Code != proof.MemoryAct {
		t.Errorf("afterwards: %v", c.Fault())
	}
}

// A server that went back is followed, and counted.
func TestBack(t *testing.T) {
	g := play()
	k := int64(len(g.Events))
	g.Play(6)
	g.Restore(k)
	g.Play(1)
	d := g.Devices[1]
	if n := int64(len(g.Events)); len(d.Back) != 1 || d.Back[0] != k || d.Newest() != n || d.Until != n {
		t.Errorf("back %v, the newest head is %d of %d, and acts are known up to %d", d.Back, d.Newest(), n, d.Until)
	}
	again := stored(t, d)
	if c := read(t, again, g.Events); c.Fault() != nil || len(again.Back) != 1 || c.Report().Back != 1 {
		t.Errorf("read again: %v, back %v", c.Fault(), again.Back)
	}
}

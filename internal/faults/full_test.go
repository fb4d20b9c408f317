package faults

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/internal/programs"
	"parlour/internal/wait"
	"parlour/table"
)

// TestDiskFull plays until the disk is full. Then actions are refused and no
// game is harmed; as soon as there is room again, play continues.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	ballast := filepath.Join(disk.dir, "ballast")
	p := disk.server(t)
	ctx := context.Background()
	var at address
	at.set(p.base)
	ann := newClient(&at)
	id, err := ann.create(ctx, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Chat: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := ann.sit(ctx, id, 2); err != nil {
		t.Fatal(err)
	}
	acknowledged := map[string]int64{}
	say := func() (answer, string) {
		act := table.Action{Kind: table.Chat, Key: hall.NewToken(), Text: fmt.Sprint("word ", len(acknowledged), " ", hall.NewToken())}
		a, err := ann.ask(ctx, "POST", "/api/tables/"+id+"/actions", act)
		if err != nil {
			t.Fatalf("a full disk stopped the server: %v", err)
		}
		if a.status == http.StatusOK {
			var r acted
			if err := a.into(http.StatusOK, &r); err != nil {
				t.Fatal(err)
			}
			acknowledged[act.Key] = r.Seq
		}
		return a, act.Key
	}
	for range 20 {
		if a, _ := say(); a.status != http.StatusOK {
			t.Fatalf("before the disk is full: %d %s", a.status, a.body)
		}
	}
	disk.fill(t, ballast)
	var refused answer
	for range 3000 {
		if refused, _ = say(); refused.status != http.StatusOK {
			break
		}
	}
	if refused.status != http.StatusServiceUnavailable {
		t.Fatalf("on a full disk the answer is %d %s", refused.status, refused.body)
	}
	before := len(acknowledged)
	// It keeps refusing, and still answers readers.
	for range 20 {
		say()
	}
	if _, err := ann.view(ctx, id); err != nil {
		t.Errorf("looking at the table on a full disk: %v", err)
	}
	// What a check found counts for a second, so an earlier one may still answer.
	wait.For(t, "the server to call itself unready", func() bool {
		say()
		a, err := ann.ask(ctx, "GET", "/healthz", nil)
		return err == nil && a.status == http.StatusServiceUnavailable && strings.Contains(string(a.body), "does not take writes")
	})
	disk.free(t, ballast)
	wait.For(t, "the server to resume with room again", func() bool {
		a, _ := say()
		return a.status == http.StatusOK
	})
	for range 20 {
		if a, _ := say(); a.status != http.StatusOK {
			t.Fatalf("after the disk was full: %d %s", a.status, a.body)
		}
	}
	v, err := ann.view(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	p.kill()

	again := disk.server(t)
	at.set(again.base)
	after, err := ann.view(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	if after.Seq < v.Seq || after.Position != v.Position { // a server that starts makes a new chain of dice
		t.Errorf("after a restart the table is at event %d, %s; it was at %d, %s", after.Seq, after.Position, v.Seq, v.Position)
	}
	said := 0
	for next := int64(0); ; {
		var list struct {
			Events []table.Event
			Next   int64
		}
		a, err := ann.insist(ctx, "GET", fmt.Sprintf("/api/tables/%s/events?since=%d", id, next), nil)
		if err == nil {
			err = a.into(http.StatusOK, &list)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list.Events {
			if e.Kind == table.Chat {
				said++
			}
		}
		if next = list.Next; next == 0 {
			break
		}
	}
	// A refused action may have been stored all the same, if the disk was full
	// only for the answer. Every acknowledged one is stored.
	if said < len(acknowledged) {
		t.Errorf("%d words were acknowledged, %d are stored", len(acknowledged), said)
	}
	t.Logf("full after %d actions, %d acknowledged in all, %d words stored", before, len(acknowledged), said)
}

// TestStartFull starts the server on a disk without a free byte, after a stop
// and after a kill. It serves what is stored, refuses actions, and resumes by
// itself when there is room.
func TestStartFull(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *process){
		"stopped": func(t *testing.T, p *process) { p.stop(t) },
		"killed":  func(_ *testing.T, p *process) { p.kill() },
	} {
		t.Run(name, func(t *testing.T) { startFull(t, end) })
	}
}

func startFull(t *testing.T, end func(*testing.T, *process)) {
	disk := smallDisk(t)
	p := disk.server(t)
	ctx := context.Background()
	var at address
	at.set(p.base)
	ann := newClient(&at)
	id, err := ann.create(ctx, table.Terms{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Chat: true, Listed: true})
	if err != nil {
		t.Fatal(err)
	}
	say := func() int {
		t.Helper()
		a, err := ann.ask(ctx, "POST", "/api/tables/"+id+"/actions", table.Action{Kind: table.Chat, Key: hall.NewToken(), Text: "word"})
		if err != nil {
			t.Fatal(err)
		}
		return a.status
	}
	if status := say(); status != http.StatusOK {
		t.Fatalf("before the disk is full: %d", status)
	}
	before, err := ann.view(ctx, id)
	if err != nil {
		t.Fatal(err)
	}
	end(t, p)
	ballast := filepath.Join(disk.dir, "ballast")
	disk.run(t, programs.Find(t, "sh"), "-c", `"$0" if=/dev/zero of="$1" bs=4k 2>/dev/null || test -s "$1"`, programs.Find(t, "dd"), ballast)

	// The host can list the tables and export them.
	copied := filepath.Join(t.TempDir(), "copy.db")
	for _, line := range [][]string{{"tables"}, {"backup", copied}} {
		args := append(disk.inside(t, executable), append(line, "--data", disk.dir)...)
		if out, err := exec.Command(args[0], args[1:]...).CombinedOutput(); err != nil {
			t.Errorf("%s on a full disk: %v\n%s", line[0], err, out)
		}
	}
	p = disk.server(t)
	at.set(p.base)
	after, err := ann.view(ctx, id)
	if err != nil || after.Seq < before.Seq || after.Position != before.Position {
		t.Errorf("on a full disk the table is at event %d, %s, %v; it was at %d, %s", after.Seq, after.Position, err, before.Seq, before.Position)
	}
	if a, err := ann.ask(ctx, "GET", "/api/tables", nil); err != nil || a.status != http.StatusOK || !strings.Contains(string(a.body), id) {
		t.Errorf("listing on a full disk: %d %s, %v", a.status, a.body, err)
	}
	// The write-ahead log may have room for a few words, if they are in the database
	// already.
	wait.For(t, "the full disk to be noticed", func() bool {
		status := say()
		if status != http.StatusOK && status != http.StatusServiceUnavailable {
			t.Fatalf("writing on a full disk: %d, want 503", status)
		}
		return status == http.StatusServiceUnavailable
	})
	wait.For(t, "the log to mention it", func() bool {
		log := p.said()
		return strings.Contains(log, "the store does not answer") || strings.Contains(log, "writing to the store")
	})
	disk.free(t, ballast)
	wait.For(t, "the server to resume with room again", func() bool { return say() == http.StatusOK })
	p.stop(t)
	p = disk.server(t)
	at.set(p.base)
	if v, err := ann.view(ctx, id); err != nil || v.Seq <= before.Seq {
		t.Errorf("after a restart the table is at event %d, %v; it was beyond %d", v.Seq, err, before.Seq)
	}
}

// A disk is a small file system in its own namespace, which needs no root
// rights.
type disk struct {
	dir    string    // the folder as the server sees it
	holder *exec.Cmd // the namespace lives as long as this process
}

const (
	sizeKiB = 6 * 1024
	roomKiB = 256 // that a full disk has
)

func smallDisk(t *testing.T) *disk {
	t.Helper()
	d := &disk{dir: t.TempDir()}
	ready := filepath.Join(t.TempDir(), "ready")
	// It reads what nobody writes, and so it ends with the test.
	d.holder = exec.Command(programs.Find(t, "unshare"), "--user", "--map-root-user", "--mount", programs.Find(t, "sh"), "-c",
		`"$0" -t tmpfs -o size="$1"k tmpfs "$2" && : >"$3" && read -r _`, programs.Find(t, "mount"), fmt.Sprint(sizeKiB), d.dir, ready)
	if _, err := d.holder.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := d.holder.Start(); err != nil {
		t.Fatalf("a small disk cannot be made: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- d.holder.Wait() }()
	t.Cleanup(func() { _ = d.holder.Process.Kill(); <-ended })
	wait.For(t, "a small disk to be mounted", func() bool {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("a small disk cannot be mounted, user namespaces are needed: %v", err)
		default:
		}
		_, err := os.Stat(ready)
		return err == nil
	})
	return d
}

// inside runs a command in the disk's namespace.
func (d *disk) inside(t *testing.T, args ...string) []string {
	return append([]string{programs.Find(t, "nsenter"), "--preserve-credentials", "--user", "--mount", "--target", fmt.Sprint(d.holder.Process.Pid)}, args...)
}

func (d *disk) server(t *testing.T) *process {
	t.Helper()
	return server(t, d.dir, d.inside(t)...)
}

func (d *disk) run(t *testing.T, args ...string) {
	t.Helper()
	line := d.inside(t, args...)
	if out, err := exec.Command(line[0], line[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", args, err, out)
	}
}

// fill leaves only a little room on the disk, however large the database is by now:
// a server that copies its write-ahead log often needs little more.
func (d *disk) fill(t *testing.T, ballast string) {
	t.Helper()
	d.run(t, programs.Find(t, "sh"), "-c", `"$0" if=/dev/zero of="$2.room" bs=1k count="$3" && ! "$0" if=/dev/zero of="$2" bs=1k && "$1" "$2.room"`,
		programs.Find(t, "dd"), programs.Find(t, "rm"), ballast, fmt.Sprint(roomKiB))
}

func (d *disk) free(t *testing.T, ballast string) {
	t.Helper()
	d.run(t, programs.Find(t, "rm"), ballast)
}

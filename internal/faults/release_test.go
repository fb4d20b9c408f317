package faults

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parlour"
	"parlour/hall"
	"parlour/table"
)

// A release that changes how tables are stored leaves a database in testdata, which
// all later ones must open and continue. The oldest is that of commit 16af9dd. Write
// one with
//
//	go test ./internal/faults -run TestReleases -release NAME
var release = flag.String("release", "", "write the database of a release with this name")

// kept is what a release knew of a table in its database.
type kept struct {
	Table  string   `json:"table"`
	Tokens []string `json:"tokens"` // of its people
	View   struct {
		Seq      int64        `json:"seq"`
		Status   table.Status `json:"status"`
		Position string       `json:"position"`
		Turn     string       `json:"turn"`
		Throws   int          `json:"throws"`
	} `json:"view"`
}

// TestReleases opens the databases of all earlier releases and plays on.
func TestReleases(t *testing.T) {
	if *release != "" {
		writeRelease(t, filepath.Join("testdata", *release))
	}
	files, err := filepath.Glob("testdata/*.db")
	if err != nil || len(files) == 0 {
		t.Fatal("there is no database of any release")
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".db"), func(t *testing.T) { openRelease(t, file) })
	}
}

func openRelease(t *testing.T, file string) {
	var list []kept
	golden, err := os.ReadFile(strings.TrimSuffix(file, ".db") + ".json")
	if err == nil {
		err = json.Unmarshal(golden, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, database), data, 0o600); err != nil {
		t.Fatal(err)
	}
	p := server(t, dir)
	var at address
	at.set(p.base)
	ctx := context.Background()
	view := must[table.View](t)
	rng := rand.New(rand.NewPCG(1, 1))
	for _, k := range list {
		people := make([]*client, len(k.Tokens))
		for i, token := range k.Tokens {
			people[i] = newClient(&at)
			people[i].token = token
		}
		v := view(people[0].view(ctx, k.Table))
		if v.Drift != 0 {
			// The rules were corrected since: the game continues from its
			// stored position.
			t.Logf("table %s continues from its stored position at event %d", k.Table, v.Drift)
		}
		if w := k.View; v.Seq < w.Seq || v.Seq == w.Seq && (v.Position != w.Position || v.Turn != w.Turn || v.Throws != w.Throws || v.Status != w.Status) {
			t.Errorf("table %s is at event %d, %s; it was at %+v", k.Table, v.Seq, v.Position, w)
		}
		if v.Status != table.Playing {
			continue
		}
		for range 6 {
			for _, c := range people {
				v := view(c.view(ctx, k.Table))
				if a, mine := choose(&v, rng); mine {
					must[acted](t)(c.do(ctx, k.Table, a))
				}
			}
		}
	}
	p.stop(t)
	for id, log := range stored(t, dir, nil) {
		if _, err := replayed(id, log); err != nil {
			t.Error(err)
		}
	}
}

// writeRelease plays a little of every game and saves the database.
func writeRelease(t *testing.T, name string) {
	dir := t.TempDir()
	p := server(t, dir)
	var at address
	at.set(p.base)
	ctx := context.Background()
	view := must[table.View](t)
	rng := rand.New(rand.NewPCG(1, 2))
	var list []kept
	for _, terms := range []table.Terms{
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Chat: true, Clock: table.Clock{Kind: table.DayClock, Days: 30}},
		{Game: "parker", Setup: parlour.Setup{Players: 2}},
		{Game: "british", Setup: parlour.Setup{Players: 2}},
		{Game: "mensch", Setup: parlour.Setup{Players: 2}},
		{Game: "auto-race", Setup: parlour.Setup{Players: 2}},
		{Game: "contact", Setup: parlour.Setup{Players: 2}},
		{Game: "checkers", Setup: parlour.Setup{Options: map[string]string{"opening": "three-move"}}},
		{Game: "backgammon"},
	} {
		people := []*client{newClient(&at), newClient(&at)}
		id := must[string](t)(people[0].create(ctx, terms))
		if _, _, err := people[1].sit(ctx, id, 2); err != nil {
			t.Fatal(err)
		}
		k := kept{Table: id, Tokens: []string{people[0].token, people[1].token}}
		for range 16 {
			for _, c := range people {
				v := view(c.view(ctx, id))
				if a, mine := choose(&v, rng); mine {
					must[acted](t)(c.do(ctx, id, a))
				}
			}
		}
		must[acted](t)(people[0].do(ctx, id, table.Action{Kind: table.Emote, Key: hall.NewToken(), Text: "hello"}))
		v := view(people[0].view(ctx, id))
		k.View.Seq, k.View.Status, k.View.Position, k.View.Turn, k.View.Throws = v.Seq, v.Status, v.Position, v.Turn, v.Throws
		list = append(list, k)
	}
	p.stop(t)
	data, err := os.ReadFile(snapshot(t, dir))
	if err != nil {
		t.Fatal(err)
	}
	golden, err := json.MarshalIndent(list, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	for suffix, text := range map[string][]byte{".db": data, ".json": append(golden, '\n')} {
		if err := os.WriteFile(name+suffix, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

package engine_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/engine"
)

// ask sends one line and returns the answer.
func ask(t testing.TB, line string) map[string]any {
	t.Helper()
	var a map[string]any
	text := engine.AppendAnswer(nil, []byte(line))
	if err := json.Unmarshal(text, &a); err != nil {
		t.Fatalf("%s: the answer %s: %v", line, text, err)
	}
	return a
}

func TestErrors(t *testing.T) {
	const pos = `"position":"kleefeld G:-,-,-,5/Y:-,-,-,- G 3 - -"`
	const due = `"position":"kleefeld G:-,-,-,5/Y:-,-,-,- G - - -"`
	const over = `"position":"auto-race G:*/Y:31 - - - rank=G"`
	for _, c := range []struct{ line, code, why string }{
		{`{`, "bad-json", "ends too early"},
		{`nonsense`, "bad-json", "not JSON"},
		{`5`, "bad-json", "expected an object"},
		{`null`, "bad-request", "expected an object"},
		{`[]`, "bad-json", "expected an object"},
		{`{} {}`, "bad-request", "more than one"},
		{`{}`, "bad-request", `"games", "new"`},
		{`{"id":1}`, "bad-request", `"games", "new"`},
		{`{"games":false}`, "bad-request", "only be true"},
		{`{"games":1}`, "bad-request", `"games" cannot be a JSON number; expected true`},
		{`{"games":true,"new":"parker"}`, "bad-request", "combined"},
		{`{"nothing":1}`, "bad-request", "unknown field"},
		{`{"new":"chess"}`, "no-such-game", "the games are kleefeld"},
		{`{"new":"parker","players":"4"}`, "bad-request", "a whole number"},
		{`{"new":"parker","options":{"total":true}}`, "bad-request", "a number"},
		{`{"new":"parker","options":[]}`, "bad-request", "an object"},
		{`{"new":"parker","options":{"total":"x"}}`, "bad-setup", "total"},
		{`{"new":"parker","throw":"5"}`, "bad-request", `"throw" needs a "position"`},
		{`{` + pos + `,"players":4}`, "bad-request", `"players" belongs to "new"`},
		{`{` + pos + `,"move":"pass","throw":"5"}`, "bad-request", "combined"},
		{`{` + pos + `,"ms":5}`, "bad-request", `"ms" belongs to "choose"`},
		{`{` + pos + `,"choose":"greedy","ms":0}`, "bad-request", "from 1 to"},
		{`{` + pos + `,"choose":"greedy","seed":-1}`, "bad-request", "at least 0"},
		{`{` + pos + `,"choose":"deep"}`, "no-such-player", "random, greedy"},
		{`{` + pos + `,"steps":"5>8"}`, "bad-request", "a list"},
		{`{` + pos + `,"throw":"5"}`, "move-due", "Green has to move"},
		{`{` + pos + `,"move":"??"}`, "unreadable", "expected"},
		{`{` + due + `,"move":"5>8"}`, "throw-due", "Green has to throw first: one die"},
		{`{"position":"backgammon[match=5] XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:4:3:1:5:10 throw","move":"double"}`, "backgammon.crawford", "Crawford"},
		{`{` + due + `,"steps":[]}`, "throw-due", ""},
		{`{` + due + `,"choose":"greedy"}`, "throw-due", ""},
		{`{` + due + `,"throw":"7"}`, "bad-throw", "one die"},
		{`{` + over + `,"throw":"7"}`, "over", "the game is over"},
		{`{` + over + `,"move":"7"}`, "over", "the game is over"},
		{`{"position":""}`, "bad-position", "none of our games"},
		{`{"position":"kleefeld"}`, "bad-position", "6 fields"},
	} {
		a := ask(t, c.line)
		why, _ := a["why"].(string)
		if a["error"] != c.code || !strings.Contains(why, c.why) || why == "" {
			t.Errorf("%s: %v, want %s with %q", c.line, a, c.code, c.why)
		}
		if _, ok := a["clauses"].([]any); !ok {
			t.Errorf("%s: no list of clauses", c.line)
		}
	}
	for _, line := range []string{`{` + due + `,"why":"5>8"}`, `{` + over + `,"why":"5>8"}`, `{` + pos + `,"why":""}`} {
		if a := ask(t, line); a["legal"] != false || a["why"] == "" {
			t.Errorf("%s: %v", line, a)
		}
	}
}

func TestID(t *testing.T) {
	for _, id := range []string{`1`, `"a"`, `null`, `{"x":[1]}`, `1e400`} {
		for _, rest := range []string{`"games":true`, `"nothing":1`, `"position":5`, `"new":"chess"`} {
			text := engine.AppendAnswer(nil, []byte(`{`+rest+`,"id":`+id+`}`))
			if !bytes.HasPrefix(text, []byte(`{"id":`+id+`,`)) || !json.Valid(text) {
				t.Errorf("id %s, %s: %s", id, rest, text)
			}
		}
	}
	if a := ask(t, `{"games":true}`); len(a) != 1 {
		t.Errorf("an answer without id has %d fields", len(a))
	}
}

func TestGames(t *testing.T) {
	list := ask(t, `{"games":true}`)["games"].([]any)
	if len(list) != len(cabinet.Games()) {
		t.Fatalf("%d games", len(list))
	}
	for _, g := range list {
		g := g.(map[string]any)
		for _, field := range []string{"id", "title", "maker", "year", "players", "seats", "modes", "presets", "bots", "form", "options"} {
			if g[field] == nil {
				t.Errorf("%v has no %s", g["id"], field)
			}
		}
	}
}

// Whole games are played through the protocol alone.
func TestPlayThrough(t *testing.T) {
	for _, e := range cabinet.Games() {
		pos := ask(t, fmt.Sprintf(`{"new":%q}`, e.Info.ID))["position"].(string)
		for i := range 60 {
			st := ask(t, fmt.Sprintf(`{"position":%q}`, pos))
			var next map[string]any
			switch st["needs"] {
			case "over":
				continue
			case "throw":
				m, err := cabinet.Open(pos)
				if err != nil {
					t.Fatal(err)
				}
				d := m.Turn().Dice
				next = ask(t, fmt.Sprintf(`{"position":%q,"throw":%q}`, pos, m.Text(d.Nth(i*7%d.Weight()))))
			case "move":
				mv := ask(t, fmt.Sprintf(`{"position":%q,"choose":"greedy","ms":1000}`, pos))["move"]
				if w := ask(t, fmt.Sprintf(`{"position":%q,"why":%q}`, pos, mv)); w["legal"] != true || w["move"] != mv {
					t.Errorf("%s: %s: why %v: %v", e.Info.ID, pos, mv, w)
				}
				next = ask(t, fmt.Sprintf(`{"position":%q,"move":%q}`, pos, mv))
				for _, ev := range next["events"].([]any) {
					if text := ev.(map[string]any)["text"].(string); text == "" || strings.Contains(text, e.Family+".") {
						t.Errorf("%s: %s: %v is said %q", e.Info.ID, pos, ev, text)
					}
				}
			}
			if next["position"] == nil {
				t.Fatalf("%s: %s: %v", e.Info.ID, pos, next)
			}
			pos = next["position"].(string)
		}
	}
}

func TestLongLines(t *testing.T) {
	fits := `{"position":"` + strings.Repeat("x", engine.MaxLine-20) + `"}`
	in := fits + "\n" + strings.Repeat("x", 3*engine.MaxLine) + "\n\n   \n{\"id\":2,\"games\":true}\n" + strings.Repeat("y", engine.MaxLine+1) + "\n{\"id\":3"
	var out bytes.Buffer
	if err := engine.Serve(strings.NewReader(in), &out); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for i, want := range []string{`"bad-position"`, `"too-long"`, `{"id":2,"games":`, `"too-long"`, `"bad-json"`} {
		if i >= len(lines) || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d of %d is not %s", i, len(lines), want)
		}
	}
	if len(lines) != 5 {
		t.Errorf("%d answers", len(lines))
	}
}

// A dialogue gets every answer before the next question, even when the
// question after it has been sent by half.
func TestDialogue(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- engine.Serve(inR, outW) }()
	answers := bufio.NewReader(outR)
	for i := range 3 {
		if i == 0 {
			fmt.Fprint(inW, `{"id":0,"new":"kleefeld"}`+"\n"+`{"id":1,`)
		} else {
			fmt.Fprintf(inW, `"new":"kleefeld"}`+"\n"+`{"id":%d,`, i+1)
		}
		line, err := answers.ReadString('\n')
		if err != nil || !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("%s, %v", line, err)
		}
	}
	inW.Close()
	go io.Copy(io.Discard, outR)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

type broken struct{}

var errBroken = errors.New("broken")

func (broken) Read([]byte) (int, error)  { return 0, errBroken }
func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestBrokenPipes(t *testing.T) {
	if err := engine.Serve(broken{}, io.Discard); !errors.Is(err, errBroken) {
		t.Errorf("a broken input: %v", err)
	}
	if err := engine.Serve(strings.NewReader("{}\n"), broken{}); !errors.Is(err, errBroken) {
		t.Errorf("a broken output: %v", err)
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add(`{"games":true}`)
	f.Add(`{"id":[1],"new":"mensch","seats":"1212","options":{"tries":3}}`)
	f.Add(`{"position":"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -","move":"4:10>14 +20:14>34 2:30>32"}`)
	f.Add(`{"position":"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10","steps":["24/23"]}`)
	f.Add(`{"position":"contact duel6 c6G1234,l11R2341 s 0 0","why":"c6-c7"}`)
	f.Add(`{"position":"W:W21,22,23:B1,2,K3","choose":"greedy"}`)
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.TrimSpace(line)
		if line == "" {
			return
		}
		a := ask(t, line)
		if a["error"] == "internal" {
			t.Errorf("%s: %v", line, a)
		}
		if p, ok := a["position"].(string); ok {
			if _, err := cabinet.Open(p); err != nil {
				var bad *parlour.PositionError
				t.Errorf("%s: its own position %s is refused: %v, %v", line, p, err, errors.As(err, &bad))
			}
		}
	})
}

func BenchmarkAnswer(b *testing.B) {
	for name, line := range map[string]string{
		"state": `{"id":1,"position":"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -"}`,
		"move":  `{"id":1,"position":"parker G:10,30,*,*/Y:-,-,-,14 G 42 - -","move":"6:10>16"}`,
	} {
		b.Run(name, func(b *testing.B) {
			var buf []byte
			for b.Loop() {
				buf = engine.AppendAnswer(buf[:0], []byte(line))
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "lines/s")
		})
	}
}

// A batch plays its games as the same actions and throws play them one by one.
func TestBatch(t *testing.T) {
	for _, e := range cabinet.Games() {
		start := ask(t, fmt.Sprintf(`{"new":%q}`, e.Info.ID))["position"].(string)
		code := ask(t, fmt.Sprintf(`{"position":%q,"code":true}`, start))
		wide, size := len(code["actions"].([]any)), int(code["observation"].(map[string]any)["size"].(float64))
		line, ended := fmt.Sprintf(`{"batch":{"start":%q,"games":3,"seed":1}}`, start), 0
		steps := 80
		if e.Info.ID == "auto-race" || os.Getenv("PARLOUR_SOAK") != "" {
			steps = 300 // some games end
		}
		for step := range steps {
			var a struct {
				Positions           []string
				Taken               [][]int
				Turns               string
				Legal, Observations []byte
				Over                []struct{ Result struct{ Over bool } }
				Why                 string
			}
			if err := json.Unmarshal(engine.AppendAnswer(nil, []byte(line)), &a); err != nil || a.Why != "" {
				t.Fatalf("%s: %v %s", line, err, a.Why)
			}
			if len(a.Positions) != 3 || len(a.Turns) != 3 || len(a.Legal) != 3*wide || len(a.Observations) != 3*size {
				t.Fatalf("%s: %d actions and %d numbers, want %d and %d for each of 3 games", line, len(a.Legal), len(a.Observations), wide, size)
			}
			ended += len(a.Over)
			actions := make([]int, 3)
			for i, pos := range a.Positions {
				taken, _ := json.Marshal(a.Taken[i])
				one := ask(t, fmt.Sprintf(`{"position":%q,"actions":%s,"observe":"turn"}`, pos, taken))
				legal := one["legal"].([]any)
				mask := make([]byte, wide)
				for _, n := range legal {
					mask[int(n.(float64))] = 1
				}
				seen, _ := json.Marshal(a.Observations[i*size : (i+1)*size])
				if one["turn"] != a.Turns[i:i+1] || !bytes.Equal(mask, a.Legal[i*wide:(i+1)*wide]) || string(seen) != fmt.Sprintf("%q", one["observation"]) {
					t.Fatalf("%s: game %d of the batch differs from %v", line, i, one)
				}
				actions[i] = int(legal[(step*7+i)%len(legal)].(float64))
			}
			next := map[string]any{"batch": map[string]any{"start": start, "positions": a.Positions, "taken": a.Taken, "actions": actions, "seed": step}}
			text, err := json.Marshal(next)
			if err != nil {
				t.Fatal(err)
			}
			line = string(text)
		}
		if e.Info.ID == "auto-race" && ended == 0 {
			t.Error("no game of auto-race ended")
		}
	}
	const pos = `"start":"checkers W:W22:B9,K10 q=0"`
	for line, why := range map[string]string{
		`{"batch":5}`:                                    "expected an object",
		`{"batch":{` + pos + `}}`:                        "1 to 16384 games",
		`{"batch":{` + pos + `,"games":99999}}`:          "1 to 16384 games",
		`{"batch":{` + pos + `,"games":1,"taken":[[]]}}`: `belong to "positions"`,
		`{"batch":{` + pos + `,"positions":["x"]}}`:      `for each of its "positions"`,
		`{"batch":{` + pos + `,"positions":["checkers W:W22:B9,K10 q=0"],"taken":[[]],"actions":[3]}}`: "game 0: the action 3 (4) is not legal",
		`{"batch":{` + pos + `,"positions":["kleefeld"],"taken":[[]],"actions":[3]}}`:                  "game 0: ",
		`{"position":"checkers W:W22:B9,K10 q=0","actions":[99]}`:                                      "there is no action 99",
		`{"position":"checkers W:W22:B9,K10 q=0","actions":["22"]}`:                                    "whole number",
		`{"position":"checkers W:W22:B9,K10 q=0","actions":[],"observe":"Q"}`:                          "letter of a seat",
	} {
		if got, _ := ask(t, line)["why"].(string); !strings.Contains(got, why) {
			t.Errorf("%s: %s, want %s", line, got, why)
		}
	}
}

package ninth

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"parlour"
	"parlour/bot"
	"parlour/draw/pdf/pdftest"
	"parlour/internal/e2e"
	"parlour/internal/servers"
)

// Both games are printed: with their rules, their board, and their pieces to cut
// out. The game with a die comes with one.
func TestPrint(t *testing.T) {
	for game, want := range map[string][]string{
		"morris": {"Nine Men’s Morris", "three squares, one inside the other"},
		"snails": {"Three Snails", "The first snail on space 12 wins", "Below is a die to fold"},
	} {
		file := filepath.Join(t.TempDir(), "game.pdf")
		if code, out, errs := call(t, "", "print", game, "-o", file); code != 0 {
			t.Fatalf("%s: exit %d\n%s%s", game, code, out, errs)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var words strings.Builder
		shapes := 0
		for _, p := range pdftest.Read(t, data).Pages {
			words.WriteString(p.Words() + "\n")
			shapes += len(p.Drawings())
		}
		text := strings.Join(strings.Fields(words.String()), " ")
		for _, w := range want {
			if !strings.Contains(strings.ReplaceAll(text, "'", "’"), w) {
				t.Errorf("%s: the sheets lack %q:\n%s", game, w, text)
			}
		}
		if shapes < 2 {
			t.Errorf("%s: %d drawings, want a board and pieces", game, shapes)
		}
	}
}

// The puzzles of a game are listed, shown, judged again and found.
func TestPuzzles(t *testing.T) {
	for args, want := range map[string]string{
		"puzzles list --count":                      "morris ",
		"puzzles list morris":                       "mill",
		"puzzles show morris 1":                     "Best: ",
		"puzzles check morris --effort 0.2":         "8 puzzles checked",
		"puzzles mine morris --count 1 --seed 1928": "morris share\n# parlour puzzles mine morris --count 1 --seed 1928\n",
		"puzzles rate morris --out " + os.DevNull:   "8 puzzles",
	} {
		if code, out, errs := call(t, "", strings.Fields(args)...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, without %q\n%s%s", args, code, want, out, errs)
		}
	}
	if code, _, errs := call(t, "", "puzzles", "mine", "snails"); code == 0 || !strings.Contains(errs, "there are puzzles of") || !strings.Contains(errs, "morris") {
		t.Errorf("puzzles of a game that has none: exit %d, %s", code, errs)
	}
}

// The server has the puzzles, and people set up positions by hand.
func TestPages(t *testing.T) {
	c := &client{t: t, url: e2e.Serve(t, program(t)).URL}
	if _, text := c.send("GET", "/api/puzzles", nil); !bytes.Contains(text, []byte(`"morris"`)) {
		t.Errorf("the puzzles are %s", text)
	}
	var set struct {
		Themes []struct{ Code, Words string }
	}
	c.get("/api/puzzles/morris", &set)
	if text, _ := json.Marshal(set); !bytes.Contains(text, []byte("Close a mill")) || !bytes.Contains(text, []byte("Capture")) {
		t.Errorf("the themes are %s", text)
	}
	for _, path := range []string{"/puzzles/morris", "/puzzles/morris/1", "/api/puzzles/morris/1", "/print/morris", "/print/snails/a4", "/study?game=morris", "/g/snails", "/new?game=snails", "/api/games/snails/board.png"} {
		if status, text := c.send("GET", path, nil); status != 200 {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}

	type edited struct {
		Position string
		Faults   []struct{ Words, Clause string }
		Pieces   []parlour.Piece
		Tray     []parlour.Piece
		Fields   []struct{ Key, Label string }
	}
	var start, put edited
	c.want(200, "POST", "/api/games/morris/edit", map[string]any{"start": true}, &start)
	if start.Position != "morris W:W9/:B9/ q=0" || len(start.Tray) != 2 || len(start.Pieces) != 18 || len(start.Fields) != 2 {
		t.Errorf("the start is %+v", start)
	}
	man := func(colour string, places ...string) (list []parlour.Piece) {
		for _, p := range places {
			list = append(list, parlour.Piece{Place: p, Colour: colour, Kind: "man"})
		}
		return list
	}
	pieces := append(man("W", "g4", "a7", "d7"), man("B", "c3", "b4", "f4")...)
	c.want(200, "POST", "/api/games/morris/edit", map[string]any{"pieces": pieces, "fields": map[string]string{"quiet": "9"}}, &put)
	if put.Position != near || len(put.Faults) > 0 {
		t.Errorf("put together it is %+v, want %s", put, near)
	}
	put = edited{}
	c.want(200, "POST", "/api/games/morris/edit", map[string]any{"pieces": append(man("W", "a7", "a7", "hand B"), man("B", "c3", "b4", "f4")...)}, &put)
	if put.Position != "" || len(put.Faults) != 2 {
		t.Errorf("the faults are %+v", put.Faults)
	}
	var none edited
	c.want(200, "POST", "/api/games/snails/edit", map[string]any{"start": true}, &none)
	if len(none.Tray) != 0 || len(none.Pieces) != 3 {
		t.Errorf("a game without an editor has %+v", none)
	}
}

// TestThree sits down to the game with a die, three seats and an odd piece.
func TestThree(t *testing.T) {
	c := &client{t: t, url: e2e.Serve(t, program(t)).URL}
	var token struct{ Token string }
	c.want(200, "POST", "/api/token", map[string]bool{"bearer": true}, &token)
	c.token = token.Token
	var made struct{ Table string }
	c.want(201, "POST", "/api/tables", map[string]any{"terms": map[string]any{"game": "snails", "bots": []string{"", "greedy", "random"}}, "chair": 1, "name": "Ann", "key": c.key()}, &made)
	at := "/api/tables/" + made.Table
	var v struct {
		Chairs []any
		Pieces []parlour.Piece
		Needs  string
		Dice   struct{ Due string }
	}
	c.get(at, &v)
	if len(v.Chairs) != 3 || len(v.Pieces) != 3 || v.Pieces[0].Kind != "snail" || v.Needs != "throw" || v.Dice.Due != "one" {
		t.Errorf("the table shows %+v", v)
	}
	var board struct {
		Lanes         bool
		Spoken, Signs map[string]string
		Pieces        map[string]string
	}
	c.get(at+"/board", &board)
	if !board.Lanes || board.Spoken["5"] != "leaf 5" || !strings.Contains(board.Signs["Y"], `viewBox="-0.8 -0.8 1.6 1.6"`) || len(board.Pieces) != 3 {
		t.Errorf("the board is %+v", board)
	}
	for name, art := range board.Pieces {
		if !strings.Contains(art, `<circle cy="5" r="10"`) || strings.Contains(art, "{") {
			t.Errorf("the piece %s is drawn as %s", name, art)
		}
	}
	for args, want := range map[string]string{
		"new|snails":                                          "snails G:0/Y:0/B:0 G -",
		"moves|snails G:3/Y:5/B:0 G 2":                        "3>5xY\nstay\n",
		"draw|snails G:3/Y:5/B:0 G 2":                         `class="piece snail"`,
		"draw|snails G:3/Y:5/B:0 G 2|--term|--plain":          "@G",
		"sim|snails|--games|50|--seed|1|--bots|greedy,random": "crept",
		"lab|snails|--games|20|--seed|1":                      "Three Snails",
		"why|snails G:3/Y:5/B:0 G 2|3>5xY":                    "Green's snail creeps from 3 to 5",
		"arena|snails|greedy|random|--rounds|5|--seed|1":      "greedy",
	} {
		if code, out, errs := call(t, "", strings.Split(args, "|")...); code != 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, without %q\n%s%s", args, code, want, out, errs)
		}
	}
}

// device writes the program that plays on a device into a folder, with these
// games: go lays the same file over its folder as over that of the command.
func device(t *testing.T, dir string) {
	t.Helper()
	program(t)
	e2e.Program(t, dir, "-overlay", filepath.Join(built.folder, "overlay.json"))
	for name, data := range bot.Files() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSite writes a website of plain files, which has the games and a program that
// plays them. A browser plays one there, and goes on when the site is gone.
func TestSite(t *testing.T) {
	dir := t.TempDir()
	local, out := filepath.Join(dir, "local"), filepath.Join(dir, "site")
	device(t, local)
	if code, text, errs := call(t, "", "site", "--out", out, "--local", local); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, text, errs)
	}
	for path, want := range map[string]string{
		"g/morris":                   "Nine Men&#39;s Morris",
		"g/snails":                   "Three Snails",
		"learn/morris":               "Nine Men&#39;s Morris",
		"puzzles/morris":             "",
		"api/games/snails/board.svg": "</svg>",
		"print/morris":               "",
	} {
		found, err := filepath.Glob(filepath.Join(out, filepath.FromSlash(path)) + "*")
		if err != nil || len(found) == 0 {
			t.Errorf("the site has no %s: %v", path, err)
			continue
		}
		text := read(t, found)
		if !strings.Contains(strings.ReplaceAll(text, "'", "&#39;"), want) {
			t.Errorf("%s lacks %q", path, want)
		}
	}
	e2e.Modules(t)
	var gone atomic.Bool
	files := http.FileServer(http.Dir(out))
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case gone.Load():
			panic(http.ErrAbortHandler) // closes the connection without an answer
		case r.URL.Path == "/gone":
			gone.Store(true)
		default:
			files.ServeHTTP(w, r)
		}
	}))
	defer s.Close()
	(&e2e.Server{URL: s.URL}).Drive(t, "offline.test.mjs")
}

// read returns the first file of a list, or the page in it if it is a folder.
func read(t *testing.T, names []string) string {
	t.Helper()
	slices.Sort(names)
	for _, name := range names {
		for _, file := range []string{name, filepath.Join(name, "index.html")} {
			if data, err := os.ReadFile(file); err == nil {
				return string(data)
			}
		}
	}
	return ""
}

// A worker that has the games plays them for a command elsewhere.
func TestWorker(t *testing.T) {
	bus := servers.NATS(t).URL()
	var said bytes.Buffer
	worker := exec.CommandContext(t.Context(), program(t), "worker", "--bus", bus, "--workers", "1")
	worker.Stdout, worker.Stderr = &said, &said
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = worker.Process.Kill() // fails only if it has ended already
		_ = worker.Wait()
		if t.Failed() {
			t.Logf("the worker said:\n%s", &said)
		}
	})
	for _, game := range []string{"morris", "snails"} {
		args := []string{"sim", game, "--games", "100", "--seed", "1", "--bots", "greedy,random"}
		_, want, _ := call(t, "", args...)
		code, got, errs := call(t, "", append(args, "--bus", bus)...)
		if code != 0 || got != want || !strings.Contains(got, "100 games") {
			t.Errorf("%s: exit %d, the worker's games are\n%s%s\nthose of one machine\n%s", game, code, got, errs, want)
		}
	}
}

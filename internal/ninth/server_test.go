package ninth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/internal/e2e"
	"parlour/internal/ninth/morris"
	"parlour/internal/wait"
)

// A client talks to the server as anybody's program would.
type client struct {
	t     *testing.T
	url   string
	token string
	keys  int
}

// send asks the server and returns the status and the body.
func (c *client) send(method, path string, body any) (int, []byte) {
	c.t.Helper()
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			c.t.Fatal(err)
		}
	}
	q, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, bytes.NewReader(data))
	if err != nil {
		c.t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	if c.token != "" {
		q.Header.Set("Authorization", "Bearer "+c.token)
	}
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return res.StatusCode, text
}

// get reads an answer that has to be there into v.
func (c *client) get(path string, v any) {
	c.t.Helper()
	c.want(200, "GET", path, nil, v)
}

// want sends a question whose answer has to have a status.
func (c *client) want(status int, method, path string, body, v any) {
	c.t.Helper()
	got, text := c.send(method, path, body)
	if got != status {
		c.t.Fatalf("%s %s: %d, want %d: %s", method, path, got, status, text)
	}
	if err := json.Unmarshal(text, v); err != nil {
		c.t.Fatalf("%s %s: %v: %s", method, path, err, text)
	}
}

// key returns a key that was not used before.
func (c *client) key() string {
	c.keys++
	return fmt.Sprintf("ninth-%04d", c.keys)
}

// A view is what the test looks at of a table.
type view struct {
	Seq          int
	Status, Turn string
	Position     string
	Moves        []string
	Steps        []struct{ Text, From, To, End string }
	Pieces       []parlour.Piece
	Words        string
	Facts        []struct{ Seat, Label, Value string }
	GameTitle    string
}

// TestServer plays a whole game against a bot, by the API.
func TestServer(t *testing.T) {
	c := &client{t: t, url: e2e.Serve(t, program(t)).URL}
	var token struct{ Token string }
	c.want(200, "POST", "/api/token", map[string]bool{"bearer": true}, &token)
	c.token = token.Token

	var games []struct{ ID, Title string }
	c.get("/api/games", &games)
	if len(games) != 10 || games[8].ID != "morris" || games[9].ID != "snails" {
		t.Errorf("the server has %v", games)
	}
	if status, text := c.send("GET", "/api/games/morris/findings", nil); status != 404 || !bytes.Contains(text, []byte("measured")) {
		t.Errorf("findings that nobody made: %d %s", status, text)
	}
	var book struct {
		Clauses []struct{ ID string }
		Options []struct{ Key string }
	}
	c.get("/api/games/morris", &book)
	if len(book.Clauses) != len(morris.Book.Clauses) || len(book.Options) != len(morris.Book.Options) {
		t.Errorf("the book has %d clauses and %d options", len(book.Clauses), len(book.Options))
	}
	for _, path := range []string{"/api/games/morris/board.svg", "/api/games/morris/board.png", "/api/games/morris/examples/mill-safe/board.svg", "/g/morris", "/api/games/morris/lesson", "/learn/morris", "/new?game=morris", "/lab"} {
		if status, text := c.send("GET", path, nil); status != 200 {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}

	terms := map[string]any{"game": "morris", "setup": map[string]any{"options": map[string]string{"quiet": "30"}}, "bots": []string{"", "random"}, "help": "hints"}
	var made struct{ Table string }
	c.want(201, "POST", "/api/tables", map[string]any{"terms": terms, "chair": 1, "name": "Ann", "key": c.key()}, &made)
	at := "/api/tables/" + made.Table
	look := func() (v view) {
		t.Helper()
		c.get(at, &v)
		return v
	}
	c.first(at, look())
	live := c.watch(at)
	n := c.play(at, look)
	c.last(at, look(), n, live)
}

// first looks at the new table: what it shows, and what it refuses.
func (c *client) first(at string, v view) {
	t := c.t
	t.Helper()
	if v.GameTitle != "Nine Men's Morris" || !strings.Contains(v.Words, "White") || len(v.Moves) != 24 || len(v.Steps) != 24 || len(v.Pieces) != 18 {
		t.Errorf("the table shows %q, %q, %d moves, %d steps and %d pieces", v.GameTitle, v.Words, len(v.Moves), len(v.Steps), len(v.Pieces))
	}
	if len(v.Facts) != 4 || v.Facts[1].Label != "in hand" || v.Facts[1].Value != "9" {
		t.Errorf("the facts are %v", v.Facts)
	}
	var why struct {
		Legal bool
		Error struct {
			Message string
			Clauses []string
		}
	}
	c.get(at+"/why?move=a7-d7", &why)
	if why.Legal || !slices.Contains(why.Error.Clauses, "morris/place") || !strings.Contains(why.Error.Message, "still has 9 men in hand") {
		t.Errorf("why not a7-d7: %+v", why)
	}
	var hint struct{ Move string }
	c.get(at+"/hint", &hint)
	if !slices.Contains(v.Moves, hint.Move) {
		t.Errorf("the hint is %q", hint.Move)
	}
	why.Error.Clauses = nil
	c.want(422, "POST", at+"/actions", map[string]any{"kind": "move", "move": "d6xd7", "seq": v.Seq, "key": c.key()}, &why)
	if !slices.Contains(why.Error.Clauses, "morris/mill") {
		t.Errorf("d6xd7 is refused with %+v", why)
	}
	var board struct{ Spoken, Signs, Inks map[string]string }
	c.get(at+"/board", &board)
	if board.Spoken["d6"] != "point d6" || board.Spoken["hand W"] != "the tray" || board.Inks["B"] != "ebony" || board.Signs["W"] == "" {
		t.Errorf("the board speaks of %q, with the inks %v", board.Spoken, board.Inks)
	}
}

// watch follows the stream of the table and sends the numbers of its events.
func (c *client) watch(at string) <-chan int {
	c.t.Helper()
	q, err := http.NewRequestWithContext(c.t.Context(), "GET", c.url+at+"/events.ndjson?since=0", nil)
	if err != nil {
		c.t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(q)
	if err != nil {
		c.t.Fatal(err)
	}
	seqs := make(chan int, 4096)
	go func() { // until the end of the test
		defer res.Body.Close()
		defer close(seqs)
		for d := json.NewDecoder(res.Body); ; {
			var e struct{ Seq int }
			if d.Decode(&e) != nil {
				return
			}
			seqs <- e.Seq
		}
	}()
	return seqs
}

// play plays White by the greedy rule until the game is over, and returns how
// many moves it made.
func (c *client) play(at string, look func() view) (n int) {
	t := c.t
	t.Helper()
	for {
		var v view
		wait.For(t, "White's turn or the end", func() bool {
			v = look()
			return v.Turn == "W" || v.Status == "over"
		})
		if v.Status == "over" {
			return n
		}
		m, err := morris.Game().Parse(v.Position)
		if err != nil {
			t.Fatal(err)
		}
		rules, p, _ := parlour.Typed[morris.Position](m)
		best, most := "", -1
		for _, mv := range m.Moves() {
			if g := rules.(*morris.Rules).Greed(&p, mv); g > most {
				best, most = m.Text(mv), g
			}
		}
		var done struct{ Seq int }
		c.want(200, "POST", at+"/actions", map[string]any{"kind": "move", "move": best, "seq": v.Seq, "key": c.key()}, &done)
		n++
	}
}

// last looks at the finished table: its log, stream, record, pictures and
// analysis.
func (c *client) last(at string, v view, moves int, live <-chan int) {
	t := c.t
	t.Helper()
	if moves < 9 {
		t.Errorf("White made %d moves", moves)
	}
	var log struct {
		Events []struct {
			Seq                   int
			Kind, Words, Notation string
			Effects               []parlour.Effect
			Pieces                []parlour.Piece
		}
	}
	c.get(at+"/events?since=0", &log)
	played, taken := 0, 0
	for _, e := range log.Events {
		if e.Kind != "move" {
			continue
		}
		played++
		if e.Words == "" || e.Notation == "" || len(e.Effects) == 0 {
			t.Errorf("event %d says nothing: %+v", e.Seq, e)
		}
		for _, f := range e.Effects {
			if f.Means == parlour.Takes {
				taken++
			}
		}
	}
	if taken == 0 {
		t.Error("nothing was taken: the game shows too little")
	}
	for seq := range v.Seq {
		if got := wait.Receive(t, "the next event of the stream", live); got != seq+1 {
			t.Fatalf("the stream tells event %d after %d", got, seq)
		}
	}
	if status, text := c.send("GET", fmt.Sprintf("%s/board.svg?seq=%d", at, v.Seq/2), nil); status != 200 || !bytes.Contains(text, []byte(`class="piece man"`)) {
		t.Errorf("a picture of the middle: %d", status)
	}

	// The log is verified and the record replayed by the command.
	_, record := c.send("GET", at+"/record", nil)
	_, events := c.send("GET", at+"/events?since=0", nil)
	if code, out, errs := call(t, string(events), "verify", "-", "--table", path.Base(at)); code != 3 || !strings.Contains(out, fmt.Sprintf("0 throws and %d moves", played)) {
		t.Errorf("verify: exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := call(t, string(record), "replay", "-"); code != 0 {
		t.Errorf("replay: exit %d\n%s%s", code, out, errs)
	}
	var analysis struct{ Events []any }
	wait.For(t, "the analysis", func() bool {
		status, _ := c.send("GET", at+"/analysis", nil)
		return status != 202 // it is being made
	})
	c.get(at+"/analysis", &analysis)
	if len(analysis.Events) != played {
		t.Errorf("the analysis tells of %d moves, %d were played", len(analysis.Events), played)
	}
	var again struct{ Table string }
	c.want(200, "POST", at+"/rematch", map[string]any{"key": c.key(), "name": "Ann"}, &again)
	if again.Table == "" {
		t.Error("there is no rematch")
	}
}

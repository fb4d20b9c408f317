package web

import (
	"encoding/json"
	"net/url"
	"reflect"
	"strings"
	"testing"

	"parlour/learn/theory"
	"parlour/phrase"
	"parlour/table"
	"parlour/web/study"
	"parlour/web/wire"
)

// ask asks for help and returns the status and the error's message.
func (p *person) ask(id, what string, into any) (int, string) {
	p.t.Helper()
	code, raw, _ := p.raw("GET", "/api/tables/"+id+"/"+what, nil, nil)
	if code == 200 {
		if err := json.Unmarshal(raw, into); err != nil {
			p.t.Fatalf("%s: %v", raw, err)
		}
		return code, ""
	}
	var out wire.ErrorBody
	if err := json.Unmarshal(raw, &out); err != nil {
		p.t.Fatalf("%s: %v", raw, err)
	}
	return code, out.Error.Message
}

// hanging is a position of checkers where one move gives a man away for
// nothing.
const hanging = "B:W18,23,26,32:B9,5,11,12"

// A table with a tutor tells the player in turn, and nobody else, which move is
// best and what another gives away.
func TestAdvice(t *testing.T) {
	s := open(t, nil)
	ann, bob, stranger := s.person(), s.person(), s.person()
	id := ann.create(table.Terms{Game: "checkers", Position: hanging, Help: table.Tutor})
	bob.must(id, table.Action{Kind: table.Sit, Chair: 2, Name: "Bob"})
	v := ann.view(id)
	if v.Help != table.Tutor || len(v.Moves) < 2 {
		t.Fatalf("help %q, moves %v", v.Help, v.Moves)
	}
	var h wire.Hint
	if code, why := ann.ask(id, "hint", &h); code != 200 || h.Move == "" || len(h.Effects) == 0 || h.Words == "" || h.Choices != len(v.Moves) || h.Value == "" {
		t.Fatalf("%d %s %+v", code, why, h)
	}
	if says := phrase.Text(h.Brief); says != strings.ReplaceAll(h.Move, "-", " → ") || phrase.Text(h.NextBrief) == "" {
		t.Errorf("the log says of %s: %q", h.Move, says)
	}
	worst := study.Opinion{}
	for _, m := range v.Moves {
		var o study.Opinion
		if code, why := ann.ask(id, "opinion?move="+url.QueryEscape(m), &o); code != 200 || o.Move != m || o.Best != h.Move {
			t.Fatalf("%d %s %+v", code, why, o)
		}
		if o.Own == "" || len(o.Effects) == 0 || !reflect.DeepEqual(o.Better, h.Effects) {
			t.Errorf("what %s does: %q %v, better %v, want %v", m, o.Own, o.Effects, o.Better, h.Effects)
		}
		if m == h.Move && (o.Loss != "" || o.Mark != theory.Fine || o.Value != h.Value) {
			t.Errorf("the best move is judged %+v", o)
		}
		if o.Mark == theory.Blunder {
			worst = o
		}
	}
	if !strings.HasSuffix(worst.Loss, " men") || !strings.HasSuffix(worst.Value, " men") || worst.BestValue != h.Value || worst.Words != h.Words {
		t.Errorf("the worst move is judged %+v", worst)
	}
	for _, what := range []string{"hint", "opinion?move=9-14"} {
		if code, why := bob.ask(id, what, nil); code != 422 || !strings.Contains(why, "not your turn") {
			t.Errorf("the other player: %d %s", code, why)
		}
		if code, _ := stranger.ask(id, what, nil); code != 403 {
			t.Errorf("a stranger: %d", code)
		}
		if code, _ := (&person{site: s}).ask(id, what, nil); code != 401 {
			t.Errorf("somebody without a token: %d", code)
		}
	}
	if code, why := ann.ask(id, "opinion?move=1-2", nil); code != 422 || why == "" {
		t.Errorf("a move that is none: %d %s", code, why)
	}
	ann.must(id, table.Action{Kind: table.SetHelp, Text: table.Hints})
	if code, why := ann.ask(id, "opinion?move=9-14", nil); code != 422 || !strings.Contains(why, "no tutor") {
		t.Errorf("without a tutor: %d %s", code, why)
	}
	ann.must(id, table.Action{Kind: table.SetHelp})
	if code, why := ann.ask(id, "hint", nil); code != 422 || !strings.Contains(why, "no help") {
		t.Errorf("without help: %d %s", code, why)
	}
}

// If there is nothing to choose, the hint says so.
func TestNothingToChoose(t *testing.T) {
	s := open(t, nil)
	for _, c := range []struct{ game, position, words string }{
		{"auto-race", "", "nothing to choose"},
		{"kleefeld", "", "Throw"},
		{"kleefeld", "kleefeld G:-,-,-,20/Y:-,-,-,10 G 4 - -", "only one move"},
	} {
		p := s.person()
		id := p.create(table.Terms{Game: c.game, Position: c.position, Help: table.Hints, Bots: []string{"", "random", "random", "random"}[:len(p.chairs(c.game, c.position))]})
		var h wire.Hint
		if code, why := p.ask(id, "hint", &h); code != 200 || h.Move != "" || !strings.Contains(h.Words, c.words) {
			t.Errorf("%s: %d %s %+v", c.game, code, why, h)
		}
	}
}

// chairs returns the chairs that a table would have.
func (p *person) chairs(game, position string) []table.ChairView {
	p.t.Helper()
	return p.view(p.createAs(table.Terms{Game: game, Position: position}, 0)).Chairs
}

func TestAdviceLimit(t *testing.T) {
	s := open(t, func(c *Config) { c.Limits.Advice = 2 })
	p := s.person()
	id := p.create(table.Terms{Game: "auto-race", Help: table.Hints, Bots: []string{"", "random", "random", "random"}})
	for n, want := range []int{200, 200, 429} {
		if code, _, h := p.raw("GET", "/api/tables/"+id+"/hint", nil, nil); code != want || want == 429 && h.Get("Retry-After") != "30" {
			t.Errorf("request %d: %d, Retry-After %q", n+1, code, h.Get("Retry-After"))
		}
	}
}

// Anybody can get many tokens, so there is a limit by address, too.
func TestAdviceLimitOfAddress(t *testing.T) {
	s := open(t, func(c *Config) { proxied(c); c.Limits.Advice = 2 })
	ask := func(address string) int {
		t.Helper()
		p := s.person()
		id := p.create(table.Terms{Game: "auto-race", Help: table.Hints, Bots: []string{"", "random", "random", "random"}})
		code, _, _ := p.raw("GET", "/api/tables/"+id+"/hint", nil, map[string]string{"X-Forwarded-For": address})
		return code
	}
	passed := 0
	for range 25 {
		if ask("192.0.2.1") == 200 {
			passed++
		}
	}
	if passed != 20 {
		t.Errorf("25 tokens of one address got %d answers, want 20", passed)
	}
	if code := ask("192.0.2.2"); code != 200 {
		t.Errorf("another address: %d", code)
	}
}

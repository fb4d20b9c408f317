package forge_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parlour"
	"parlour/cabinet"
	"parlour/internal/forge"
	"parlour/internal/programs"
	"parlour/table"
	"parlour/table/proof"
)

// TestVerifiersAgree makes games with every kind of accident, changes their logs
// and memories at random, and asks the verifiers in Go, in the page and in Python.
// All must say the same. The same number of a log makes the same log.
func TestVerifiersAgree(t *testing.T) {
	n := 600
	if os.Getenv("PARLOUR_SOAK") != "" {
		n = 60_000
	}
	const batch = 600
	codes := map[string]int{}
	for first := 0; first < n && !t.Failed(); first += batch {
		logs := make([]fuzzed, 0, batch)
		for game := first / perGame; game < (first+batch)/perGame; game++ {
			logs = append(logs, fuzz(game)...)
		}
		page := ask[verdict](t, logs, programs.Find(t, "node"), "--input-type=module", "-e", pageAgrees, "-")
		python := ask[verdict](t, logs, programs.Find(t, "python3"), "-c", pythonAgrees)
		for i := range logs {
			l := &logs[i]
			ours := l.ours()
			codes[cmp.Or(ours.code(), ours.Verdict)]++
			if len(l.How) == 0 && (ours.Fault != nil || ours.Refused != "") {
				t.Errorf("log %d is honest, but: %v %s", l.Number, ours.Fault, ours.Refused)
			}
			compare(t, l, "the page", &ours, &page[i], inPage)
			compare(t, l, "Python", &ours, &python[i], inPython)
		}
	}
	t.Log(codes)
	for _, code := range []string{
		proof.Guaranteed, proof.NotGuaranteed, proof.Gap, proof.Illegal, proof.BadChain, proof.BadEpoch, proof.BadAsk, proof.BadWho, proof.NoAsk, proof.OpenAsk,
		proof.BadParts, proof.BadLink, proof.BadThrow, proof.Method, proof.MemoryStory, proof.MemoryLink, proof.MemoryAct,
	} {
		if codes[code] == 0 {
			t.Errorf("no log is %s: %v", code, codes)
		}
	}
}

// A fuzzed is a log that was changed at random.
type fuzzed struct {
	Number int             `json:"-"`
	How    []string        `json:"-"` // how it was changed
	Spelt  bool            `json:"-"` // so that programs may read its text differently, and not its content
	Table  string          `json:"table"`
	Chairs [][]string      `json:"chairs"`
	Events string          `json:"events"` // JSON
	Memory json.RawMessage `json:"memory"`
}

// A verdict is what a verifier says of a log.
type verdict struct {
	said
	Story   proof.Story `json:"story"`
	Refused string      `json:"refused"` // the log cannot be read
}

func (v *verdict) code() string {
	if v.Fault == nil {
		return ""
	}
	return v.Fault.Code
}

// at returns the event of the fault, a very late one if there is none.
func (v *verdict) at() int64 {
	if v.Fault == nil {
		return 1 << 30
	}
	return v.Fault.Event
}

// inPage reports whether a fault is one that the page cannot see without the rules.
func inPage(f *proof.Fault) bool {
	return f.Code == proof.Illegal || f.Code == proof.BadAsk && byRules.MatchString(f.Text)
}

var byRules = regexp.MustCompile(`^no throw is due|^nobody sits|^the ask is for (seat|person|dice)`)

// inPython reports the same of the Python program, which reads the positions.
func inPython(f *proof.Fault) bool { return f.Code == proof.Illegal }

// compare compares what a verifier says with ours. Hidden says which faults it need
// not see.
func compare(t *testing.T, l *fuzzed, who string, ours, theirs *verdict, hidden func(*proof.Fault) bool) {
	t.Helper()
	differs := func(what string, is, want any) {
		t.Errorf("log %d (%s): %s says %s %v; expected %v\nours: %v %s, theirs: %v %s", l.Number, strings.Join(l.How, ", "), who, what, is, want, ours.Fault, ours.Refused, theirs.Fault, theirs.Refused)
	}
	if theirs.Refused != "" {
		if ours.Refused == "" {
			differs("that it cannot be read", theirs.Refused, "a report")
		}
		return
	}
	if ours.Refused != "" && l.Spelt {
		return // the text is read in another way before it comes to the verifier
	}
	switch {
	case theirs.at() < ours.at():
		differs("a fault at event", theirs.at(), ours.at())
	case ours.Fault != nil && hidden(ours.Fault):
	case theirs.at() != ours.at() || theirs.code() != ours.code():
		differs("a fault", fmt.Sprint(theirs.code(), " at ", theirs.at()), fmt.Sprint(ours.code(), " at ", ours.at()))
	}
	if ours.Refused == "" && theirs.Story != ours.Story {
		differs("the story code", theirs.Story, ours.Story)
	}
	if ours.Fault != nil {
		return
	}
	if got, want := theirs.want(), ours.want(); got != want {
		differs("", got, want)
	}
	if !reflect.DeepEqual(theirs.Throws, ours.Throws) || !reflect.DeepEqual(theirs.Voids, ours.Voids) {
		differs("throws and voids", []any{theirs.Throws, theirs.Voids}, []any{ours.Throws, ours.Voids})
	}
}

// ours returns what the Go verifier says.
func (l *fuzzed) ours() (v verdict) {
	k := proof.NewChecker(l.Table, cabinet.Open)
	if l.Memory != nil {
		m, err := proof.ParseMemory(l.Memory)
		if err != nil {
			panic(err)
		}
		k.Remember(m)
	}
	var events []json.RawMessage
	if err := json.Unmarshal([]byte(l.Events), &events); err != nil {
		return verdict{Refused: err.Error()}
	}
	for i, raw := range events {
		if err := k.AddJSON(raw); err != nil {
			v.Refused = err.Error()
			if v.Fault = k.Fault(); v.Fault == nil {
				v.Fault = &proof.Fault{Code: proof.Gap, Event: int64(i + 1)}
			}
			return v
		}
	}
	r := k.Report()
	return verdict{said: said{r.Fault, r.Throws, r.Voids, r.Discarded, r.Without, r.Back, r.Stale, r.Verdict}, Story: r.Story}
}

const pageAgrees = `
import { createInterface } from "node:readline";
import { verify } from "../../web/page/test/verify.mjs";
for await (const line of createInterface({ input: process.stdin })) {
  const c = JSON.parse(line);
  console.log(JSON.stringify(verify(c.table, JSON.parse(c.events), c.memory, c.chairs)));
}
`

const pythonAgrees = loadVerifier + `
for line in sys.stdin:
    c = json.loads(line)
    try:
        events = verify.read_json(c["events"])
    except ValueError as err:
        print(json.dumps({"refused": str(err)}))
        continue
    print(json.dumps(verify.verify(c["table"], events, c["memory"])))
`

// perGame is how many logs are made of a game; the first is left as it is.
const perGame = 12

// fuzz makes the logs of a game.
func fuzz(game int) (logs []fuzzed) {
	id := fmt.Sprint("fuzz", game)
	b, memories := played(rand.New(rand.NewPCG(uint64(game), 3)), id)
	start, err := cabinet.Open(b.Events[0].Line) // later, somebody may have left the game
	if err != nil {
		panic(err)
	}
	info := start.Info()
	var chairs [][]string
	for _, p := range table.Chairs(start) {
		var seats []string
		for _, s := range p.Seats {
			seats = append(seats, info.Letter(s))
		}
		chairs = append(chairs, seats)
	}
	events := forge.JSON(b.Events)
	for i := range perGame {
		l := fuzzed{Number: game*perGame + i, Table: id, Chairs: chairs}
		rng := rand.New(rand.NewPCG(uint64(l.Number), 4))
		c := &changes{Rand: rng, fuzzed: &l, people: len(b.Devices)}
		for _, raw := range events {
			c.events = append(c.events, object(raw))
		}
		if m := memories[rng.IntN(len(memories))]; m != nil {
			c.memory = object(encode(m))
		}
		if i > 0 {
			for range 1 + rng.IntN(2)*rng.IntN(2) {
				c.change()
			}
		}
		c.finish()
		logs = append(logs, l)
	}
	return logs
}

// played plays a game in which much goes wrong, and returns memories of its log: none,
// those of two devices, and one that is older.
func played(rng *rand.Rand, id string) (*forge.Table, []*proof.Memory) {
	terms := []table.Terms{
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}},
		{Game: "kleefeld", Setup: parlour.Setup{Players: 4}, Bots: []string{"", "first"}},
		{Game: "auto-race", Setup: parlour.Setup{Players: 3}, Bots: []string{"", "", "first"}},
		{Game: "parker", Setup: parlour.Setup{Players: 2}},
		{Game: "mensch", Setup: parlour.Setup{Players: 2}},
		{Game: "british", Setup: parlour.Setup{Players: 2}},
		{Game: "backgammon"},
		{Game: "checkers", Setup: parlour.Setup{Options: map[string]string{"opening": "three-move"}}},
		{Game: "contact", Setup: parlour.Setup{Players: 2}},
		{Game: "kleefeld", Setup: parlour.Setup{Players: 2}, Clock: table.Clock{Kind: table.MoveClock, Seconds: 30}},
	}[rng.IntN(10)]
	terms.Chat = true
	t := forge.Begin(id, terms)
	chairs := len(t.State.Chairs())
	people := 0
	for i := range chairs {
		if i < len(terms.Bots) && terms.Bots[i] != "" {
			continue
		}
		people++
		t.Sit(people, i+1)
	}
	seated := len(t.Events)
	older := t.Memory(1)
	for step, steps := 0, 10+rng.IntN(40); step < steps; step++ {
		p := 1 + rng.IntN(people)
		_ = try(func() { accident(rng, t, p, seated) })
		if step == steps/2 {
			older = t.Memory(1)
		}
	}
	other := 1 + rng.IntN(people)
	return t, []*proof.Memory{nil, nil, t.Memory(1), t.Memory(1), t.Memory(other), older}
}

// try reports whether a table takes something.
func try(f func()) (ok bool) {
	defer func() { ok = recover() == nil }()
	f()
	return true
}

// accident lets something happen at a table.
func accident(rng *rand.Rand, t *forge.Table, p, seated int) {
	chair := 1 + rng.IntN(len(t.State.Chairs()))
	switch rng.IntN(50) {
	case 0:
		t.Gone[p] = !t.Gone[p]
	case 1:
		t.Silent[p] = true
		t.Throw()
	case 2:
		t.Epoch++
	case 3:
		t.TakePart(p)
	case 4:
		t.Act(p, table.Action{Kind: table.Chat, Text: []string{"hello", "größer ≠ 🎲", "<b>\u2028</b>", "\\u0041\""}[rng.IntN(4)]})
	case 5:
		t.Restore(int64(seated + rng.IntN(len(t.Events)-seated+1)))
	case 6:
		t.Act(p, table.Action{Kind: table.StandIn, Chair: chair, Level: "first"})
	case 7:
		t.Act(p, table.Action{Kind: table.Return, Chair: chair})
	case 8:
		t.Act(p, table.Action{Kind: table.AskBack})
	case 9:
		t.Act(p, table.Action{Kind: table.GiveBack})
	case 10, 11:
		t.Ask()
		t.Open(p)
	case 12:
		t.NewDevice(1)
		t.TakePart(1)
	case 13:
		if rng.IntN(4) == 0 {
			t.Act(p, table.Action{Kind: table.Resign, Chair: chair})
		}
	case 14:
		t.Act(p, table.Action{Kind: table.Name, Name: "Zoë 🎲"})
	case 15:
		t.Act(p, table.Action{Kind: table.Offer, Chair: p})
		t.Act(3-p, table.Action{Kind: pick(rng, table.Accept, table.Decline), Chair: 3 - p})
	case 16:
		t.Act(p, table.Action{Kind: table.Stand, Chair: chair})
	case 17:
		t.Says[p] = rng.IntN(60)
	case 18:
		t.Act(p, table.Action{Kind: table.KeepBack})
	case 19:
		t.Act(p, table.Action{Kind: table.Pause})
		t.Act(p, table.Action{Kind: table.Resume})
	case 20:
		t.Act(p, table.Action{Kind: table.SetChair, Chair: chair, Level: pick(rng, "", "first")})
	case 21, 22:
		t.TimeUp()
		t.Act(p, table.Action{Kind: table.Rule, Text: pick(rng, table.RuleWait, table.RuleEnd, table.RuleBot)})
	case 23:
		t.Carry(p, fmt.Sprint("device ", len(t.Events)), nil)
	default:
		t.Play(1)
	}
}

// changes changes a log at random.
type changes struct {
	*rand.Rand
	*fuzzed
	events []map[string]any
	memory map[string]any
	people int
	spell  func(events string) string // changes the text at last
}

func (c *changes) did(format string, args ...any) {
	c.How = append(c.How, fmt.Sprintf(format, args...))
}

func object(raw []byte) (m map[string]any) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if err := dec.Decode(&m); err != nil {
		panic(err)
	}
	return m
}

func encode(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return data
}

// finish writes the log.
func (c *changes) finish() {
	c.Events = string(encode(c.events))
	if c.spell != nil {
		was := c.Events
		c.Events = c.spell(c.Events)
		c.Spelt = c.Events != was
	}
	if c.memory != nil {
		c.Memory = encode(c.memory)
	}
}

// at returns a random place in the log, mostly one that has to do with the dice.
func (c *changes) at() int {
	for range 3 {
		i := c.IntN(len(c.events))
		switch c.events[i]["kind"] {
		case "ask", "throw", "void", "ready", "take-part", "server":
			return i
		}
	}
	return c.IntN(len(c.events))
}

// number writes the numbers of the events anew, so that a change is not seen by them.
func (c *changes) number() {
	for i, e := range c.events {
		e["seq"] = i + 1
	}
}

func (c *changes) change() {
	i := c.at()
	if i >= len(c.events)-1 {
		i = 0
	}
	switch k := c.IntN(26); k {
	case 0, 1:
		c.did("event %d dropped, %d", i+1, k)
		c.events = slices.Delete(c.events, i, i+1)
		if k == 1 {
			c.number()
		}
	case 2, 3:
		c.did("event %d doubled, %d", i+1, k)
		c.events = slices.Insert(c.events, i+1, maps.Clone(c.events[i]))
		if k == 3 {
			c.number()
		}
	case 4, 5:
		c.did("event %d after %d, %d", i+1, i+2, k)
		c.events[i], c.events[i+1] = c.events[i+1], c.events[i]
		if k == 5 {
			c.number()
		}
	case 6:
		j := c.IntN(len(c.events))
		c.did("event %d again at %d", j+1, i+2)
		c.events = slices.Insert(c.events, i+1, object(encode(c.events[j])))
		c.number()
	case 7:
		if i > 3 {
			c.did("cut off after %d", i)
			c.events = c.events[:i]
		}
	case 8, 9:
		c.top(c.events[i])
	case 10:
		c.swapChains()
	case 11:
		c.did("people exchanged in event %d", i+1)
		text := string(encode(c.events[i]))
		text = regexp.MustCompile(`"(person|by)":[12]\b`).ReplaceAllStringFunc(text, func(s string) string {
			return s[:len(s)-1] + map[byte]string{'1': "2", '2': "1"}[s[len(s)-1]]
		})
		c.events[i] = object([]byte(text))
	case 12, 13, 14, 15:
		if c.memory != nil {
			c.remember()
			return
		}
		c.body(c.events[i])
	case 16:
		c.spells()
	default:
		c.body(c.events[i])
	}
	if len(c.events) < 2 {
		panic("nothing is left")
	}
}

// top changes a field of an event outside its body.
func (c *changes) top(e map[string]any) {
	name := []string{"seq", "schema", "at", "kind", "by", "line", "body", "words"}[c.IntN(8)]
	c.did("%s of event %v", name, e["seq"])
	other := c.events[c.IntN(len(c.events))]
	switch c.IntN(5) {
	case 0:
		delete(e, name)
	case 1, 2:
		e[name] = other[name]
		if other[name] == nil {
			delete(e, name)
		}
	case 3:
		if name == "kind" {
			e[name] = pick(c.Rand, "ask", "throw", "void", "ready", "server", "take-part", "resign", "chat", "claim", "move", "give-back", "pause", "created", "unknown", "link", "rematch")
			return
		}
		e[name] = c.value(e[name])
	case 4:
		e[pick(c.Rand, "words", "told", "Kind", "BODY", "x", "lıne", "\u212aind")] = c.value(nil)
	}
}

func pick[T any](rng *rand.Rand, list ...T) T { return list[rng.IntN(len(list))] }

// value returns a value that is near another, or of any kind.
func (c *changes) value(was any) any {
	if c.IntN(6) > 0 {
		switch v := was.(type) {
		case json.Number:
			n, _ := v.Int64()
			return pick(c.Rand, n+1, n-1, 0, -n, 1, 2, n+1000, 1<<53-1, 1<<53)
		case string:
			if len(v) == 64 {
				return pick(c.Rand, strings.ToUpper(v), flipped(v), v[:62], "", v+" ", " "+v[1:], strings.Replace(v, "0", "٠", 1))
			}
			return pick(c.Rand, "", v+"x", strings.ToUpper(v), v+"\u0301", "６", "silent", "restart", "resign", "1", "6", "two", "draw 11", "draw 011")
		case bool:
			return !v
		}
	}
	return pick[any](c.Rand, 0, 1, 2, -1, true, false, "", "x", "1", nil, []any{}, map[string]any{}, []any{1, "x"}, map[string]any{"y": 1, "é": 2, "\U00010000": 3, "\uff01": 4, "x": 5}, "2026-01-02T03:04:05Z")
}

func flipped(s string) string {
	if s[0] == '0' {
		return "1" + s[1:]
	}
	return "0" + s[1:]
}

// body changes something in the body of an event.
func (c *changes) body(e map[string]any) {
	b, _ := e["body"].(map[string]any)
	if b == nil {
		return
	}
	c.did("body of %v %v", e["kind"], e["seq"])
	c.inside(b)
}

// inside changes something inside an object.
func (c *changes) inside(b map[string]any) {
	names := slices.Sorted(maps.Keys(b))
	if len(names) == 0 || c.IntN(12) == 0 {
		b[pick(c.Rand, "x", "é", "person", "chair", "number", "attempt", "dice", "who", "parts", "epoch", "Person", "name", "plies", "on", "terms", "ſeat", "lin\u212a", "link", "text", "__proto__", "\uff01", "\U00010000")] = c.value(nil)
		return
	}
	name := names[c.IntN(len(names))]
	c.did("%s", name)
	switch v := b[name].(type) {
	case map[string]any:
		if c.IntN(4) > 0 {
			c.inside(v)
			return
		}
	case []any:
		if len(v) > 0 && c.IntN(5) > 0 {
			b[name] = c.list(v)
			return
		}
	}
	switch c.IntN(8) {
	case 0:
		delete(b, name)
	case 1:
		b[strings.ToUpper(name[:1])+name[1:]] = b[name]
		if c.IntN(2) == 0 {
			delete(b, name)
		}
	case 2: // as in another event
		for range 20 {
			other, _ := c.events[c.IntN(len(c.events))]["body"].(map[string]any)
			if v, ok := other[name]; ok && !reflect.DeepEqual(v, b[name]) {
				b[name] = v
				return
			}
		}
	default:
		b[name] = c.value(b[name])
	}
}

// list changes a list.
func (c *changes) list(v []any) []any {
	i := c.IntN(len(v))
	v = slices.Clone(v)
	switch c.IntN(6) {
	case 0:
		return slices.Delete(v, i, i+1)
	case 1:
		return append(v, v[i])
	case 2:
		slices.Reverse(v)
	default:
		if m, ok := v[i].(map[string]any); ok {
			m = maps.Clone(m)
			c.inside(m)
			v[i] = m
		} else {
			v[i] = c.value(v[i])
		}
	}
	return v
}

// swapChains exchanges the chains of two events.
func (c *changes) swapChains() {
	var with []map[string]any
	for _, e := range c.events {
		if b, ok := e["body"].(map[string]any); ok && b["dice"] != nil {
			with = append(with, b)
		}
	}
	if len(with) < 2 {
		return
	}
	a, b := with[c.IntN(len(with))], with[c.IntN(len(with))]
	c.did("chains exchanged")
	a["dice"], b["dice"] = b["dice"], a["dice"]
}

// remember changes what a device remembers.
func (c *changes) remember() {
	m := c.memory
	list := func(name string) []any { l, _ := m[name].([]any); return l }
	drop := func(name string) {
		if l := list(name); len(l) > 0 {
			i := c.IntN(len(l))
			m[name] = slices.Delete(slices.Clone(l), i, i+1)
		}
	}
	k := c.IntN(12)
	c.did("memory %d", k)
	switch k {
	case 0, 1:
		drop("opened")
	case 2:
		drop("acts")
	case 3:
		drop("chains")
	case 4:
		m["since"] = c.IntN(len(c.events) + 1)
	case 5:
		m["until"] = c.IntN(len(c.events) + 1)
	case 6:
		if l := list("heads"); len(l) > 0 {
			m["heads"] = l[:c.IntN(len(l))]
		}
	case 7:
		drop("heads")
	case 8:
		m["person"] = 1 + c.IntN(c.people+1)
	case 9:
		m["acts"] = append(list("acts"), []any{pick(c.Rand, "ask", "claim", "carry", "resign", "take-part"), ""})
	case 10:
		m["back"] = append(list("back"), c.IntN(len(c.events)))
	case 11:
		if l := list("opened"); len(l) > 0 {
			o, _ := l[c.IntN(len(l))].(map[string]any)
			name := pick(c.Rand, "epoch", "number", "attempt", "link", "head", "commitment")
			other, _ := l[c.IntN(len(l))].(map[string]any)
			c.did("%s", name)
			o[name] = other[name]
		}
	}
}

// spells writes something else in the JSON of the events, which may mean the same.
func (c *changes) spells() {
	numbers := regexp.MustCompile(`"(number|attempt|person|link|seq|epoch)":(\d+)`)
	names := regexp.MustCompile(`"(number|attempt|person|kind|body|throw|seat)":`)
	texts := regexp.MustCompile(`"(kind|throw|seat|line|text|name)":"`)
	one := func(re *regexp.Regexp, repl string) func(string) string {
		return func(s string) string {
			all := re.FindAllStringSubmatchIndex(s, -1)
			if len(all) == 0 {
				return s
			}
			m := all[c.IntN(len(all))]
			return s[:m[0]] + string(re.ExpandString(nil, repl, s, m)) + s[m[1]:]
		}
	}
	k := c.IntN(12)
	c.did("spelling %d", k)
	c.spell = []func(string) string{
		one(numbers, `"$1":$2.0`),
		one(numbers, `"$1":${2}e0`),
		one(numbers, `"$1":"$2"`),
		one(numbers, `"$1":-$2`),
		one(numbers, `"$1":9007199254740992`),
		one(numbers, `"$1":$2,"$1":$2`),
		one(names, `"$1":1,"$1":`),
		one(names, `"\u0078":1,"$1":`),
		one(texts, `"$1":"\ud83c\udfb2`),
		one(texts, `"$1":"\udc00`),
		one(texts, `"$1":"\ud83c`),
		one(names, ` "$1" :`),
	}[k]
}

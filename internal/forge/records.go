package forge

import (
	"regexp"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/table"
	"parlour/table/proof"
)

// A RecordCase is an edited record and what a verifier must say about it.
type RecordCase struct {
	Name   string
	Text   string
	Memory *proof.Memory // nil if not needed
	Other  []table.Event // a copy of the events; nil if not needed
	Code   string
}

// Record returns the record of a log as text.
func Record(events []table.Event) string {
	e := cabinet.ByID(events[0].Body.Terms.Game)
	return must(proof.Record(events, e.Game, e.Style)).String()
}

// Records returns edited records.
func Records() (list []RecordCase) {
	l := two("edited")
	l.Play(40)
	text := Record(l.Events)
	seen := l.Memory(1)
	edit := func(name, pattern string, change func(string) string, code string) *RecordCase {
		at := regexp.MustCompile(pattern).FindStringIndex(text)
		if at == nil {
			panic(pattern + " is not in\n" + text)
		}
		list = append(list, RecordCase{Name: name, Text: text[:at[0]] + change(text[at[0]:at[1]]) + text[at[1]:], Code: code})
		return &list[len(list)-1]
	}
	to := func(s string) func(string) string { return func(string) string { return s } }
	edit("another throw", `(?m)^[GB] [1-6] `, otherThrow, proof.WrongThrow)
	edit("another link", `dice link 3 [0-9a-f]{64}`, flip, proof.WrongLink)
	edit("another own link", `(?m)^# dice link 3 .*$`, flip, proof.WrongOwn)
	edit("no own link", `(?m) own \d+ [0-9a-f]{64}$`, to(""), proof.WrongOwn)
	edit("no link", `(?m)^# dice link 2 .*\n`, to(""), proof.WrongLink)
	edit("a link of a later throw", `# dice link 2 `, to("# dice link 5 "), proof.ThrowNumber)
	edit("another nonce", `# dice reveal 1 1 [0-9a-f]{64}`, flip, proof.WrongReveal)
	edit("another pledge", `# dice pledge 1 1 512 [0-9a-f]{64}`, flip, proof.WrongReveal)
	edit("a shorter pledge", `# dice pledge 1 1 512 `, to("# dice pledge 1 1 12 "), proof.ShortChain)
	edit("another commitment", `# dice round 1 1 1024 [0-9a-f]{64}`, flip, proof.WrongLink)
	edit("a shorter chain", `# dice round 1 1 1024 `, to("# dice round 1 1 24 "), proof.ShortChain)
	edit("another round", `# dice round 1 `, to("# dice round 2 "), proof.RoundNumber)
	edit("another first throw", ` 1 people 1,2`, to(" 2 people 1,2"), proof.RoundFirst)
	edit("another reason", `why begin`, to("why joined"), proof.RoundWhy)
	edit("fewer people", `people 1,2`, to("people 1"), proof.NotInvited)
	edit("more people", `people 1,2`, to("people 1,2,3"), proof.NotInvited)
	edit("nobody asked", `(?m)^# dice part 2\n`, to(""), proof.NotInvited)
	edit("somebody left", `# dice link 5 `, to("# dice chair 2 bot 2\n# dice link 5 "), proof.NoRound)
	edit("another device", `# dice link 5 `, to("# dice device 2\n# dice link 5 "), proof.NoRound)
	edit("another table", `@ Table: edited`, to("@ Table: another"), proof.WrongThrow)
	edit("a chain of parlour-dice-1", `# dice link 5 `, to("# dice chain 5 1 "+strings.Repeat("a", 64)+"\n# dice link 5 "), proof.OldClaim)
	edit("another epoch than the device saw", `# dice round 1 1 `, to("# dice round 1 2 "), proof.MemoryCommitment).Memory = seen
	edit("another story than the device's", `# story (\d+) \d{4}`, otherDigits, proof.MemoryStory).Memory = seen
	edit("another story than the other copy's", `# story (\d+) \d{4}`, otherDigits, proof.MemoryStory).Other = l.Events
	list = append(list, otherMove())

	old := Old("presented", "kleefeld", parlour.Setup{Players: 2}, 64, "", "greedy")
	old.Sit(1, 1)
	old.Play(30)
	text = Record(old.Events)
	edit("an old record presented as a new one", `parlour-dice-1`, to("parlour-dice-2"), proof.OldClaim)
	edit("another link of an old record", `dice link 3 [0-9a-f]{64}`, flip, proof.WrongLink)
	edit("another nonce of an old record", `dice nonce 1 nonce1`, to("dice nonce 1 nonce2"), proof.WrongThrow)
	edit("another throw of an old record", `(?m)^[GB] [1-6] `, otherThrow, proof.WrongThrow)
	edit("another chain of an old record", `dice chain 1 64 [0-9a-f]{64}`, flip, proof.WrongLink)
	edit("a chain of an old record that begins later", `dice chain 1 `, to("dice chain 2 "), proof.RoundNumber)
	return list
}

// otherMove is a record with a different legal move at the end. The dice are
// valid; only another copy of the events reveals it.
func otherMove() RecordCase {
	l := two("othermove")
	l.Play(40)
	for {
		l.ToThrowOrNow()
		l.Throw()
		if m := l.ref.Match(); m.Turn().Needs() == parlour.NeedMove && len(m.Moves()) > 1 {
			break
		}
	}
	edited := l.Clone()
	l.Move()
	m := edited.ref.Match()
	moves := m.Moves()
	move := m.Text(moves[len(moves)-1])
	edited.play(table.Move, edited.Thrower(), move, table.Body{Move: move})
	seq := func(s string) string { return regexp.MustCompile(`# story .*`).FindString(s) }
	text, honest := Record(edited.Events), Record(l.Events)
	return RecordCase{Name: "another legal move", Text: strings.Replace(text, seq(text), seq(honest), 1), Other: l.Events, Code: proof.MemoryStory}
}

// flip changes the last digit of a hexadecimal number.
func flip(s string) string {
	if s[len(s)-1] == '0' {
		return s[:len(s)-1] + "1"
	}
	return s[:len(s)-1] + "0"
}

// otherThrow changes the throw in a line such as "G 6 ".
func otherThrow(s string) string {
	if s[2] == '1' {
		return s[:2] + "2 "
	}
	return s[:2] + "1 "
}

// otherDigits changes the last four digits.
func otherDigits(s string) string {
	n := len(s) - 4
	if s[n:] == "1234" {
		return s[:n] + "4321"
	}
	return s[:n] + "1234"
}

package terminal

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"parlour"
	"parlour/language"
	"parlour/phrase"
	"parlour/record"
)

const oneThrow = "@ Game: auto-race\n= auto-race G:0/B:0 G - - -\nG throw 4\n"

func TestReplay(t *testing.T) {
	german := language.Match(language.All, "de").Catalogue()
	for _, c := range []struct {
		name string
		r    Replayer
		keys string
		want string // in the output
		err  error
		lang *phrase.Catalogue
	}{
		{name: "summary", want: "game 3: auto-race, 1 throw, 0 moves, not finished: "},
		{name: "boards", r: Replayer{Boards: true, Plain: true}, want: "G 4: "},
		{name: "step to the end", r: Replayer{Step: true, Plain: true}, keys: "\n\n\n", want: "game 3: "},
		{name: "in German", r: Replayer{Boards: true, Plain: true}, want: "Grün würfelt 4", lang: german},
		{name: "the summary in German", want: "Spiel 3: auto-race, 1 Wurf, 0 Züge, nicht zu Ende: Grün", lang: german},
		{name: "quit", r: Replayer{Step: true, Plain: true}, keys: "q\n", want: "[Enter]", err: ErrQuit},
		{name: "the input ends", r: Replayer{Step: true, Plain: true}, want: "[Enter]", err: ErrQuit},
	} {
		rec, err := record.ReadOne(strings.NewReader(oneThrow))
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		c.r.Streams = Streams{In: strings.NewReader(c.keys), Out: &out, Err: io.Discard, Lang: c.lang}
		if err := c.r.Game(3, rec); !errors.Is(err, c.err) || !strings.Contains(out.String(), c.want) {
			t.Errorf("%s: %v, %s", c.name, err, out.String())
		}
	}
}

// A record of an unknown game is refused with the line it starts on.
func TestReplayUnknownGame(t *testing.T) {
	rec, err := record.ReadOne(strings.NewReader("= chess e4\n"))
	if err != nil {
		t.Fatal(err)
	}
	var bad *parlour.FileError
	if err := (&Replayer{}).Game(1, rec); !errors.As(err, &bad) || bad.Line != 1 {
		t.Errorf("the error is %v", err)
	}
}

package house

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// A pkg is what `go list -json` tells of a package.
type pkg struct {
	ImportPath   string
	Doc          string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Standard     bool
	Dir          string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Doc,Imports,TestImports,XTestImports,Standard,Dir", "parlour/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// A layer says what the packages that match may import of the house, and why.
// Patterns are those of path.Match, "parlour" being the root.
type layer struct {
	packages []string
	may      []string
	outside  []string // modules of others it may use
	why      string
}

var layers = []layer{
	{[]string{"parlour", "parlour/rulebook", "parlour/board"}, nil, nil,
		"the vocabulary is what everything else stands on, so it stands on nothing"},
	{[]string{"parlour/phrase"}, []string{"parlour"}, nil,
		"words know codes, not games"},
	{[]string{"parlour/games/race", "parlour/games/contact", "parlour/games/checkers", "parlour/games/backgammon"}, []string{"parlour", "parlour/rulebook", "parlour/board"}, nil,
		"an engine is light to import and never knows another game"},
	{[]string{"parlour/referee"}, []string{"parlour"}, nil,
		"a referee judges any match"},
	{[]string{"parlour/bot"}, []string{"parlour"}, nil,
		"generic players know abilities, not games"},
	{[]string{"parlour/bot/*"}, []string{"parlour", "parlour/bot", "parlour/games/race", "parlour/games/contact", "parlour/games/checkers", "parlour/games/backgammon"}, nil,
		"what only one game's players need stays beside that game"},
	{[]string{"parlour/lab/sim"}, []string{"parlour", "parlour/bot"}, nil,
		"a simulator plays any rules"},
	{[]string{"parlour/lab/arena"}, []string{"parlour", "parlour/bot", "parlour/lab/sim", "parlour/referee"}, nil,
		"a contest is between any players of any game"},
	{[]string{"parlour/lab/arena/gnubg"}, []string{"parlour", "parlour/lab/arena", "parlour/games/backgammon"}, nil,
		"a guest from outside is told one game in words of its own"},
	{[]string{"parlour/lab/analyse"}, []string{"parlour", "parlour/bot", "parlour/phrase", "parlour/record"}, nil,
		"an analysis judges any record, and says in words what it found"},
	{[]string{"parlour/games/gametest"}, []string{"parlour", "parlour/phrase"}, nil,
		"the suite tests any game, and that it can say what it refuses"},
	{[]string{"parlour/record"}, []string{"parlour"}, nil,
		"a record is text about any match"},
	{[]string{"parlour/record/*"}, []string{"parlour", "parlour/record", "parlour/record/sheet", "parlour/games/checkers", "parlour/games/backgammon"}, nil,
		"a format of the field knows its game"},
	{[]string{"parlour/draw/png"}, nil, []string{"golang.org/x/image", "github.com/go-fonts/dejavu"},
		"a picture is made of a drawing alone"},
	{[]string{"parlour/draw/qr"}, nil, []string{"rsc.io/qr"},
		"a code is made of text alone"},
	{[]string{"parlour/draw", "parlour/draw/*"}, []string{"parlour", "parlour/board", "parlour/draw", "parlour/draw/markup"}, nil,
		"drawing knows no game"},
	{[]string{"parlour/table/fair"}, nil, nil,
		"the dice are small enough to be checked by anybody"},
	{[]string{"parlour/table"}, []string{"parlour", "parlour/referee", "parlour/table/fair"}, nil,
		"the rules of a table are plain functions: no goroutine, no clock, no store"},
	{[]string{"parlour/table/proof"}, []string{"parlour", "parlour/record", "parlour/referee", "parlour/table", "parlour/table/fair"}, nil,
		"a proof is made of a table's events and checked against its record"},
	{[]string{"parlour/table/device"}, []string{"parlour/table", "parlour/table/fair"}, nil,
		"a device takes part in the dice of a table"},
	{[]string{"parlour/hall"}, []string{"parlour", "parlour/referee", "parlour/table", "parlour/table/fair"}, nil,
		"a hall runs tables of any game with any store and any bus, but knows none by name"},
	{[]string{"parlour/hall/shelf"}, []string{"parlour", "parlour/cabinet", "parlour/hall"}, nil,
		"neither a hall nor the cabinet knows the other"},
	{[]string{"parlour/hall/transfer"}, []string{"parlour/hall", "parlour/table"}, nil,
		"tables are carried between any stores"},
	{[]string{"parlour/hall/storetest", "parlour/hall/bustest"}, []string{"parlour/hall", "parlour/table", "parlour/internal/wait"}, nil,
		"a suite tests any implementation"},
	{[]string{"parlour/hall/sqlite"}, []string{"parlour/hall", "parlour/table"}, []string{"modernc.org/sqlite"},
		"a store knows tables, never another store"},
	{[]string{"parlour/hall/postgres"}, []string{"parlour/hall", "parlour/table"}, []string{"github.com/jackc/pgx/v5"},
		"a store knows tables, never another store"},
	{[]string{"parlour/hall/nats"}, []string{"parlour/hall", "parlour/lab/work"}, []string{"github.com/nats-io/nats.go"},
		"a bus knows tables and tasks, never another bus"},
	{[]string{"parlour/lab/work"}, nil, nil,
		"a task is bytes, whatever they mean"},
	{[]string{"parlour/lab"}, []string{"parlour", "parlour/bot", "parlour/lab/sim", "parlour/lab/arena", "parlour/lab/analyse", "parlour/record", "parlour/cabinet", "parlour/lab/work", "parlour/rulebook", "parlour/draw/plot", "parlour/phrase"}, nil,
		"the laboratory measures any game of the catalogue, with any crew"},
	{[]string{"parlour/lab/worker"}, []string{"parlour/hall/nats", "parlour/lab", "parlour/lab/work", "parlour/phrase"}, nil,
		"a worker joins the laboratory to the one bus that hands out tasks"},
	{[]string{"parlour/engine"}, []string{"parlour", "parlour/record", "parlour/cabinet", "parlour/phrase", "parlour/rulebook"}, nil,
		"the line protocol speaks for any game of the catalogue"},
	{[]string{"parlour/web/notice/push"}, nil, nil,
		"a notice is bytes for a browser"},
	{[]string{"parlour/web/wire"}, nil, nil,
		"how an answer is written does not depend on what it says"},
	{[]string{"parlour/web/live"}, []string{"parlour", "parlour/cabinet", "parlour/hall", "parlour/phrase", "parlour/table", "parlour/web/wire"}, nil,
		"whoever watches a table reads the same bytes, whatever route they came by"},
	{[]string{"parlour/web/notice"}, []string{"parlour/hall", "parlour/web/notice/push"}, nil,
		"whom to tell of a turn depends on tables, not on games or routes"},
	{[]string{"parlour/web/study"}, []string{"parlour", "parlour/cabinet", "parlour/lab", "parlour/lab/analyse", "parlour/lab/sim", "parlour/phrase", "parlour/record", "parlour/table", "parlour/web/wire"}, nil,
		"thinking about a game needs its record and its players, not the table it is played at"},
	{[]string{"parlour/web", "parlour/web/*"}, []string{"parlour", "parlour/*", "parlour/draw/*", "parlour/lab/*", "parlour/record/*", "parlour/web/*", "parlour/web/notice/push", "parlour/table/*", "parlour/hall/*"}, nil,
		"the server shows tables to people"},
	{[]string{"parlour/cabinet"}, []string{"parlour", "parlour/board", "parlour/bot", "parlour/bot/backgammon", "parlour/bot/checkers", "parlour/bot/contact", "parlour/bot/race", "parlour/games/backgammon", "parlour/games/checkers", "parlour/games/contact", "parlour/games/race", "parlour/lab/analyse", "parlour/lab/arena", "parlour/lab/arena/gnubg", "parlour/lab/sim", "parlour/phrase", "parlour/record", "parlour/record/mat", "parlour/record/pdn", "parlour/record/sgf", "parlour/record/sheet", "parlour/rulebook"}, nil,
		"the catalogue is the one place that knows every game, and it knows no table"},
	{[]string{"parlour/terminal"}, []string{"parlour", "parlour/bot", "parlour/cabinet", "parlour/draw", "parlour/draw/term", "parlour/phrase", "parlour/record", "parlour/referee"}, []string{"golang.org/x/term"},
		"a game in the terminal needs neither tables nor flags"},
	{[]string{"parlour/bench"}, []string{"parlour", "parlour/bot", "parlour/bot/race", "parlour/bot/contact", "parlour/bot/checkers", "parlour/bot/backgammon", "parlour/cabinet", "parlour/games/race", "parlour/games/contact", "parlour/games/checkers", "parlour/games/backgammon", "parlour/lab", "parlour/lab/sim", "parlour/lab/work", "parlour/phrase", "parlour/hall", "parlour/hall/shelf", "parlour/table"}, nil,
		"what is measured is named here, but the stores and buses are its caller's"},
	{[]string{"parlour/server/backend"}, []string{"parlour/hall", "parlour/hall/nats", "parlour/hall/postgres", "parlour/hall/sqlite", "parlour/hall/transfer"}, nil,
		"the one place that knows which address names which store or bus"},
	{[]string{"parlour/server/doctor"}, []string{"parlour/bench", "parlour/cabinet", "parlour/hall", "parlour/hall/postgres", "parlour/phrase", "parlour/server/backend"}, nil,
		"the doctor looks at what a server stands on, not at its pages"},
	{[]string{"parlour/server"}, []string{"parlour/draw/qr", "parlour/hall", "parlour/hall/shelf", "parlour/server/backend", "parlour/table", "parlour/web", "parlour/web/notice/push"}, []string{"golang.org/x/crypto/acme"},
		"a server is a hall and its page behind a listener"},
	{[]string{"parlour/cmd/parlour"}, []string{"parlour", "parlour/*", "parlour/*/*"}, []string{"github.com/spf13/cobra", "github.com/spf13/pflag"},
		"the command wires everything and holds nothing"},
	{[]string{"parlour/examples/*"}, nil, nil,
		"an example talks to a server as anybody's program would"},
	{[]string{"parlour/e2e"}, []string{"parlour/internal/wait"}, nil,
		"a browser sees the server from outside"},
	{[]string{"parlour/internal/faults"}, []string{"parlour", "parlour/*", "parlour/*/*"}, []string{"github.com/anishathalye/porcupine"},
		"what people were told is checked by a tool of others"},
	{[]string{"parlour/internal/ninth/*"}, []string{"parlour", "parlour/rulebook", "parlour/board"}, nil,
		"the ninth game is an engine like those in games"},
	{[]string{"parlour/internal/ninth"}, []string{"parlour", "parlour/bot", "parlour/cabinet", "parlour/internal/ninth/*", "parlour/record"}, nil,
		"a game outside the house needs its players and its entry"},
	{[]string{"parlour/internal/*"}, []string{"parlour", "parlour/*", "parlour/*/*"}, nil,
		"the tests of the house look at everything"},
}

func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		ok, err := path.Match(p, name)
		return err == nil && ok
	})
}

// TestLayers checks every import of every package against its layer.
func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		i := slices.IndexFunc(layers, func(l layer) bool { return matches(l.packages, p.ImportPath) })
		if i < 0 {
			t.Errorf("%s is in no layer: say in layers_test.go what it may import and why", p.ImportPath)
			continue
		}
		l := layers[i]
		for _, imp := range p.Imports {
			inside := imp == "parlour" || strings.HasPrefix(imp, "parlour/")
			switch {
			case inside && !matches(l.may, imp):
				t.Errorf("%s imports %s, but %s", p.ImportPath, imp, l.why)
			case !inside && strings.Contains(strings.Split(imp, "/")[0], ".") && !slices.ContainsFunc(l.outside, func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") }):
				t.Errorf("%s imports %s of others; a module of others is used by one package made for it", p.ImportPath, imp)
			}
		}
	}
}

// TestPackageDocs checks that every package says what it is for.
func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

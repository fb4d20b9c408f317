package house

import (
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"parlour/internal/programs"
)

// A pkg is what go list -json says about a package.
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
	cmd := exec.Command(programs.Find(t, "go"), "list", "-json=ImportPath,Doc,Imports,TestImports,XTestImports,Standard,Dir", "parlour/...")
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

// A layer is one package: what it imports and why it may. There is one entry for
// each package, without wildcards, and it lists exactly what is imported. To add
// a package, add an entry; TestLayers says what is missing.
type layer struct {
	name    string // path below parlour; "." is the root
	uses    string // packages of the house that it imports
	why     string // what it is for, which limits what it may know
	tests   string // packages that only its tests import
	reason  string // why they need them
	modules string // modules of others that it or its tests import
}

// besideTheGame is why the players of a game bring their puzzles and openings.
const besideTheGame = "what only one game's players need or know stays beside that game"

// Reasons that many tests share.
const (
	bySuite  = "the suite checks that it keeps the laws of its kind"
	onGames  = "what holds for any game is tried with real ones"
	onStores = "tried with real stores and servers"
	waits    = "tests wait for conditions, not for time"
	runs     = "tests find the programs of others in one list"
)

var layers = []layer{
	// The vocabulary.
	{name: ".", why: "everything else stands on the vocabulary, so it stands on nothing",
		tests: "games/race", reason: "the example of the package plays a real game"},
	{name: "rulebook", uses: ".", why: "books are data; what is wrong with options are faults like those of positions"},
	{name: "board", why: "a board is geometry, whatever is played on it"},
	{name: "phrase", uses: ".", why: "words know codes, not games"},
	{name: "language", uses: "phrase", why: "a language translates sentences, and the books are told its texts",
		tests: ". cabinet internal/ninth internal/programs language/source learn/theory record rulebook", reason: "every language says everything that any game says, and others judge its plurals"},
	{name: "language/pseudo", uses: "language language/source phrase", why: "a language that nobody speaks is made of the English of everything that speaks",
		tests: ".", reason: "sentences have arguments"},
	{name: "language/source", uses: ". cabinet draw/term language learn/theory phrase web/page bot", why: "it collects the English of everything that speaks"},
	{name: "learn/opening", uses: ". internal/files learn/theory", why: "a book of openings is text about any game, in the unit of its players, and who judges its moves is told to it",
		tests: "games/checkers", reason: onGames},
	{name: "learn/theory", why: "what is known of a game is figures, which bots compute and pages show; how players write them stands here once"},
	{name: "learn/lesson", uses: ". rulebook", why: "lessons are data, and what they claim is checked with any game and its book",
		tests: "bot cabinet phrase", reason: "every course is checked with its game and our players, and its words are in the catalogue"},

	// Games.
	{name: "games/race", uses: ". board rulebook", why: "an engine is light to import and never knows another game",
		tests: "games/gametest phrase", reason: bySuite},
	{name: "games/contact", uses: ". board rulebook", why: "an engine is light to import and never knows another game",
		tests: "games/gametest phrase record", reason: bySuite},
	{name: "games/checkers", uses: ". board rulebook", why: "an engine is light to import and never knows another game",
		tests: "games/gametest phrase", reason: bySuite},
	{name: "games/backgammon", uses: ". board rulebook", why: "an engine is light to import and never knows another game",
		tests: "games/gametest phrase", reason: bySuite},
	{name: "games/gametest", uses: ". board phrase rulebook", why: "the suite tests any game in all options of its book, and that it can say what it refuses"},
	{name: "referee", uses: ".", why: "a referee judges any match",
		tests: "games/backgammon games/checkers games/contact games/gametest games/race", reason: onGames},

	// Records.
	{name: "record", uses: ".", why: "a record is text about any match",
		tests: "games/race", reason: onGames},
	{name: "record/pdn", uses: ". games/checkers record", why: "a format of one game knows that game"},
	{name: "record/sheet", uses: ". games/backgammon record", why: "what the formats of one game share",
		tests: "games/gametest", reason: "it holds complete games to convert"},
	{name: "record/sheet/sheettest", uses: ". games/backgammon games/gametest internal/programs record record/sheet", why: "every format of one game is tried on the same matches, and by another program"},
	{name: "record/mat", uses: ". games/backgammon record/sheet", why: "a format of one game knows that game",
		tests: "record record/sheet/sheettest", reason: "it holds complete games to convert"},
	{name: "record/sgf", uses: ". games/backgammon record/sheet", why: "a format of one game knows that game",
		tests: "record/sheet/sheettest", reason: "it holds complete games to convert"},

	// Players.
	{name: "bot", uses: ". internal/files learn/theory", why: "generic players know abilities, not games",
		tests: "games/race", reason: onGames},
	{name: "bot/race", uses: ". bot games/race learn/puzzle learn/puzzle/mine learn/theory rulebook", why: besideTheGame,
		tests: "lab/sim", reason: "players are measured against each other"},
	{name: "bot/contact", uses: ". bot games/contact learn/puzzle learn/puzzle/mine", why: besideTheGame,
		tests: "lab/sim", reason: "players are measured against each other"},
	{name: "bot/checkers", uses: ". bot games/checkers internal/files learn/opening learn/puzzle learn/puzzle/mine learn/theory internal/parallel", why: besideTheGame},
	{name: "bot/backgammon", uses: ". bot games/backgammon learn/opening learn/puzzle learn/puzzle/mine learn/theory", why: besideTheGame,
		tests: "internal/programs lab/train/backgammon", reason: "outside programs judge the players, and the trainer measures them against each other"},

	// The laboratory.
	{name: "lab/sim", uses: ". bot", why: "a simulator plays any rules",
		tests: "games/race", reason: onGames},
	{name: "lab/sim/lockstep", uses: ". bot games/race lab/sim", why: "many games at once are played by numbers that one family of games gives",
		tests: "rulebook", reason: "every value of every option is tried"},
	{name: "lab/arena", uses: ". bot lab/sim referee internal/parallel", why: "a contest is between any players of any game",
		tests: "cabinet engine internal/wait", reason: "a program that speaks the line protocol takes part"},
	{name: "lab/arena/gnubg", uses: ". games/backgammon internal/programs lab/arena", why: "a program of others is told one game in its own language",
		tests: "bot", reason: "it plays against a player of ours"},
	{name: "lab/analyse", uses: ". bot internal/parallel learn/theory phrase record", why: "an analysis judges any record, and says in words what it found",
		tests: "cabinet", reason: onGames},
	{name: "lab/train", uses: ". bot internal/files internal/parallel", why: "a course trains a player of any game that can learn",
		tests: "lab/train/race", reason: "a real course is interrupted and continued"},
	{name: "lab/train/race", uses: ". bot bot/race games/race internal/files lab/train internal/parallel", why: "a trainer knows the game and the players that it trains"},
	{name: "lab/train/checkers", uses: ". bot bot/checkers games/checkers internal/files internal/parallel", why: "a trainer knows the game and the players that it trains"},
	{name: "lab/train/backgammon", uses: ". bot bot/backgammon games/backgammon internal/files internal/parallel", why: "a trainer knows the game and the players that it trains"},
	{name: "lab/train/contact", uses: ". bot bot/contact games/contact lab/train", why: "a trainer knows the game and the players that it trains"},
	{name: "lab/work", uses: "internal/build internal/parallel", why: "a task is bytes, whatever they mean"},
	{name: "lab/worker", uses: "hall/nats lab lab/work phrase", why: "a worker joins the laboratory to the one bus that hands out tasks"},
	{name: "lab", uses: ". bot cabinet draw/plot internal/files lab/analyse lab/arena lab/sim lab/work learn/theory phrase record rulebook internal/parallel", why: "the laboratory measures any game of the catalogue, with any crew"},

	// Puzzles.
	{name: "learn/puzzle", uses: ". internal/files learn/theory", why: "puzzles are data in the unit of the game's players, and what they claim is checked with any game",
		tests: "bot cabinet learn/puzzle/mine phrase", reason: "every puzzle is checked with its game, its themes are in the catalogue, and a sample is judged again"},
	{name: "learn/puzzle/mine", uses: ". bot learn/puzzle", why: "a miner finds puzzles of any game, and is told who judges them",
		tests: "cabinet", reason: onGames},

	// Drawings.
	{name: "draw", uses: ".", why: "drawing knows no game",
		tests: "board draw/svg draw/term games/backgammon games/checkers games/contact games/race", reason: onGames},
	{name: "draw/markup", why: "markup is text"},
	{name: "draw/plot", uses: "draw/markup", why: "a plot draws numbers, whatever they mean"},
	{name: "draw/svg", uses: ". board draw draw/markup", why: "drawing knows no game",
		tests: "games/race", reason: onGames},
	{name: "draw/cover", uses: "board draw/font draw/markup", why: "a lid is made of a name and a shape", modules: "golang.org/x/image",
		tests: "cabinet draw/png", reason: "the lids of real games are told apart"},
	{name: "draw/term", uses: ". board draw", why: "drawing knows no game"},
	{name: "draw/font", why: "a font knows no text", modules: "golang.org/x/image github.com/go-fonts/dejavu"},
	{name: "draw/outline", uses: "draw/font", why: "an outline is read from a drawing alone", modules: "golang.org/x/image"},
	{name: "draw/png", uses: "draw/outline", why: "a picture is made of a drawing alone", modules: "golang.org/x/image github.com/go-fonts/dejavu",
		tests: ". board draw draw/svg internal/programs", reason: "real drawings become pictures"},
	{name: "draw/pdf", uses: "draw/outline", why: "a document is made of drawings and words",
		tests: "draw/pdf/pdftest", reason: "what was written is read again"},
	{name: "draw/pdf/pdftest", why: "a reader that shares nothing with the writer"},
	{name: "draw/qr", uses: "draw/markup", why: "a code is made of text alone", modules: "rsc.io/qr"},

	// The catalogue.
	{name: "cabinet", uses: ". board bot bot/backgammon bot/checkers bot/contact bot/race games/backgammon games/checkers games/contact games/race lab/analyse lab/arena lab/arena/gnubg lab/sim lab/sim/lockstep learn/lesson learn/opening learn/puzzle learn/theory phrase record record/mat record/pdn record/sgf record/sheet rulebook",
		why:   "the catalogue is the one place that knows every game, and it knows no table",
		tests: "games/gametest internal/programs", reason: bySuite},
	{name: "engine/encode", uses: ". board", why: "the numbers of positions and actions come from what every game offers",
		tests: "cabinet", reason: onGames},
	{name: "engine", uses: ". bot cabinet engine/encode phrase record rulebook", why: "the line protocol speaks for any game of the catalogue"},
	{name: "draw/printing", uses: ". board cabinet draw draw/outline draw/pdf draw/qr draw/svg phrase rulebook", why: "a printed game is made from the catalogue, without a server or a page",
		tests: "draw/pdf/pdftest", reason: "what was written is measured"},
	{name: "terminal/compose", uses: ". board", why: "composing a move by places knows no game and no screen",
		tests: "cabinet", reason: onGames},
	{name: "terminal/screen", uses: ". board draw draw/term phrase terminal/compose", why: "a screen shows any game and knows no table", modules: "github.com/gdamore/tcell/v2 github.com/rivo/uniseg"},
	{name: "terminal/screen/screentest", uses: "internal/wait", why: "a terminal in memory for tests", modules: "github.com/gdamore/tcell/v2"},

	// Tables.
	{name: "table/fair", why: "the dice are small enough to be checked by anybody"},
	{name: "table", uses: ". referee table/fair", why: "the rules of a table are plain functions: no goroutine, no clock, no store",
		tests: "games/backgammon games/checkers games/contact games/race phrase table/proof", reason: "whole games are judged, their dice checked, and refusals read"},
	{name: "table/proof", uses: ". record referee table table/fair", why: "a proof is made of a table's events and checked against its record",
		tests: "cabinet internal/forge record", reason: "honest tables pass, and forged logs of a dishonest server do not"},
	{name: "table/device", uses: "table table/fair table/proof", why: "a device takes part in the dice of a table only as far as the log proves them; it has secrets, which a verifier has not",
		tests: ". cabinet internal/forge", reason: "devices play whole games"},
	{name: "table/tabletest", uses: "table table/fair", why: "tests need devices that take part"},
	{name: "hall", uses: ". internal/cache internal/line table", why: "a hall runs tables of any game with any store and any bus, but knows none by name",
		tests: "bot bot/checkers games/backgammon games/checkers games/contact games/race hall/bustest hall/sqlite hall/storetest internal/wait phrase referee table/fair table/proof table/tabletest", reason: "whole games are played, with stores that fail and nodes that die"},
	{name: "cabinet/shelf", uses: ". cabinet hall", why: "neither a hall nor the cabinet knows the other"},
	{name: "hall/storetest", uses: "hall internal/wait table", why: "a suite tests any store"},
	{name: "hall/bustest", uses: "hall internal/wait", why: "a suite tests any bus"},
	{name: "hall/sqlite", uses: "hall internal/files table", why: "a store knows tables, never another store", modules: "modernc.org/sqlite",
		tests: "hall/storetest", reason: bySuite},
	{name: "hall/keyed", uses: "hall table", why: "a store knows tables, never another store",
		tests: "hall/storetest", reason: bySuite},
	{name: "hall/postgres", uses: "hall table", why: "a store knows tables, never another store", modules: "github.com/jackc/pgx/v5",
		tests: "hall/sqlite hall/storetest internal/servers internal/wait", reason: "the suite, a real server, and another store to compare it with"},
	{name: "hall/nats", uses: "hall lab/work", why: "a bus knows tables and tasks, never another bus", modules: "github.com/nats-io/nats.go",
		tests: "hall/bustest internal/servers internal/wait", reason: "the suite, with a real server"},
	{name: "hall/transfer", uses: "hall table internal/parallel", why: "tables are carried between any stores",
		tests: "hall/postgres hall/sqlite hall/storetest internal/servers", reason: onStores},

	// The web.
	{name: "web/wire", uses: ". phrase table", why: "what a server and its clients say to each other is declared once, where neither knows the other"},
	{name: "web/show", uses: ". board cabinet draw draw/svg learn/lesson learn/puzzle phrase rulebook table web/rules web/wire", why: "what people are shown of a game or a table is made from the catalogue, without a request or a table that is alive"},
	{name: "web/live", uses: ". cabinet hall internal/cache internal/line phrase record table table/proof web/show web/wire", why: "everybody who watches a table reads the same bytes, whatever route they came by",
		tests: "cabinet/shelf hall/storetest internal/wait language", reason: "a table that is alive is watched"},
	{name: "web/address", why: "whom to believe about addresses depends on a request and the host's word alone"},
	{name: "web/exchange", uses: "internal/line web/wire", why: "bytes go to and fro in time and in turn, whatever they say",
		tests: "internal/wait", reason: waits},
	{name: "web/picture", uses: "draw/png internal/cache internal/line web/wire", why: "pictures are made one after another and kept, whatever they show"},
	{name: "web/notice/push", why: "a notice is bytes for a browser"},
	{name: "web/notice", uses: "hall web/notice/push", why: "whom to tell of a turn depends on tables, not on games or routes",
		tests: "cabinet/shelf hall/storetest table", reason: "a table that is alive has turns, and a store in memory keeps who wants notices"},
	{name: "web/study", uses: ". bot cabinet internal/cache internal/line lab lab/analyse lab/sim learn/theory phrase record table web/show web/wire", why: "thinking about a game needs its record and its players, not a table that is alive",
		tests: "games/checkers internal/wait", reason: "a judge made for a test needs the positions of a game; " + waits},
	{name: "web/page", why: "the page asks the server for everything", modules: "github.com/andybalholm/brotli",
		tests: ". cabinet draw draw/svg internal/programs phrase table", reason: "its modules are tried on real moments of every game"},
	{name: "web/rules", uses: ". cabinet draw draw/qr draw/svg lab learn/opening phrase draw/printing learn/puzzle rulebook", why: "a rulebook is written from the catalogue and what the laboratory found, without a table or a script"},
	{name: "web", uses: ". cabinet docs draw/cover draw/png draw/qr draw/svg hall internal/cache internal/line internal/metrics lab phrase draw/printing learn/puzzle record table table/proof web/address web/exchange web/live web/notice web/notice/push web/page web/picture web/rules web/show web/study web/wire language language/source",
		why: "routes, limits and identity, wired to the packages that do the work", modules: "github.com/santhosh-tekuri/jsonschema/v6 go.yaml.in/yaml/v3",
		tests: "cabinet/shelf games/backgammon games/checkers hall/sqlite hall/storetest internal/programs internal/wait lab/analyse lab/work language learn/theory table/tabletest", reason: "a whole server is asked, in every language: its answers agree with the store, the laboratory and a device that checks the dice"},

	{name: "web/site", uses: "hall hall/keyed cabinet/shelf web web/exchange web/page language", why: "a site of plain files is what a server without tables answers, in another place",
		tests: "cabinet", reason: "it has a page for every game, in any language"},
	{name: "web/local", uses: ". hall hall/keyed cabinet/shelf web web/wire language", why: "a whole server without a network needs a store, the games and the handler",
		tests: "cabinet internal/programs", reason: "it plays every game, here and in Node"},

	// Clients.
	{name: "clients/go", uses: ". internal/files table table/device table/fair table/proof web/wire", why: "a client checks what a server says by itself, and knows no game by name",
		tests: "cabinet clients/go/clienttest internal/forge", reason: "it plays at real and at dishonest servers"},
	{name: "clients/go/clienttest", uses: "hall cabinet/shelf hall/storetest internal/wait table web", why: "a real server for tests of clients"},
	{name: "terminal", uses: ". bot cabinet clients/go draw draw/term internal/files phrase record referee table terminal/screen", why: "a game in the terminal is played here or at a server, without flags", modules: "golang.org/x/term",
		tests: "clients/go/clienttest internal/wait language terminal/screen/screentest", reason: "whole games are played on a terminal in memory, in another language too, and at a real server"},

	// Programs.
	{name: "server/backend", uses: "hall hall/nats hall/postgres hall/sqlite hall/transfer internal/files", why: "the one place that knows which address names which store or bus",
		tests: "hall/storetest internal/servers internal/wait", reason: onStores},
	{name: "server/doctor", uses: "lab/bench cabinet hall hall/postgres internal/build internal/files phrase server/backend", why: "the doctor looks at what a server stands on, not at its pages",
		tests: "internal/servers internal/wait", reason: onStores},
	{name: "server", uses: "bot draw/qr hall cabinet/shelf internal/files internal/line internal/programs server/backend table web web/notice/push web/page language", why: "a server is a hall and its page behind a listener", modules: "golang.org/x/crypto/acme",
		tests: "hall/storetest internal/wait web/address", reason: "a server with a store in memory starts and stops, and trusts a proxy"},
	{name: "lab/bench", uses: ". bot bot/backgammon bot/checkers bot/contact bot/race cabinet games/backgammon games/checkers games/contact games/race hall cabinet/shelf internal/programs lab lab/sim lab/work phrase table", why: "what is measured is named here, but the stores and buses are its caller's", modules: "github.com/andybalholm/brotli",
		tests: "hall/storetest web web/live", reason: "the load is measured against a real server"},
	{name: "lab/bench/wasm", uses: "lab/bench", why: "the part of a measurement that runs as WebAssembly"},
	{name: "cmd/parlour", uses: ". lab/bench bot bot/checkers cabinet draw draw/png draw/svg draw/term engine hall hall/nats internal/build internal/data internal/files lab language language/source lab/analyse lab/arena lab/sim lab/train lab/train/backgammon lab/train/checkers lab/train/contact lab/train/race lab/work lab/worker learn/opening phrase draw/printing learn/puzzle learn/puzzle/mine record server server/backend server/doctor table table/proof terminal web web/exchange web/site",
		why: "the command wires everything and holds nothing", modules: "github.com/santhosh-tekuri/jsonschema/v6 github.com/spf13/cobra github.com/spf13/pflag go.yaml.in/yaml/v3",
		tests: "hall/storetest internal/forge internal/programs internal/servers internal/wait rulebook", reason: "the command is run against real and dishonest servers, and what it prints against its schemas"},
	{name: "cmd/local", uses: "internal/files internal/programs", why: "it builds itself for browsers; only its files for them import more: web/local, the engine, and the bots whose files it fetches", modules: "github.com/andybalholm/brotli"},
	{name: "clients", why: "packages for other languages, which only run the program",
		tests: "internal/programs", reason: runs},
	{name: "clients/go/example", why: "an example talks to a server as anybody's program would"},

	// Tests of the whole house.
	{name: "internal/e2e", uses: "internal/files internal/programs internal/wait", why: "a browser sees the server from outside",
		tests: "cabinet/shelf hall hall/sqlite language language/pseudo web", reason: "languages that are not offered are tried too"},
	{name: "docs", why: "what a server tells about itself is text"},
	{name: "internal/parallel", why: "who does a part of the work does not matter, whatever the work is"},
	{name: "internal/largest", why: "a number is a number, whatever it counts"},
	{name: "internal/metrics", uses: "internal/build", why: "a metric is a name and a number, whatever is counted"},
	{name: "internal/line", uses: "internal/largest", why: "guests wait, whatever for"},
	{name: "internal/cache", uses: "internal/largest", why: "a value is kept, whatever it means"},
	{name: "internal/files", why: "a file is bytes, whatever they mean",
		tests: "internal/programs", reason: "another program watches what reaches the disk"},
	{name: "internal/data", why: "rows and types are written by their fields, whatever they mean"},
	{name: "internal/build", why: "a program knows what it was made from without its parts"},
	{name: "internal/release", uses: "internal/programs", why: "a release is made with the tools of Go, not with our packages", modules: "go.yaml.in/yaml/v3",
		tests: "internal/wait", reason: "the program serves a game before it is released"},
	{name: "internal/wait", why: "waiting for a condition needs nothing"},
	{name: "internal/programs", why: "the list of outside programs is needed by all who run one"},
	{name: "internal/programs/install", uses: "internal/programs", why: "what is installed is what the list says"},
	{name: "internal/servers", uses: "internal/programs", why: "servers of others are started as programs",
		tests: "internal/wait", reason: waits},
	{name: "internal/forge", uses: ". cabinet table table/device table/fair table/proof", why: "a dishonest server knows everything an honest one does",
		tests: "internal/programs", reason: runs},
	{name: "internal/faults", why: "what people were told must be true after every fault", modules: "github.com/anishathalye/porcupine",
		tests: ". cabinet clients/go games/gametest hall hall/postgres hall/sqlite internal/programs internal/servers internal/wait record referee table table/fair table/proof table/tabletest", reason: "servers are killed and flooded, and their stores read"},
	{name: "internal/house", why: "the conventions are tests",
		tests: "cabinet games/checkers games/gametest internal/ninth internal/programs phrase rulebook", reason: "they look at every game, book and phrase"},
	{name: "internal/ninth", uses: ". bot cabinet internal/ninth/morris internal/ninth/snails learn/lesson learn/puzzle learn/puzzle/mine record", why: "a game outside the house needs its players, its course, its puzzles and its entry",
		tests: "draw/pdf/pdftest internal/e2e games/gametest internal/programs internal/servers internal/wait phrase", reason: "the game goes everywhere: the suite, the command, a browser"},
	{name: "internal/ninth/snails", uses: ". board rulebook", why: "a game with a die, three seats and an odd piece is an engine, too",
		tests: "games/gametest", reason: bySuite},
	{name: "internal/ninth/morris", uses: ". board rulebook", why: "the ninth game is an engine like those in games",
		tests: "games/gametest phrase", reason: bySuite},
}

// short returns the name of a package below parlour, and whether it belongs to
// the house.
func short(imp string) (name string, inside bool) {
	if imp == "parlour" {
		return ".", true
	}
	return strings.CutPrefix(imp, "parlour/")
}

// TestLayers checks the imports of every package and of its tests against its
// entry, which lists exactly what they import.
func TestLayers(t *testing.T) {
	left := map[string]layer{}
	for _, r := range layers {
		if _, twice := left[r.name]; twice || r.why == "" || (r.tests == "") != (r.reason == "") {
			t.Errorf("the entry of %s is there twice, or lacks a reason", r.name)
		}
		left[r.name] = r
	}
	for _, p := range packages(t) {
		name, _ := short(p.ImportPath)
		r, ok := left[name]
		if !ok {
			t.Errorf("%s has no entry in layers_test.go: say what it imports and why", name)
			continue
		}
		delete(left, name)
		uses, tests := r.check(t, p.Imports, r.uses, r.why), r.check(t, slices.Concat(p.TestImports, p.XTestImports), r.uses+" "+r.tests+" "+name, r.reason)
		for _, use := range strings.Fields(r.uses) {
			if !uses[use] {
				t.Errorf("%s does not import %s any more: take it out of its entry", name, use)
			}
		}
		for _, use := range strings.Fields(r.tests) {
			if !tests[use] {
				t.Errorf("the tests of %s do not import %s any more: take it out of its entry", name, use)
			}
		}
	}
	for name := range left {
		t.Errorf("there is no package %s: take its entry out", name)
	}
}

// check reports imports that are not allowed, and returns those of the house.
func (r *layer) check(t *testing.T, imports []string, allowed, why string) map[string]bool {
	seen := map[string]bool{}
	for _, imp := range imports {
		name, inside := short(imp)
		switch {
		case inside && !slices.Contains(strings.Fields(allowed), name):
			t.Errorf("%s imports %s, which its entry does not list (%s)", r.name, name, cmp.Or(why, "its tests need nothing else"))
		case inside:
			seen[name] = true
		case strings.Contains(strings.Split(imp, "/")[0], ".") && !slices.ContainsFunc(strings.Fields(r.modules), func(m string) bool { return imp == m || strings.HasPrefix(imp, m+"/") }):
			t.Errorf("%s imports %s; a module of others is imported by one package made for it", r.name, imp)
		}
	}
	return seen
}

// TestPackageDocs checks that every package says what it is for.
func TestPackageDocs(t *testing.T) {
	for _, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

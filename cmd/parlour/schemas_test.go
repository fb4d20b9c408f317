package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/spf13/cobra"

	"parlour/cabinet"
	"parlour/engine"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/build"
	"parlour/internal/data"
	"parlour/internal/servers"
	"parlour/lab"
	"parlour/lab/analyse"
	"parlour/lab/arena"
	"parlour/lab/bench"
	"parlour/lab/sim"
	"parlour/learn/puzzle"
	"parlour/record"
	"parlour/rulebook"
	"parlour/server/doctor"
	"parlour/table/proof"
)

// A shape is what a command prints with --json.
type shape struct {
	types []any    // examples of the types it may have
	runs  []string // its arguments; the exit code may be 1
}

// shapes are those of every command with --json.
var shapes = map[string]shape{
	"games":        {[]any{[]cabinet.Listed{}}, []string{""}},
	"rules":        {[]any{rulebook.Book{}}, []string{"parker", "parker blockade-stops-all", "mensch tries", "backgammon"}},
	"book":         {[]any{cabinet.Lookup{}}, []string{"checkers", "checkers octopus", "backgammon 31", "checkers W:WK15,K18:BK1"}},
	"new":          {[]any{engine.State{}}, []string{"kleefeld", "checkers"}},
	"moves":        {[]any{engine.State{}}, []string{"checkers", "B:W21-32:B"}},
	"why":          {[]any{engine.Why{}}, []string{"checkers 9-13", "checkers 9-10"}},
	"replay":       {[]any{record.Summary{}}, []string{"games.txt"}},
	"analyse":      {[]any{analyse.Report{}, analyse.Assessment{}}, []string{"short.txt", "kleefeld", "W:WK15,K18:BK1"}},
	"verify":       {[]any{proof.Report{}}, []string{"games.txt"}},
	"tables":       {[]any{[]hall.Summary{}}, []string{"--data data"}},
	"doctor":       {[]any{[]doctor.Finding{}}, []string{"--data data"}},
	"sim":          {[]any{sim.Report{}}, []string{"auto-race --games 2", "backgammon --games 2"}},
	"lab":          {[]any{lab.Report{}}, []string{"auto-race --games 4"}},
	"luck":         {[]any{lab.LuckReport{}}, []string{"mensch --games 1 --level beginner"}},
	"arena":        {[]any{arena.Report{}}, []string{"auto-race greedy random --rounds 1", "mensch greedy random --form one --rounds 1"}},
	"ladder":       {[]any{[]cabinet.Rating{}}, []string{"kleefeld --rounds 1"}},
	"perft":        {[]any{lab.Counted{}}, []string{"checkers --depth 2", "checkers --depth 2 --divide", "kleefeld --depth 1 --first"}},
	"bench":        {[]any{bench.SpeedReport{}, []bench.Comparison{}}, []string{"kleefeld --time 1ms"}},
	"bench local":  {[]any{bench.LocalReport{}}, nil}, // not run: it builds the program for browsers, which takes minutes
	"bench server": {[]any{bench.ServerReport{}}, []string{"--tables 2 --time 20ms --data ."}},
	"bench work":   {[]any{bench.WorkReport{}}, []string{"--bus BUS --workers 1 --games 64 --rounds 1"}},
	"endgames":     {[]any{[]verified{}}, []string{"--pieces 2 --out endgames --verify"}},
	"puzzles list": {[]any{[]puzzle.Listed{}, []puzzle.Count{}}, []string{"checkers", "--count"}},
	"puzzles show": {[]any{puzzle.Solution{}}, []string{"checkers 12", "backgammon 1"}},
	"words":        {[]any{[]translation{}}, []string{"", "de"}},
	"version":      {[]any{build.Build{}}, []string{""}},
}

// Every command with --json has a schema in docs/schemas, which is that of its Go
// types, and prints what the schema says. -update writes the schemas.
func TestSchemas(t *testing.T) {
	t.Setenv(asCommand, "1") // bench server and bench work start this program
	bus := servers.NATS(t).URL()
	dir, err := filepath.Abs("../../docs/schemas")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for _, args := range []string{"sim mensch --games 2 --records games.txt", "endgames --pieces 2 --out endgames"} {
		if code, _, errs := call("", strings.Fields(args)...); code != 0 {
			t.Fatal(errs)
		}
	}
	if err := errors.Join(os.Mkdir("data", 0o700), os.WriteFile("short.txt", []byte("@ Game: checkers\n= checkers B:W21-32:B1-12 q=0\nB 11-15\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	store, err := openStore(t.Context(), "", "data")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(store.Append(t.Context(), storetest.Batch("there", 0, 2)), store.Close()); err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	everyCommand(func(c *cobra.Command) {
		if c.Flags().Lookup("json") == nil {
			return
		}
		name := strings.TrimPrefix(c.CommandPath(), "parlour ")
		s, ok := shapes[name]
		if !ok {
			t.Errorf("parlour %s --json has no schema", name)
			return
		}
		file := strings.ReplaceAll(name, " ", "-") + ".json"
		files[file] = true
		schema := checkSchema(t, filepath.Join(dir, file), data.Schema("parlour "+name+" --json", s.types...))
		for _, args := range s.runs {
			code, out, errs := call("", append(strings.Fields(name+" "+strings.Replace(args, "BUS", bus, 1)), "--json")...)
			if code == exitUsage || out == "" {
				t.Errorf("parlour %s %s --json: %d %s", name, args, code, errs)
			}
			validate(t, "parlour "+name+" "+args, schema, out)
		}
	})
	there, err := os.ReadDir(dir)
	for _, f := range there {
		if !files[f.Name()] {
			t.Errorf("docs/schemas/%s is of no command", f.Name())
		}
	}
	if err != nil || len(files) != len(shapes) {
		t.Errorf("%d commands have --json, the table has %d; %v", len(files), len(shapes), err)
	}
}

// checkSchema compares a schema with its file and returns it compiled.
func checkSchema(t *testing.T, file string, schema any) *jsonschema.Schema {
	t.Helper()
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if old, err := os.ReadFile(file); err != nil || !bytes.Equal(old, text) {
		t.Errorf("%s is not the schema of the Go types; -update writes it: %v", file, err)
	}
	compiled, err := jsonschema.NewCompiler().Compile(file)
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}

// validate checks every value that a command printed.
func validate(t *testing.T, command string, schema *jsonschema.Schema, out string) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(out))
	d.UseNumber()
	for {
		var v any
		err := d.Decode(&v)
		if errors.Is(err, io.EOF) {
			return
		}
		if err == nil {
			err = schema.Validate(v)
		}
		if err != nil {
			t.Errorf("%s --json: %v", command, err)
			return
		}
	}
}

// A table is also CSV: the first line names the columns, which are the fields of the
// JSON.
func TestCSV(t *testing.T) {
	for args, head := range map[string]string{
		"games":                                    "id,title,year,maker,players,turns,sd,luck,levels",
		"perft checkers --depth 2 --divide":        "text,count",
		"perft checkers --depth 2":                 "position,depth,count,first,branches",
		"luck mensch --games 1 --level beginner":   "errors_moved,game,games,low,high,level,luck_share,seed,throws_moved",
		"book checkers":                            "key,name,path,position,replies",
		"book checkers W:WK15,K18:BK1":             "move,result,plies",
		"puzzles list":                             "game,number,difficulty,found,best,unit,value,gap,low,high,proved,themes,position",
		"puzzles list --count":                     "game,puzzles,difficulties,bytes",
		"bench auto-race --time 1ms":               "game,ns_per_move,allocations_per_move,moves,playouts_per_second,signature",
		"words":                                    "language,percent,area,texts,done,missing,stale,dead,faults",
		"ladder kleefeld --rounds 1":               "player,rating,low,high,games",
		"arena auto-race greedy random --rounds 1": "a,b,rounds,games,won,tied,lost,wins,share,low,high,equal,pool,points,points_low,points_high,staked,elo,elo_low,elo_high,moves,ends",
	} {
		code, out, errs := call("", append(strings.Fields(args), "--csv")...)
		first, rest, _ := strings.Cut(out, "\n")
		if code != 0 || first != head || rest == "" {
			t.Errorf("%s --csv: %d %.300s%s", args, code, out, errs)
		}
	}
}

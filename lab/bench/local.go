package bench

import (
	"bytes"
	"compress/gzip"
	"context"
	_ "embed" // for the script
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/andybalholm/brotli"

	"parlour/cabinet"
	"parlour/internal/programs"
)

// Moves measures random play of every game on one core for a time, and returns
// nanoseconds per move by game.
func Moves(ctx context.Context, span time.Duration) (map[string]float64, error) {
	ns := map[string]float64{}
	for _, e := range cabinet.Games() {
		m, err := e.Game.New(e.Typical.Setup)
		if err != nil {
			return nil, err
		}
		r, err := play(ctx, e, m, span, alone)
		if err != nil {
			return nil, err
		}
		ns[e.Info.ID] = r.NS
	}
	return ns, nil
}

//go:embed local.mjs
var localScript []byte

// A Local measures the program that plays inside browsers, in Node, beside this
// one. It needs the commands go and node, and the sources.
type Local struct {
	Span    time.Duration // how long to measure random play of each game
	Answers int           // of the expert of each game
}

// A LocalReport is the result of a Local. Sizes are bytes, times are milliseconds.
type LocalReport struct {
	Size    int           `json:"size"`
	Gzip    int           `json:"gzip"`
	Brotli  int           `json:"brotli"`
	Moves   []LocalMoves  `json:"moves"`
	Answers []LocalAnswer `json:"answers"`
	Compile float64       `json:"compile_ms"`
	Start   float64       `json:"start_ms"` // after that until it is ready
	First   float64       `json:"first_ms"` // until the first throw is made
}

// LocalMoves is the cost of random play of a game.
type LocalMoves struct {
	Game  string  `json:"game"`
	Here  float64 `json:"ns_per_move"`
	There float64 `json:"wasm_ns_per_move"`
}

// A LocalAnswer is how long the expert of a game takes to answer.
type LocalAnswer struct {
	Game    string  `json:"game"`
	Answers int     `json:"answers"`
	Mean    float64 `json:"mean_ms"`
	Worst   float64 `json:"worst_ms"`
}

// Run measures.
func (l *Local) Run(ctx context.Context) (*LocalReport, error) {
	root, err := output(ctx, "", nil, "go", "list", "-m", "-f", "{{.Dir}}", "parlour")
	if err != nil {
		return nil, fmt.Errorf("this measurement builds the program for browsers, so run it in the folder of the sources: %w", err)
	}
	goroot, err := output(ctx, root, nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "parlour-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, moves := filepath.Join(dir, "local.wasm"), filepath.Join(dir, "moves.wasm")
	for name, file := range map[string]string{"parlour/cmd/local": program, "parlour/lab/bench/wasm": moves} {
		if _, err := output(ctx, root, []string{"GOOS=js", "GOARCH=wasm", "GOFLAGS="}, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", file, name); err != nil {
			return nil, err
		}
	}
	r := &LocalReport{}
	if err := r.sizes(program); err != nil {
		return nil, err
	}
	if r.Moves, err = l.moves(ctx, goroot, moves); err != nil {
		return nil, err
	}
	return r, l.answers(ctx, r, root, goroot, program, dir)
}

// sizes measures how large the program is.
func (r *LocalReport) sizes(program string) error {
	data, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	var zipped, small bytes.Buffer
	z, _ := gzip.NewWriterLevel(&zipped, gzip.BestCompression) // a level that exists
	z.Write(data)                                              // writing to a buffer never fails
	z.Close()
	// As go run ./cmd/local -embed compresses it.
	br := brotli.NewWriterOptions(&small, brotli.WriterOptions{Quality: 10, LGWin: 24})
	br.Write(data)
	br.Close()
	r.Size, r.Gzip, r.Brotli = len(data), zipped.Len(), small.Len()
	return nil
}

// moves measures the speed of random play.
func (l *Local) moves(ctx context.Context, goroot, program string) (list []LocalMoves, err error) {
	text, err := output(ctx, "", nil, "node", filepath.Join(goroot, "lib", "wasm", "wasm_exec_node.js"), program, l.Span.String())
	if err != nil {
		return nil, err
	}
	var there map[string]float64
	if err := json.Unmarshal([]byte(text), &there); err != nil {
		return nil, err
	}
	here, err := Moves(ctx, l.Span)
	for _, id := range cabinet.IDs() {
		list = append(list, LocalMoves{id, here[id], there[id]})
	}
	return list, err
}

// answers measures how long people wait.
func (l *Local) answers(ctx context.Context, r *LocalReport, root, goroot, program, dir string) error {
	script := filepath.Join(dir, "local.mjs")
	if err := os.WriteFile(script, localScript, 0o644); err != nil {
		return err
	}
	args := []string{script, filepath.Join(goroot, "lib", "wasm", "wasm_exec.js"), program, root, strconv.Itoa(l.Answers)}
	for _, e := range cabinet.Games() {
		if slices.Contains(e.Levels, "expert") {
			args = append(args, e.Info.ID)
		}
	}
	text, err := output(ctx, "", nil, "node", args...)
	if err != nil {
		return err
	}
	var found struct {
		Compile, Start, First float64
		Answers               map[string][]float64
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		return err
	}
	r.Compile, r.Start, r.First = found.Compile, found.Start, found.First
	for _, id := range cabinet.IDs() {
		times := found.Answers[id]
		if len(times) == 0 {
			continue
		}
		sum := 0.0
		for _, t := range times {
			sum += t
		}
		r.Answers = append(r.Answers, LocalAnswer{id, len(times), sum / float64(len(times)), slices.Max(times)})
	}
	return nil
}

// WriteText writes the report for people.
func (r *LocalReport) WriteText(out io.Writer) error {
	mb := func(n int) float64 { return float64(n) / 1e6 }
	fmt.Fprintf(out, "size %.2f MB, by gzip %.2f MB, by brotli %.2f MB\n\n", mb(r.Size), mb(r.Gzip), mb(r.Brotli))
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tNS/MOVE\tIN WEBASSEMBLY\tRATIO")
	for _, m := range r.Moves {
		fmt.Fprintf(w, "%s\t%.1f\t%.1f\t%.1f\n", m.Game, m.Here, m.There, m.There/m.Here)
	}
	fmt.Fprintln(w, "\nEXPERT OF\tANSWERS\tMEAN MS\tWORST MS")
	for _, a := range r.Answers {
		fmt.Fprintf(w, "%s\t%d\t%.0f\t%.0f\n", a.Game, a.Answers, a.Mean, a.Worst)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintf(out, "\ncompiled in %.0f ms; after that ready in %.0f ms, and the first throw is made %.0f ms after the start\n", r.Compile, r.Start, r.First)
	return err
}

// output runs a command in a folder, with variables added to the environment, and
// returns what it prints.
func output(ctx context.Context, dir string, env []string, name string, args ...string) (string, error) {
	path, err := programs.Path(name)
	if err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", name, err, errs.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}

package gnubg

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/games/backgammon"
	"parlour/internal/programs"
	"parlour/lab/arena"
)

// MostPlies is the maximum number of throws to look ahead.
const MostPlies = 4

// Player returns GNU Backgammon as a player that looks that many throws ahead.
func Player(plies int) arena.Player {
	name := fmt.Sprintf("gnubg:%d", plies)
	return arena.Player{Name: name, New: func() (arena.Seated, error) {
		if plies < 0 || plies > MostPlies {
			return nil, fmt.Errorf("GNU Backgammon looks 0 to %d throws ahead, not %d", MostPlies, plies)
		}
		program, err := programs.Path("gnubg")
		if err != nil {
			return nil, err
		}
		return &seated{name: name, program: program, plies: plies}, nil
	}}
}

// Guest lets a contest ask for GNU Backgammon. Without a number it looks two
// throws ahead.
var Guest = arena.Guest{Kind: "gnubg", Form: "gnubg:PLIES", Open: func(arg string, _ io.Writer) (arena.Player, error) {
	n, err := strconv.Atoi(cmp.Or(arg, "2"))
	if err != nil || n < 0 || n > MostPlies {
		return arena.Player{}, fmt.Errorf("expected gnubg:0 to gnubg:%d", MostPlies)
	}
	return Player(n), nil
}}

// seated is the program at a table. It is started when the rules are known.
type seated struct {
	name    string
	program string
	plies   int

	rules *backgammon.Rules
	dir   string
	cmd   *exec.Cmd
	ended chan struct{} // closed when the program has ended
	conn  net.Conn
	in    *bufio.Reader
	board []byte
}

func (s *seated) Name() string { return s.name }

// Begin does nothing, because the program knows only the position.
func (s *seated) Begin(uint64) {}

// Choose asks the program.
func (s *seated) Choose(ctx context.Context, m parlour.Match) (parlour.Move, error) {
	full, p, ok := parlour.Typed[backgammon.Position](m)
	rules, known := full.(*backgammon.Rules)
	if !ok || !known {
		return parlour.NoMove, fmt.Errorf("GNU Backgammon does not play %s", m.Info().ID)
	}
	if s.rules != rules {
		if err := s.open(ctx, rules); err != nil {
			return parlour.NoMove, err
		}
	}
	if word := settled(&p, m); word != "" {
		return m.Parse(word)
	}
	s.board = append(appendBoard(s.board[:0], &p, p.Actor(), rules.Length()), '\n')
	answer, err := s.ask(ctx)
	if err != nil {
		return parlour.NoMove, err
	}
	return m.Parse(spelled(answer))
}

// doubles reports whether the rules have a cube.
func doubles(r *backgammon.Rules) bool { return r.Options()["doubling"] != "none" }

// settled returns a choice that the board format cannot ask for or that is obvious;
// "" otherwise.
func settled(p *backgammon.Position, m parlour.Match) string {
	switch {
	case p.Resign != 0:
		// A resignation is accepted if nothing more can be won.
		if p.Resign == 3 || p.Men[p.Turn].Off() > 0 {
			return "accept"
		}
		return "decline"
	case p.State == backgammon.Pick:
		return "keep"
	case p.State == backgammon.Beavered, p.State == backgammon.Raccooned:
		return "take"
	case p.State == backgammon.Roll:
		if _, err := m.Parse("double"); err != nil {
			return "roll"
		}
	}
	return ""
}

// spelled translates an answer into our notation: the program writes the bar and men
// borne off as numbers, and a forced pass as nothing.
func spelled(answer string) string {
	words := strings.Fields(answer)
	if len(words) == 0 {
		return "pass"
	}
	for i, w := range words {
		from, to, play := strings.Cut(w, "/")
		if !play {
			continue
		}
		if from == "25" {
			from = "bar"
		}
		if to == "0" {
			to = "off"
		}
		words[i] = from + "/" + to
	}
	return strings.Join(words, " ")
}

// settings are the commands that configure the program.
func (s *seated) settings(rules *backgammon.Rules, address string) string {
	cube, jacoby := "off", "off"
	if doubles(rules) {
		cube = "on"
	}
	if rules.Options()["jacoby"] == "yes" {
		jacoby = "on"
	}
	var b strings.Builder
	for _, kind := range []string{"chequerplay", "cubedecision"} {
		fmt.Fprintf(&b, "set evaluation %s evaluation plies %d\n", kind, s.plies)
		fmt.Fprintf(&b, "set evaluation %s evaluation cubeful %s\n", kind, cube)
	}
	fmt.Fprintf(&b, "set jacoby %s\nset beavers 0\nexternal %s\n", jacoby, address)
	return b.String()
}

// patience is how long to wait for the program to start, to answer and to end.
const patience = time.Minute

// open starts the program for some rules and connects to it. The program cannot
// choose a port by itself, so another one may take it first: then it is started again.
func (s *seated) open(ctx context.Context, rules *backgammon.Rules) error {
	var err error
	for range 3 {
		if err = s.start(ctx, rules); !errors.Is(err, errEnded) {
			return err
		}
	}
	return err
}

var errEnded = errors.New("GNU Backgammon has ended")

func (s *seated) start(ctx context.Context, rules *backgammon.Rules) error {
	if err := s.Close(); err != nil {
		return err
	}
	address, err := freeAddress()
	if err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp("", "gnubg"); err != nil {
		return err
	}
	script := filepath.Join(s.dir, "settings")
	if err := os.WriteFile(script, []byte(s.settings(rules, address)), 0o600); err != nil {
		return err
	}
	cmd := exec.Command(s.program, "-t", "-q", "-r", "-c", script)
	cmd.Env = append(os.Environ(), "HOME="+s.dir)
	said := &bytes.Buffer{}
	cmd.Stdout, cmd.Stderr = said, said
	if err := cmd.Start(); err != nil {
		return err
	}
	s.cmd, s.ended = cmd, make(chan struct{})
	go func(ended chan struct{}) {
		_ = cmd.Wait() // what it says tells more
		close(ended)
	}(s.ended)
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			s.conn, s.in, s.rules = conn, bufio.NewReader(conn), rules
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.ended:
			return fmt.Errorf("%w: %s", errEnded, bytes.TrimSpace(said.Bytes()))
		default:
		}
		if time.Now().After(end) {
			return fmt.Errorf("GNU Backgammon does not listen: %w", err)
		}
	}
}

// freeAddress returns an address of this machine where nobody listens. Newer
// versions of the program listen at no file.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// ask sends the board and returns the answer.
func (s *seated) ask(ctx context.Context) (string, error) {
	if err := s.conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return "", err
	}
	stop := context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) { // the program ignores deadlines
			_ = s.conn.SetDeadline(time.Now())
		}
	})
	defer stop()
	if _, err := s.conn.Write(s.board); err != nil {
		return "", fmt.Errorf("cannot write to the program: %w", err)
	}
	line, err := s.in.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("no answer to %s: %w", s.board, err)
	}
	if strings.HasPrefix(line, "Error") {
		return "", fmt.Errorf("the program answers %q to %s", line, s.board)
	}
	return line, nil
}

// Close ends the program, which would otherwise wait for the next connection.
func (s *seated) Close() error {
	if s.conn != nil {
		_ = s.conn.Close()
	}
	if s.cmd != nil {
		_ = s.cmd.Process.Kill() // fails only if it has ended already
		<-s.ended
	}
	dir := s.dir
	s.conn, s.cmd, s.dir, s.rules = nil, nil, "", nil
	if dir == "" {
		return nil
	}
	return os.RemoveAll(dir)
}

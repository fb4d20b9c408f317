package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"

	"parlour/hall"
)

// A node is a process that serves.
type node struct {
	cmd     *exec.Cmd
	addr    string
	private string // address of its profiles
}

// startNode starts a server and waits until it is open.
func startNode(cmd *exec.Cmd) (*node, error) {
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	n := &node{cmd: cmd}
	lines := bufio.NewReader(out)
	for n.addr == "" || n.private == "" {
		line, err := lines.ReadString('\n')
		if err != nil {
			n.close()
			return nil, fmt.Errorf("%s did not start: %s", cmd.Path, strings.TrimSpace(errs.String()))
		}
		line = strings.TrimSpace(line)
		if _, addr, ok := strings.Cut(line, "is open at http://"); ok {
			n.addr = addr
		}
		if _, addr, ok := strings.Cut(line, "For the host alone: http://"); ok {
			n.private = addr
		}
	}
	go io.Copy(io.Discard, lines) // whatever else it says
	return n, nil
}

func (n *node) close() {
	_ = n.cmd.Process.Signal(os.Interrupt) // where it fails it has ended
	_ = n.cmd.Wait()
}

// profile writes a profile of the processor to a file.
func (n *node) profile(ctx context.Context, span time.Duration, file string) error {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, fmt.Sprintf("http://%s/debug/pprof/profile?seconds=%d", n.private, max(1, int(span.Seconds()))), nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("no profile: %s", text)
	}
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o600)
}

// An under is a server that is measured, of one or several nodes.
type under struct {
	result
	nodes  []*node
	token  string
	places []*place
}

func (u *under) join(b *Server) func(context.Context) (player, error) {
	return func(ctx context.Context) (player, error) { return b.join(ctx, u.nodes, u.token) }
}

// cpu is the processor time of all nodes.
func (u *under) cpu() (all time.Duration) {
	for _, n := range u.nodes {
		all += processTime(n.cmd.Process.Pid)
	}
	return all
}

func (u *under) close() {
	for _, n := range u.nodes {
		n.close()
	}
}

// rounds is how often programs take turns, so that other load on the machine
// affects all of them equally.
const rounds = 4

// http plays at n tables of a setting by HTTP. The server is a process of its
// own, so that its processor time is known apart from that of the clients. If
// there is another program it is measured in turn with this one.
func (b *Server) http(ctx context.Context, k *Setting, dir string, n int) (list []*result, err error) {
	programs := []string{""}
	if b.Against != "" && !k.Shared {
		programs = append(programs, b.Against)
	}
	var all []*under
	defer func() {
		for _, u := range all {
			u.close()
		}
		if k.Shared {
			err = errors.Join(err, b.empty(k, dir))
		}
	}()
	for i, program := range programs {
		u := &under{result: result{setting: k, program: program, tables: n, way: "http"}, token: hall.NewToken()}
		all = append(all, u)
		files := fmt.Sprintf("%s/http-%d", dir, i)
		if err := os.MkdirAll(files, 0o700); err != nil {
			return nil, err
		}
		for j := range k.Nodes {
			node, err := startNode(k.Serve(ctx, program, files, fmt.Sprintf("bench-%d", j)))
			if err != nil {
				return nil, err
			}
			u.nodes = append(u.nodes, node)
		}
		if u.places, err = b.fill(ctx, n, u.join(b)); err != nil {
			return nil, err
		}
		list = append(list, &u.result)
	}
	if b.Profile != "" {
		done := make(chan error, 1)
		go func() { done <- all[0].nodes[0].profile(ctx, b.Span*time.Duration(len(all)), b.Profile+".http") }()
		defer func() { err = errors.Join(err, <-done) }()
	}
	for range rounds {
		for _, u := range all {
			cpu := u.cpu()
			if err := u.play(ctx, b.Span/rounds, b.Flight, u.places, u.join(b)); err != nil {
				return nil, err
			}
			u.server += u.cpu() - cpu
		}
	}
	return list, nil
}

// empty removes what was made in a database that stays.
func (b *Server) empty(k *Setting, dir string) error {
	l := &load{Server: b}
	defer l.close()
	if err := l.add(context.Background(), k, dir); err != nil {
		return err
	}
	clearStore(l.nodes[0])
	return nil
}

package arena

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// A program is a process that reads and writes lines.
type program struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	lines chan string // what it writes; closed at the end of its output
}

// open starts a program. What it writes to standard error goes to log.
func open(log io.Writer, command string, args []string) (*program, error) {
	cmd := exec.Command(command, args...)
	cmd.Stderr = log
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &program{cmd: cmd, in: in, lines: make(chan string)}
	go func() {
		defer close(p.lines)
		for r := bufio.NewReader(out); ; {
			line, err := r.ReadString('\n')
			if err != nil {
				return
			}
			p.lines <- line
		}
	}()
	return p, nil
}

// say writes a line.
func (p *program) say(line []byte) error {
	if _, err := p.in.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("cannot write to the program: %w", err)
	}
	return nil
}

// patience is how long to wait for a program beyond its time.
const patience = 5 * time.Second

// left returns the milliseconds until ctx ends, or 0 without a deadline.
func left(ctx context.Context) int64 {
	if end, ok := ctx.Deadline(); ok {
		return max(1, time.Until(end).Milliseconds())
	}
	return 0
}

// hear waits for a line. The program keeps its time limit itself.
func (p *program) hear(ctx context.Context) (string, error) {
	wait, stop := time.Minute, ctx.Done()
	if end, ok := ctx.Deadline(); ok {
		wait, stop = time.Until(end)+patience, nil
	}
	select {
	case line, ok := <-p.lines:
		if !ok {
			return "", errors.New("the program has ended")
		}
		return line, nil
	case <-stop:
		return "", ctx.Err()
	case <-time.After(wait):
		return "", fmt.Errorf("no answer within %v", wait.Round(time.Millisecond))
	}
}

// Close ends the program: it closes its input, and kills it if that does not help.
func (p *program) Close() error {
	_ = p.in.Close()
	done := make(chan error, 1)
	go func() {
		for range p.lines {
		}
		done <- p.cmd.Wait()
	}()
	select {
	case err := <-done:
		return err
	case <-time.After(patience):
		return p.cmd.Process.Kill()
	}
}

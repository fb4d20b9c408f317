package servers

import (
	"math/rand/v2"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"time"
)

// A process is a running server.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// start starts a server. The server dies with this process. The system ties
// that to the thread that started it, so a separate thread waits for it.
func start(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, ended: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer close(p.ended)
		err := cmd.Start()
		started <- err
		if err == nil {
			_ = cmd.Wait() // however it ends, it has ended
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

// running reports whether the server is still running.
func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// FreePort returns a loopback port that nobody listens on. It avoids the ports
// that the system hands out automatically, so that nobody takes it while a
// server is down for a moment.
func FreePort() int {
	for {
		port := 12000 + rand.IntN(18000)
		l, err := net.Listen("tcp", address(port))
		if err == nil {
			l.Close()
			return port
		}
	}
}

func address(port int) string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(port)) }

// patience is how long a server may take to start or to stop.
const patience = time.Minute

// await asks until the answer is yes, the server ends or patience runs out.
func await(p *process, ready func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end) && p.running(); time.Sleep(20 * time.Millisecond) {
		if ready() {
			return true
		}
	}
	return false
}

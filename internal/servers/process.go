package servers

import (
	"math/rand/v2"
	"net"
	"os/exec"
	"runtime"
	"strconv"
	"time"
)

// A process is a server that runs.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
}

// start starts a server. It dies with this process, which is why a thread of
// its own waits for it: systems tie that to the thread that started it.
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

// running reports whether the server has not ended.
func (p *process) running() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// freePort returns a port of the loopback that nobody listens on. It is none
// of those that systems give to whoever asks for any, so that nobody takes it
// while a server is down for a moment.
func freePort() int {
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

// await asks until it hears yes, the server has ended or patience has.
func await(p *process, ready func() bool) bool {
	for end := time.Now().Add(patience); time.Now().Before(end) && p.running(); time.Sleep(20 * time.Millisecond) {
		if ready() {
			return true
		}
	}
	return false
}

package servers

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// detach makes a server die with the tests and shields it from the terminal's
// signals. A server that refuses to run as root runs as who.
func detach(cmd *exec.Cmd, who *user.User) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGQUIT}
	if who == nil {
		return nil
	}
	uid, err := strconv.ParseUint(who.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(who.Gid, 10, 32)
	if err != nil {
		return err
	}
	cmd.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return nil
}

// give makes who the owner of a folder.
func give(dir string, who *user.User) error {
	if who == nil {
		return nil
	}
	uid, err := strconv.Atoi(who.Uid)
	if err != nil {
		return err
	}
	gid, err := strconv.Atoi(who.Gid)
	if err != nil {
		return err
	}
	return os.Chown(dir, uid, gid)
}

// killAll kills a process and its children, which may have left its group, and
// waits until they are dead: only then is what they share free. The process is
// stopped first, so that it can neither start more children nor warn them.
func killAll(p *os.Process) error {
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	for alive := true; alive; time.Sleep(time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", p.Pid, p.Pid))
		if err != nil {
			return err
		}
		alive = !strings.ContainsRune("tT", state(strconv.Itoa(p.Pid)))
		for _, child := range strings.Fields(string(text)) {
			if strings.ContainsRune("ZX", state(child)) {
				continue
			}
			alive = true
			pid, err := strconv.Atoi(child)
			if err != nil {
				return err
			}
			if err := syscall.Kill(pid, syscall.SIGKILL); err != nil && err != syscall.ESRCH {
				return err
			}
		}
	}
	return p.Kill()
}

// state returns the letter of a process's state: T for stopped, Z for a zombie,
// X for gone.
func state(pid string) rune {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 'X'
	}
	// The name before it is in brackets and may contain anything.
	i := bytes.LastIndexByte(text, ')')
	if i < 0 || i+2 >= len(text) {
		return 'X'
	}
	return rune(text[i+2])
}

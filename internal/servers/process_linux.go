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

// detach lets a server die with the tests and keeps the terminal's signals
// from it. A server that refuses to run as root runs as who.
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

// give hands a folder to who.
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

// killAll kills a process with its children, who may have left its group, and
// waits until they are dead: what they share is only free then. The process is
// stopped first, so that it can neither make further ones nor tell them.
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

// state returns the letter of a process's state: T for stopped, Z for dead and
// not yet forgotten, X for gone.
func state(pid string) rune {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return 'X'
	}
	// The name before it stands in brackets and may hold anything.
	i := bytes.LastIndexByte(text, ')')
	if i < 0 || i+2 >= len(text) {
		return 'X'
	}
	return rune(text[i+2])
}

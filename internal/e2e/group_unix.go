//go:build unix

package e2e

import (
	"os/exec"
	"syscall"
)

// group makes a command and all that it starts end together: when the context
// of the command ends, or when end is called after it. What a program detaches
// from it is that program's business.
func group(cmd *exec.Cmd) (end func()) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	kill := func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.Cancel = kill
	return func() {
		if cmd.Process != nil {
			_ = kill() // usually nothing is left
		}
	}
}

//go:build unix

package screen

import "syscall"

// suspend stops the program as Ctrl-Z does elsewhere, with the terminal as it was.
func (v *view) suspend() {
	if v.s.Suspend() != nil {
		return
	}
	_ = syscall.Kill(syscall.Getpid(), syscall.SIGTSTP) // returns when the program is continued
	if v.s.Resume() == nil {
		v.s.Sync()
	}
}

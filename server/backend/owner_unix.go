//go:build unix

package backend

import (
	"os"
	"path/filepath"
	"syscall"
)

// giveToOwner gives a file to the owner of its folder, if root made it: a server with
// a user of its own has to open what root restored. Where that user has put a link, it
// gives the link away, not what it leads to.
func giveToOwner(path string) error {
	if os.Geteuid() != 0 {
		return nil
	}
	info, err := os.Stat(filepath.Dir(path))
	if err != nil {
		return err
	}
	owner := info.Sys().(*syscall.Stat_t)
	return os.Lchown(path, int(owner.Uid), int(owner.Gid))
}

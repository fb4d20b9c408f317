package server

import (
	"bufio"
	"bytes"
	"io/fs"
	"path"
	"strconv"
	"strings"
)

// memoryShare is the part of the memory that the heap may use, in percent. The rest is
// for the store's cache, for stacks, and for what the heap needs for a moment.
const memoryShare = 80

// MemoryLimit returns how many bytes of memory a server should use: most of what the
// container allows, or of what the machine has. Root is the file system of the
// machine. It is 0 if nobody can tell.
func MemoryLimit(root fs.FS) int64 {
	least := int64(0)
	note := func(text string, unit int64) {
		n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err == nil && n > 0 && n < 1<<60/unit && (least == 0 || n*unit < least) { // a huge number means no limit
			least = n * unit
		}
	}
	info, _ := fs.ReadFile(root, "proc/meminfo")
	for line := range strings.Lines(string(info)) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			note(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 1<<10)
		}
	}
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for lines := bufio.NewScanner(bytes.NewReader(groups)); lines.Scan(); {
		part := strings.SplitN(lines.Text(), ":", 3) // number, controllers, path
		if len(part) != 3 {
			continue
		}
		dir, file := "sys/fs/cgroup", "memory.max"
		switch {
		case part[1] == "memory": // the first version
			dir, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case part[1] != "":
			continue
		}
		// A group has the limits of all groups around it. Inside a container the path
		// may be that outside, so the top counts in any case.
		for group := path.Clean("/" + part[2]); ; group = path.Dir(group) {
			text, _ := fs.ReadFile(root, path.Join(dir, group, file))
			note(string(text), 1)
			if group == "/" {
				break
			}
		}
	}
	return least / 100 * memoryShare
}

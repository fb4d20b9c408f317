package server_test

import (
	"testing"
	"testing/fstest"

	"parlour/server"
)

// TestMemoryLimit reads the limits of machines and containers of both kinds.
func TestMemoryLimit(t *testing.T) {
	const machine = "MemTotal:        4096000 kB\nMemFree:           10 kB\n" // 4,194,304,000 bytes
	for _, c := range []struct {
		name  string
		files map[string]string
		want  int64
	}{
		{"nothing", nil, 0},
		{"a machine", map[string]string{"proc/meminfo": machine}, 3_355_443_200},
		{"a service", map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/system.slice/parlour.service\n", "sys/fs/cgroup/system.slice/parlour.service/memory.max": "max\n", "sys/fs/cgroup/system.slice/memory.max": "500000000\n"}, 400_000_000},
		{"a container", map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/\n", "sys/fs/cgroup/memory.max": "100000000\n"}, 80_000_000},
		{"a container of the first kind", map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "12:cpu:/x\n4:memory:/docker/abc\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "200000000\n"}, 160_000_000},
		{"no limit of the first kind", map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "9223372036854771712\n"}, 3_355_443_200},
		{"more than the machine has", map[string]string{"proc/meminfo": machine, "proc/self/cgroup": "0::/../..\n", "sys/fs/cgroup/memory.max": "99000000000\n"}, 3_355_443_200},
	} {
		root := fstest.MapFS{}
		for name, text := range c.files {
			root[name] = &fstest.MapFile{Data: []byte(text)}
		}
		if got := server.MemoryLimit(root); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.name, got, c.want)
		}
	}
}

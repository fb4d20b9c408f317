package build

import (
	"runtime/debug"
	"strings"
	"testing"
)

// The version is the tag where there is one, and something sensible elsewhere.
func TestOf(t *testing.T) {
	setting := func(keysAndValues ...string) (list []debug.BuildSetting) {
		for i := 0; i < len(keysAndValues); i += 2 {
			list = append(list, debug.BuildSetting{Key: keysAndValues[i], Value: keysAndValues[i+1]})
		}
		return list
	}
	commit := setting("vcs.revision", "3f2a9c0d11ee0000111122223333444455556666", "vcs.time", "2026-05-01T12:00:00Z", "vcs.modified", "false")
	for _, c := range []struct {
		info *debug.BuildInfo
		want string // how its line begins
	}{
		{nil, "devel (go"},
		{&debug.BuildInfo{}, "devel (go"},
		{&debug.BuildInfo{Main: debug.Module{Version: "(devel)"}}, "devel (go"},
		{&debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: commit}, "v0.1.0 (3f2a9c0d11ee, 2026-05-01, go"},
		{&debug.BuildInfo{Main: debug.Module{Version: "v0.1.1-0.20260501120000-3f2a9c0d11ee+dirty"}, Settings: setting("vcs.modified", "true")}, "v0.1.1-0.20260501120000-3f2a9c0d11ee+dirty (go"},
	} {
		if got := of(c.info); !strings.HasPrefix(got.String(), c.want) || got.Modified != strings.Contains(c.want, "dirty") {
			t.Errorf("%+v is %q, want %q", c.info, got, c.want)
		}
	}
}

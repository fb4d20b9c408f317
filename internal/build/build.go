// Package build tells which program this is: its version, the commit it was made
// from, and what made it.
//
//	fmt.Println(build.Info()) // v0.1.0 (3f2a9c0d11ee, 2026-05-01, go1.26.0, linux/amd64)
package build

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
)

// A Build is a program. Fields that are not known are empty.
type Build struct {
	Version  string `json:"version"`          // the tag, or what Go makes of the commit; "devel" outside a repository
	Commit   string `json:"commit,omitempty"` // all its digits
	Date     string `json:"date,omitempty"`   // of the commit, as in RFC 3339
	Modified bool   `json:"modified"`         // the source had changes that were not committed
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// Info returns the build of this program.
var Info = sync.OnceValue(func() Build {
	info, _ := debug.ReadBuildInfo()
	return of(info)
})

func of(info *debug.BuildInfo) Build {
	b := Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info != nil {
		b.Version = strings.Trim(info.Main.Version, "()")
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				b.Commit = s.Value
			case "vcs.time":
				b.Date = s.Value
			case "vcs.modified":
				b.Modified = s.Value != "false"
			}
		}
	}
	b.Version = cmp.Or(b.Version, "devel")
	return b
}

// Short returns the first twelve digits of the commit, or "".
func (b Build) Short() string { return b.Commit[:min(12, len(b.Commit))] }

// String returns the build in one line.
func (b Build) String() string {
	day, _, _ := strings.Cut(b.Date, "T")
	var facts []string
	for _, fact := range []string{b.Short(), day, b.Go, b.OS + "/" + b.Arch} {
		if fact != "" {
			facts = append(facts, fact)
		}
	}
	return b.Version + " (" + strings.Join(facts, ", ") + ")"
}

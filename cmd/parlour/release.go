package main

import "runtime/debug"

// release names the build: the revision it was made of, with a + if something
// was changed since; "unknown" if it was made outside of a repository.
func release() string {
	name, changed := "unknown", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			switch {
			case s.Key == "vcs.revision":
				name = s.Value
			case s.Key == "vcs.modified" && s.Value == "true":
				changed = "+"
			}
		}
	}
	return name + changed
}

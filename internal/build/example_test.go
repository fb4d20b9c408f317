package build_test

import (
	"fmt"

	"parlour/internal/build"
)

func ExampleBuild_String() {
	b := build.Build{Version: "v0.1.0", Commit: "3f2a9c0d11ee0000111122223333444455556666", Date: "2026-05-01T12:00:00Z", Go: "go1.26.0", OS: "linux", Arch: "amd64"}
	fmt.Println(b)
	// Output: v0.1.0 (3f2a9c0d11ee, 2026-05-01, go1.26.0, linux/amd64)
}

//go:build !js

package bot

import "context"

// Ended reports whether a search has to stop because ctx has ended. Searchers ask
// from time to time.
func Ended(ctx context.Context) bool { return ctx.Err() != nil }

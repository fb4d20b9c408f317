// Package engine lets other programs use the games. It reads one JSON object per
// line and answers each with one, without any state between lines.
// docs/PROTOCOL.md describes the protocol.
//
//	err := engine.Serve(os.Stdin, os.Stdout)
package engine

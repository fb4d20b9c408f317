// Package engine speaks the protocol by which other programs use the games:
// one JSON object a line in, one JSON object a line out, without any state
// between the lines. docs/PROTOCOL.md describes it.
//
//	err := engine.Serve(os.Stdin, os.Stdout)
package engine

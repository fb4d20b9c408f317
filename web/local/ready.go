//go:build !js

package local

// ready does nothing: the files of bots are part of the program.
func ready(string) error { return nil }

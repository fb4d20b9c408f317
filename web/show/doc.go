// Package show makes of games, boards, positions and tables what pages and programs
// read: values that are written as JSON, and drawings.
//
//	view := show.ViewOf(phrase.English, v)
//
// It knows the catalogue, but no request and no table that is alive.
package show

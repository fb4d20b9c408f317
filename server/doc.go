// Package server runs one server: it opens the store and the bus, listens, and
// serves the page and the tables until it is told to stop.
//
//	err := server.Run(ctx, server.Config{Addr: "127.0.0.1:8080", Out: os.Stdout, Log: slog.Default()})
//
// Package backend opens stores and buses by their addresses, and package doctor
// checks them.
package server

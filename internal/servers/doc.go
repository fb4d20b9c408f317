// Package servers starts real servers for tests, from Debian's packages, and
// stops them afterwards.
//
//	s := servers.NATS(t)
//	bus, err := nats.Open(ctx, s.URL(), nats.Options{})
//	s.Kill()
//	s.Start()
package servers

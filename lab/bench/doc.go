// Package bench measures the speed of the games, the searchers, a server and its
// workers.
//
//	b := bench.Speed{Games: cabinet.Games(), Span: time.Second, Searchers: true}
//	report, err := b.Run(ctx)
//
// [Server] measures a server under load on real sockets, with the stores and buses
// that its caller opens. [Work] measures games that are handed to workers.
package bench

// Package bench measures how fast the games, the searchers, a server and its
// workers are.
//
//	b := bench.Speed{Games: cabinet.Games(), Span: time.Second, Searchers: true}
//	err := b.Run(ctx, os.Stdout)
//
// [Server] measures a server under load on real sockets, with whatever stores
// and buses its caller opens. [Work] measures games that are handed to workers.
package bench

// Command local is Parlour inside a browser: the tables, the judge, the dice and
// the bots of a server, as a WebAssembly program in the worker of a page.
//
//	go run ./cmd/local FOLDER
//
// builds it and writes it into a folder, with everything that it needs.
//
// It has no network. Everything it needs comes from the object parlourHost, which
// the caller must define before it starts the program:
//
//	read(prefix, from)  promises the pairs [key, Uint8Array] of the database whose keys begin
//	                    with prefix and are not less than from, in the order of their UTF-8
//	write(change)       promises whether {has, lacks, drop, put} was done, durably and as a whole;
//	                    see package keyed
//	file(name)          promises the bytes of a file of the bots, or of puzzles
//	send(id, part)      takes a part {status, header, body, last} of an answer
//	ready(handle)       is called once; handle takes requests {id, method, path, header, body},
//	                    and {id, cancel: true} to end one
//	failed(message)     is called if the program cannot start
//	botDelay            how many milliseconds calm bots wait; optional
//	test                {now, seed, botTime} for tests that compare programs; optional
//
// A host that defines engine gets the engine of docs/PROTOCOL.md instead, without
// tables. Then it needs nothing else but file:
//
//	engine(ask, choose)  is called once; ask takes a line and returns its answer, choose
//	                     takes a game and a line that asks a bot, and promises its answer
package main

// Package web serves tables to people and programs: JSON for what they ask and
// do, Server-Sent Events and lines of JSON for what happens, SVG for what they
// see, and the page itself.
//
//	s := web.New(web.Config{Hall: hall})
//	err := s.Serve(ctx, listener, 0)
//
// There are no accounts. A token, in a cookie or a bearer header, is whoever
// it sat down as; tables keep only its hash. docs/API.md tells how to use it,
// docs/openapi.yaml says it for programs, and a test keeps both true.
package web

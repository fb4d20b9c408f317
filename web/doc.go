// Package web serves tables to people and programs: JSON for requests and
// actions, Server-Sent Events and lines of JSON for what happens, SVG and PNG
// for boards, and the page itself.
//
//	s := web.New(web.Config{Hall: hall})
//	err := web.NewHTTP(s, log).Serve(listener)
//
// The package holds routes, limits, identity, and the list that says what every
// error means in HTTP. routes.go has the table of routes, which also makes
// docs/openapi.yaml and the types of the page. The work is done below it: package
// show for what people see of games and tables, live for everything that they
// watch, study for advice, analysis and the laboratory, notice for those who are
// away, picture for PNG and PDF, and page for the browser. Package exchange carries
// the bytes, and address tells whom to believe about addresses.
//
// There are no accounts. Anyone who sends a token, in a cookie or a bearer header,
// is the person who sat down with it; tables keep only its hash. docs/API.md
// tells how to use the API and docs/openapi.yaml describes it for programs. A
// test checks that both are true.
package web

// Package site writes Parlour as a website of plain files: the shelf, the rules,
// lessons, measurements, pages to print, and tables that are kept on the device.
// Any web server can serve it, in any folder.
//
//	n, err := site.Write(ctx, "public", site.Config{Base: "/games", Program: program})
//
// The files are the answers of a server, written to a folder: the pages of
// [web.Commons] and everything they link to. Two runs of the same build write the
// same bytes.
package site

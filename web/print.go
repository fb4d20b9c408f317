//go:build !js

package web

import (
	"cmp"
	"io"
	"strings"

	"parlour"
	"parlour/cabinet"
	"parlour/draw/printing"
	"parlour/web/rules"
	"parlour/web/wire"
)

// printPage is a page to print.
func (s *Server) printPage(r *request, e *cabinet.Entry) (d document, err error) {
	d = r.gamePage(e, "pages/print", r.about("doc.print", e), "doc.print-says")
	paper, ok := printing.PaperByName(cmp.Or(r.PathValue("paper"), r.URL.Query().Get("paper")))
	if !ok {
		paper = printing.Papers[0]
	}
	d.Main, err = rules.Print(r.lang, e, paper, s.bookLink(r, e))
	return d, err
}

// printed answers GET /print/{game}/{paper}: a page to print, or a PDF if the
// paper has that ending.
func (s *Server) printed(r *request) error {
	if name, ok := strings.CutSuffix(r.PathValue("paper"), ".pdf"); ok {
		return s.printPDF(r, name)
	}
	return byTurns(shell(about(game, (*Server).printPage)).handler)(s, r)
}

// bookLink returns the address of the page of a game for a code on paper. It is
// "" if nobody knows where people will find this server: a code cannot be
// relative.
func (s *Server) bookLink(r *request, e *cabinet.Entry) string {
	if base := s.Printed(r.Request); base != "" {
		return base + "/g/" + e.Info.ID
	}
	return ""
}

// printPDF answers with a game to print as PDF.
func (s *Server) printPDF(r *request, name string) error {
	e, err := game(s, r)
	if err != nil {
		return err
	}
	name, onePage := strings.CutSuffix(name, "-page")
	paper, ok := printing.PaperByName(name)
	if !ok {
		return tell(wire.NotFound, "error.no-paper")
	}
	link := s.bookLink(r, e)
	file := "pdf " + r.lang.Tag() + " " + e.Info.ID + " " + r.PathValue("paper") + " " + link
	d, err := s.reach.pictures.File(r.Context(), r.address, file, func(w io.Writer) error {
		m, err := e.Game.New(parlour.Setup{})
		if err != nil {
			return err
		}
		if onePage {
			return printing.Set(r.lang, e, m, paper).WritePage(w, link)
		}
		return printing.Set(r.lang, e, m, paper).WritePDF(w, link)
	})
	if err != nil {
		return err
	}
	r.w.NoDocument() // some viewers of browsers do not start under a policy for pages
	r.w.Header().Set("Content-Disposition", `inline; filename="`+e.Info.ID+"-"+paper.Name+`.pdf"`)
	return r.w.SendPacked("application/pdf", d)
}

//go:build !js

package web

import (
	"cmp"
	"net/url"

	"parlour/hall"
	"parlour/phrase"
	"parlour/web/notice"
	"parlour/web/wire"
)

// hookAsked is the body of POST /api/tables/{table}/hooks.
type hookAsked struct {
	URL   string `json:"url"`             // https, at a public address
	Style string `json:"style,omitempty"` // json, discord or slack; json if it is missing
}

// hookMade is the answer of POST /api/tables/{table}/hooks.
type hookMade struct {
	ID     string `json:"id"`
	Secret string `json:"secret"` // signs the calls; it is told only once
}

// hookEnter answers POST /api/tables/{table}/hooks; only the host may.
func (s *Server) hookEnter(r *request, t *hall.Table, a hookAsked) (out hookMade, err error) {
	h := notice.Hook{URL: a.URL, Style: cmp.Or(a.Style, notice.Styles[0]), Base: r.base()}
	if err := h.Check(); err != nil {
		return out, fail(wire.Refused, phrase.Sentence(err.Error()))
	}
	h, err = s.reach.notices.AddHook(r.Context(), t, h)
	return hookMade{h.ID, h.Secret}, err
}

// hookList is the answer of GET /api/tables/{table}/hooks.
type hookList struct {
	Hooks []hookTold `json:"hooks"`
}

// hookTold is a hook without its secrets: the path of an address is often one.
type hookTold struct {
	ID    string `json:"id"`
	Host  string `json:"host"`
	Style string `json:"style"`
	Made  string `json:"made"`
}

// hooks answers GET /api/tables/{table}/hooks; only the host may.
func (s *Server) hooks(r *request, t *hall.Table) (list hookList, err error) {
	all, err := s.reach.notices.Hooks(r.Context(), t.ID())
	list.Hooks = []hookTold{}
	for _, h := range all {
		told := hookTold{ID: h.ID, Style: h.Style, Made: h.Made.Format("2006-01-02T15:04:05Z")}
		if u, err := url.Parse(h.URL); err == nil {
			told.Host = u.Host
		}
		list.Hooks = append(list.Hooks, told)
	}
	return list, err
}

// hookLeave answers DELETE /api/tables/{table}/hooks/{hook}; only the host may.
func (s *Server) hookLeave(r *request, t *hall.Table) (nothing, error) {
	return nothing{}, s.reach.notices.RemoveHook(r.Context(), t.ID(), r.PathValue("hook"))
}

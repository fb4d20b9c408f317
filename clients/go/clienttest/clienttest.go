// Package clienttest runs a real server for tests of clients, honest or not.
//
//	s := clienttest.New(t)
//	id := s.Table(table.Terms{Game: "auto-race"})
//	lying := s.Through(t, func(event []byte) []byte { return bytes.ReplaceAll(event, ...) })
package clienttest

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"

	"parlour/cabinet/shelf"
	"parlour/hall"
	"parlour/hall/storetest"
	"parlour/internal/wait"
	"parlour/table"
	"parlour/web"
)

// A Server is a server with its store in memory.
type Server struct {
	URL   string
	Hall  *hall.Hall
	store *storetest.Memory
	web   atomic.Pointer[web.Server]
	t     testing.TB
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{store: &storetest.Memory{}, t: t}
	s.open()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { s.web.Load().ServeHTTP(w, r) }))
	t.Cleanup(func() {
		s.web.Load().Close()
		server.Close()
		s.Hall.Close()
	})
	s.URL = server.URL
	return s
}

// open starts the server on its store.
func (s *Server) open() {
	s.t.Helper()
	log := slog.New(slog.DiscardHandler)
	h, err := hall.New(context.Background(), hall.Config{Store: s.store, Bus: &hall.Local{}, Shelf: shelf.Cabinet{}, Log: log, House: table.House{Unlimited: true, Patience: table.Patience{Gone: wait.Limit}}})
	if err != nil {
		s.t.Fatal(err)
	}
	s.Hall = h
	s.web.Store(web.New(web.Config{Hall: h, Log: log, Limits: web.NoLimits}))
}

// Restore starts the server again with a backup of a table, which has lost the events
// after the given one.
func (s *Server) Restore(id string, after int64) {
	s.t.Helper()
	s.web.Load().Close()
	s.Hall.Close()
	s.store.Forget(id, after)
	s.open()
}

// Table makes a table and returns its id. Nobody sits there but bots.
func (s *Server) Table(terms table.Terms) (id, token string) {
	s.t.Helper()
	token = hall.NewToken()
	made, err := s.Hall.Create(context.Background(), token, terms, table.Action{Key: "made-once", Name: "Host"})
	if err != nil {
		s.t.Fatal(err)
	}
	return made.ID(), token
}

// Delete deletes a table.
func (s *Server) Delete(id, token string) {
	s.t.Helper()
	req, err := http.NewRequest(http.MethodDelete, s.URL+"/api/v1/tables/"+id, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		s.t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode >= 300 {
		s.t.Fatalf("the table is not deleted: %s", res.Status)
	}
}

// A Way is a way to a server that changes or cuts its streams.
type Way struct {
	URL     string
	Streams atomic.Int64 // how many were opened
}

// Through returns a way to the server on which each line of a stream is changed; a
// nil line cuts the stream.
func (s *Server) Through(change func(line []byte) []byte) *Way {
	s.t.Helper()
	way := &Way{}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, s.URL+r.URL.RequestURI(), r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		req.Header = r.Header.Clone()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			return
		}
		defer res.Body.Close()
		for k, v := range res.Header {
			w.Header()[k] = v
		}
		w.WriteHeader(res.StatusCode)
		if r.URL.Path != "/api/v1/stream" {
			_, _ = io.Copy(w, res.Body)
			return
		}
		way.Streams.Add(1)
		out := http.NewResponseController(w)
		for in := bufio.NewReader(res.Body); ; {
			line, err := in.ReadBytes('\n')
			if err != nil {
				return
			}
			if line = change(bytes.Clone(line)); line == nil {
				panic(http.ErrAbortHandler)
			}
			if _, err := w.Write(line); err != nil || out.Flush() != nil {
				return
			}
		}
	})
	server := httptest.NewServer(h)
	s.t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	way.URL = server.URL
	return way
}

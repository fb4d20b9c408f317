package web

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"

	"parlour/table"
)

// requestHeader carries the number of a request, so that the logs of a proxy, the
// server and the client can be compared.
const requestHeader = "X-Request-Id"

type requestKey struct{}

// requestID returns the number of a request: the one a trusted proxy gave it,
// or a new one.
func (s *Server) requestID(r *http.Request) string {
	if id := r.Header.Get(requestHeader); id != "" && s.Proxied(r) && plainID(id) {
		return id
	}
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// plainID reports whether a text can be logged as it is.
func plainID(id string) bool {
	if len(id) > 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

// tableOf names the table of a request in a log entry, if it has one.
func tableOf(r *http.Request) slog.Attr {
	if id := r.PathValue("table"); table.IsID(id) {
		return slog.String("table", id)
	}
	return slog.Attr{} // left out
}

// Traced returns a log handler that adds the number of the request to everything
// that is logged while the request is served.
func Traced(next slog.Handler) slog.Handler { return traced{next} }

type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(requestKey{}).(string); ok {
		r = r.Clone()
		r.AddAttrs(slog.String("request", id))
	}
	return t.Handler.Handle(ctx, r)
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

package exchange

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"net/http"
)

// IDHeader carries the number of a request, so that the logs of a proxy, the
// server and the client can be compared.
const IDHeader = "X-Request-Id"

type idKey struct{}

// Number gives a request its number and sends it with the answer: the one that a
// proxy gave it, if the proxy is trusted, or a new one.
func Number(w http.ResponseWriter, r *http.Request, trusted bool) *http.Request {
	id := r.Header.Get(IDHeader)
	if !trusted || !plainID(id) {
		var b [8]byte
		rand.Read(b[:])
		id = hex.EncodeToString(b[:])
	}
	w.Header().Set(IDHeader, id)
	return r.WithContext(context.WithValue(r.Context(), idKey{}, id))
}

// plainID reports whether a text can be logged as it is.
func plainID(id string) bool {
	for i := range len(id) {
		c := id[i]
		if (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return id != "" && len(id) <= 64
}

// Traced returns a log handler that adds the number of the request to everything
// that is logged while the request is served.
func Traced(next slog.Handler) slog.Handler { return traced{next} }

type traced struct{ slog.Handler }

func (t traced) Handle(ctx context.Context, r slog.Record) error {
	if id, ok := ctx.Value(idKey{}).(string); ok {
		r = r.Clone()
		r.AddAttrs(slog.String("request", id))
	}
	return t.Handler.Handle(ctx, r)
}

func (t traced) WithAttrs(attrs []slog.Attr) slog.Handler { return traced{t.Handler.WithAttrs(attrs)} }

func (t traced) WithGroup(name string) slog.Handler { return traced{t.Handler.WithGroup(name)} }

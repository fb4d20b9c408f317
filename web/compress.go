package web

import (
	"bytes"
	"compress/gzip"
	"sync"
)

// zipped keeps what was compressed, by its tag: the same few boards are asked
// for again and again.
var zipped = zips{most: 512}

type zips struct {
	mu   sync.Mutex
	most int
	by   map[string][]byte
}

// of returns a body compressed by gzip.
func (z *zips) of(tag string, body []byte) []byte {
	z.mu.Lock()
	small, ok := z.by[tag]
	z.mu.Unlock()
	if ok {
		return small
	}
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(body) // a buffer takes everything
	w.Close()
	z.mu.Lock()
	defer z.mu.Unlock()
	if z.by == nil || len(z.by) >= z.most {
		z.by = map[string][]byte{}
	}
	z.by[tag] = b.Bytes()
	return b.Bytes()
}

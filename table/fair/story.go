package fair

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// A Head is a hash of everything that happened at a table up to some event.
// Two people who were shown the same events have the same head.
type Head [32]byte

// Begin returns the head of a table's log before its first event.
func Begin(table string) Head { return sha256.Sum256([]byte("parlour-story-1\n" + table)) }

// Next returns the head after one more event, given as its public JSON object:
// at, body, by, kind, line, schema and seq.
func (h Head) Next(event []byte) (Head, error) {
	dec := json.NewDecoder(bytes.NewReader(event))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return h, err
	}
	b, err := appendBencode(h[:], v)
	if err != nil {
		return h, err
	}
	return sha256.Sum256(b), nil
}

// Code returns the short form that two people can read to each other: four
// groups of four digits.
func (h Head) Code() string {
	n := binary.BigEndian.Uint64(h[:]) % 1e16
	return fmt.Sprintf("%04d %04d %04d %04d", n/1e12, n/1e8%1e4, n/1e4%1e4, n%1e4)
}

// appendBencode writes a JSON value in its only bencoded form; true and false
// become 1 and 0.
func appendBencode(b []byte, v any) ([]byte, error) {
	text := func(s string) { b = fmt.Appendf(b, "%d:%s", len(s), s) }
	var err error
	switch v := v.(type) {
	case string:
		text(v)
	case bool:
		b = append(b, "i0e"...)
		if v {
			b[len(b)-2] = '1'
		}
	case json.Number:
		if _, err := v.Int64(); err != nil {
			return nil, fmt.Errorf("%s is not a whole number", v)
		}
		b = fmt.Appendf(b, "i%se", v)
	case []any:
		b = append(b, 'l')
		for _, e := range v {
			if b, err = appendBencode(b, e); err != nil {
				return nil, err
			}
		}
		b = append(b, 'e')
	case map[string]any:
		b = append(b, 'd')
		for _, k := range slices.Sorted(maps.Keys(v)) {
			text(k)
			if b, err = appendBencode(b, v[k]); err != nil {
				return nil, err
			}
		}
		b = append(b, 'e')
	default:
		return nil, fmt.Errorf("%T has no place in an event", v)
	}
	return b, nil
}

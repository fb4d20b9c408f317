package engine

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// MaxLine is the maximum length of a line, in bytes.
const MaxLine = 1 << 20

// Serve answers every line of r with a line on w until r ends. It buffers answers
// while more lines are waiting and flushes them before it reads again, so that both
// a dialogue and a long script run fast. The error comes from r or w: nothing in a
// line can stop Serve.
func Serve(r io.Reader, w io.Writer) error {
	out := bufio.NewWriterSize(w, 64<<10)
	in := bufio.NewReaderSize(&drained{r, out}, 64<<10)
	var long []byte // the start of a line that exceeds the buffer of in
	var buf []byte
	for {
		line, err := in.ReadSlice('\n')
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			if len(long)+len(line) <= MaxLine {
				long = append(long, line...)
				continue
			}
			if err := skip(in); err != nil && err != io.EOF {
				return err
			}
			buf, line = appendJSON(buf[:0], tooLong()), nil
			long = long[:0]
		case err != nil && err != io.EOF:
			return errors.Join(err, out.Flush())
		default:
			if len(long) > 0 {
				long = append(long, line...)
				line = long
			}
			buf = buf[:0]
			if len(line) > MaxLine {
				buf = appendJSON(buf, tooLong())
			} else if text := bytes.TrimSpace(line); len(text) > 0 {
				buf = AppendAnswer(buf, text)
			}
			long = long[:0]
		}
		if len(buf) > 0 {
			if _, err := out.Write(append(buf, '\n')); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return out.Flush()
		}
	}
}

func tooLong() *failure {
	return failed("too-long", "the line is longer than %d bytes and was skipped", MaxLine)
}

// drained flushes the answers before it reads on.
type drained struct {
	r   io.Reader
	out *bufio.Writer
}

func (d *drained) Read(p []byte) (int, error) {
	if err := d.out.Flush(); err != nil {
		return 0, err
	}
	return d.r.Read(p)
}

// skip reads to the end of a line.
func skip(in *bufio.Reader) error {
	for {
		_, err := in.ReadSlice('\n')
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// AppendAnswer appends the answer to one line, without a line break. It never
// panics: a bug becomes an answer that says so.
func AppendAnswer(dst, line []byte) (answer []byte) {
	var id json.RawMessage
	n := len(dst)
	defer func() {
		if v := recover(); v != nil {
			answer = appendAnswer(dst[:n], id, failed("internal", "a bug in the engine: %v", v))
		}
	}()
	q, err := read(line)
	if q != nil {
		id = q.ID
	}
	if err != nil {
		return appendAnswer(dst, id, err)
	}
	a, err := q.answer()
	if err != nil {
		return appendAnswer(dst, id, err)
	}
	return appendAnswer(dst, id, a)
}

// appendAnswer appends v, an object, with the id as its first field.
func appendAnswer(dst []byte, id json.RawMessage, v any) []byte {
	n := len(dst)
	if id == nil {
		return appendJSON(dst, v)
	}
	dst = append(dst, `{"id":`...)
	dst = append(dst, id...)
	at := len(dst)
	dst = appendJSON(dst, v)
	if dst[at] != '{' || string(dst[at:]) == "{}" {
		return append(dst[:n], `{"error":"internal","why":"the answer is not an object"}`...)
	}
	dst[at] = ','
	return dst
}

// appendJSON appends v as JSON without the escapes that only web pages need.
func appendJSON(dst []byte, v any) []byte {
	w := appender{dst}
	enc := json.NewEncoder(&w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return append(dst, `{"error":"internal","why":"the answer cannot be written"}`...)
	}
	return bytes.TrimSuffix(w.b, []byte("\n"))
}

type appender struct{ b []byte }

func (a *appender) Write(p []byte) (int, error) {
	a.b = append(a.b, p...)
	return len(p), nil
}

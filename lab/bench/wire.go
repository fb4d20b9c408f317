package bench

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"parlour"
	"parlour/cabinet/shelf"
)

// The clients share the machine with the server, so they do as little as they
// can: connections stay open, requests are written into one buffer, and of an
// answer only what is needed is read.

// A client plays by HTTP, over a connection of its own to each node.
type client struct {
	*Server
	game  parlour.Game
	wires []*wire
	token string
	keys  int // actions sent
	out   []byte
	text  []byte
}

// A wire is a connection that stays open.
type wire struct {
	addr string
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

// join connects a client to the nodes of a server.
func (b *Server) join(ctx context.Context, nodes []*node, token string) (player, error) {
	c := &client{Server: b, game: shelf.Cabinet{}.Game(b.Game), token: token}
	for _, n := range nodes {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", n.addr)
		if err != nil {
			c.leave()
			return nil, err
		}
		c.wires = append(c.wires, &wire{addr: n.addr, conn: conn, in: bufio.NewReaderSize(conn, 16<<10)})
	}
	return c, nil
}

func (c *client) leave() {
	for _, w := range c.wires {
		w.conn.Close()
	}
}

// any returns a connection to some node, as a load balancer would.
func (c *client) any() *wire { return c.wires[rand.IntN(len(c.wires))] }

// key appends a key that nobody else uses at the same table: a place belongs to
// one client at a time, and clients do not come back.
func (c *client) key(dst []byte) []byte {
	if c.keys == 0 {
		c.keys = rand.IntN(1 << 52)
	}
	c.keys++
	const digits = 16
	text := strconv.AppendInt(nil, int64(c.keys), 16)
	for range digits - len(text) {
		dst = append(dst, '0')
	}
	return append(dst, text...)
}

// open makes a table with one person on all chairs.
func (c *client) open(context.Context) (*place, error) {
	terms, err := json.Marshal(c.terms())
	if err != nil {
		return nil, err
	}
	w := c.any()
	answer, err := c.send(w, "POST", "/api/tables", fmt.Appendf(nil, `{"terms":%s,"chair":1,"name":"Ann","key":"%s"}`, terms, c.key(nil)))
	if err != nil {
		return nil, err
	}
	var made struct{ Table string }
	if err := json.Unmarshal(answer, &made); err != nil {
		return nil, err
	}
	p := &place{id: made.Table}
	if _, err := c.send(w, "POST", "/api/tables/"+p.id+"/actions", fmt.Appendf(nil, `{"kind":"sit","chair":2,"name":"Ann","key":"%s"}`, c.key(nil))); err != nil {
		return nil, err
	}
	if p.match, err = c.game.New(c.terms().Setup); err != nil {
		return nil, err
	}
	p.follow(p.match)
	return p, nil
}

// act sends the next action of a place.
func (c *client) act(_ context.Context, p *place) (time.Duration, error) {
	t := c.text[:0]
	t = append(t, `{"kind":"`...)
	if p.move == "" {
		t = append(t, `throw`...)
	} else {
		t = append(t, `move","move":"`...)
		t = append(t, p.move...)
	}
	t = append(t, `","seq":`...)
	t = strconv.AppendInt(t, p.seq, 10)
	t = append(t, `,"key":"`...)
	t = c.key(t)
	t = append(t, `"}`...)
	c.text = t
	path := "/api/tables/" + p.id + "/actions"
	if c.Views {
		path += "?view=1"
	}
	w := c.any()
	begin := time.Now()
	answer, err := c.send(w, "POST", path, t)
	took := time.Since(begin)
	if err != nil {
		return took, err
	}
	return took, c.learn(w, p, answer)
}

// learn finds out what an action led to: from the view, if the answer has one,
// or by playing along.
func (c *client) learn(w *wire, p *place, answer []byte) (err error) {
	if bytes.Contains(answer, []byte(`"view":`)) {
		p.match = nil
		p.read(answer)
		return nil
	}
	p.seq = seqOf(answer)
	text := p.move
	if text == "" {
		_, rest, _ := bytes.Cut(answer, []byte(`"throw":"`))
		throw, _, _ := bytes.Cut(rest, []byte(`"`))
		text = string(throw)
	}
	if p.match == nil || text == "" { // the answer does not say what was thrown
		p.match = nil
		if answer, err = c.send(w, "GET", "/api/tables/"+p.id, nil); err == nil {
			p.read(answer)
		}
		return err
	}
	return p.played(text)
}

// read finds in a view what is to be done next.
func (p *place) read(view []byte) {
	p.seq = seqOf(view)
	p.over = bytes.Contains(view, []byte(`"status":"over"`))
	p.move = ""
	if _, rest, ok := bytes.Cut(view, []byte(`"moves":["`)); ok {
		list, _, _ := bytes.Cut(rest, []byte(`"]`))
		moves := bytes.Split(list, []byte(`","`))
		p.move = strings.ReplaceAll(string(moves[len(moves)/2]), `\u003e`, ">")
	}
}

// seqOf finds the number of an event in an answer.
func seqOf(answer []byte) int64 {
	_, rest, _ := bytes.Cut(answer, []byte(`"seq":`))
	n := int64(0)
	for i := 0; i < len(rest) && rest[i] >= '0' && rest[i] <= '9'; i++ {
		n = n*10 + int64(rest[i]-'0')
	}
	return n
}

// send sends a request and returns the body of the answer, which is good until
// the next request.
func (c *client) send(w *wire, method, path string, body []byte) ([]byte, error) {
	o := c.out[:0]
	o = append(o, method...)
	o = append(o, ' ')
	o = append(o, path...)
	o = append(o, " HTTP/1.1\r\nHost: "...)
	o = append(o, w.addr...)
	o = append(o, "\r\nAuthorization: Bearer "...)
	o = append(o, c.token...)
	if body != nil {
		o = append(o, "\r\nContent-Type: application/json\r\nContent-Length: "...)
		o = strconv.AppendInt(o, int64(len(body)), 10)
	}
	o = append(o, "\r\n\r\n"...)
	o = append(o, body...)
	c.out = o
	if _, err := w.conn.Write(o); err != nil {
		return nil, err
	}
	status, err := w.read()
	if err == nil && status/100 != http.StatusOK/100 {
		err = fmt.Errorf("status %d: %s", status, w.body)
	}
	return w.body, err
}

// errAnswer says that the client does not understand an answer.
var errAnswer = errors.New("the server's answer is not HTTP/1.1 with a length")

// read reads an answer.
func (w *wire) read() (status int, err error) {
	line, err := w.in.ReadSlice('\n')
	if err != nil {
		return 0, err
	}
	if len(line) < len("HTTP/1.1 200") {
		return 0, errAnswer
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, errAnswer
	}
	length := -1
	for {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return 0, err
		}
		if line = bytes.TrimRight(line, "\r\n"); len(line) == 0 {
			break
		}
		const name = "Content-Length: "
		if len(line) > len(name) && string(line[:len(name)]) == name {
			if length, err = strconv.Atoi(string(line[len(name):])); err != nil {
				return 0, errAnswer
			}
		}
	}
	if length < 0 {
		return 0, errAnswer
	}
	if cap(w.body) < length {
		w.body = make([]byte, length)
	}
	w.body = w.body[:length]
	_, err = io.ReadFull(w.in, w.body)
	return status, err
}

var _ player = (*client)(nil)

package outline

import (
	"errors"
	"fmt"
)

// arguments is how many numbers each path command takes. The lower-case letter
// stands for both.
var arguments = map[byte]int{'m': 2, 'l': 2, 'h': 1, 'v': 1, 'q': 4, 't': 2, 'a': 7, 'z': 0}

// path draws the data of a path.
func (p *pen) path(data string) error {
	r := pathReader{rest: data}
	var (
		command        byte
		startX, startY float64
		bendX, bendY   float64 // the point that t mirrors
		n              [7]float64
	)
	for {
		r.skip()
		if r.rest == "" {
			return nil
		}
		if c := r.rest[0]; c|0x20 >= 'a' && c|0x20 <= 'z' {
			command, r.rest = c, r.rest[1:]
		} else if command|0x20 == 'z' || command == 0 {
			return fmt.Errorf("the path has a number without a command: %.20q", r.rest)
		}
		small := command | 0x20
		count, ok := arguments[small]
		if !ok {
			return fmt.Errorf("the path has the unknown command %c", command)
		}
		for i := range count {
			if small == 'a' && (i == 3 || i == 4) {
				n[i] = r.flag()
			} else {
				n[i] = r.number()
			}
		}
		switch {
		case r.bad:
			return fmt.Errorf("the path has a bad number at %.20q", r.rest)
		case len(p.steps) == 0 && small != 'm':
			return errors.New("the path must begin with a point")
		case *p.work < 0:
			return ErrTooMuch
		}
		var ox, oy float64 // the origin of the coordinates
		if command == small {
			ox, oy = p.at.X, p.at.Y
		}
		bent := false
		switch small {
		case 'm':
			startX, startY = ox+n[0], oy+n[1]
			p.move(startX, startY)
			command-- // more numbers mean lines: l comes before m
		case 'l':
			p.line(ox+n[0], oy+n[1])
		case 'h':
			p.line(ox+n[0], p.at.Y)
		case 'v':
			p.line(p.at.X, oy+n[0])
		case 'q':
			bendX, bendY, bent = ox+n[0], oy+n[1], true
			p.quad(bendX, bendY, ox+n[2], oy+n[3])
		case 't':
			bendX, bendY, bent = 2*p.at.X-bendX, 2*p.at.Y-bendY, true
			p.quad(bendX, bendY, ox+n[0], oy+n[1])
		case 'a':
			p.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, ox+n[5], oy+n[6])
		case 'z':
			p.close(startX, startY)
		}
		if !bent {
			bendX, bendY = p.at.X, p.at.Y
		}
	}
}

// A pathReader reads the numbers of a path. They need no separator if a sign or
// a second dot shows that the next number has begun.
type pathReader struct {
	rest string
	bad  bool
}

func (r *pathReader) skip() {
	for r.rest != "" && (r.rest[0] == ' ' || r.rest[0] == ',' || r.rest[0] == '\n' || r.rest[0] == '\t') {
		r.rest = r.rest[1:]
	}
}

func (r *pathReader) number() float64 {
	r.skip()
	i, dot := 0, false
	if i < len(r.rest) && (r.rest[i] == '-' || r.rest[i] == '+') {
		i++
	}
	for i < len(r.rest) && (r.rest[i] >= '0' && r.rest[i] <= '9' || r.rest[i] == '.' && !dot) {
		dot = dot || r.rest[i] == '.'
		i++
	}
	n, err := number(r.rest[:i])
	if err != nil {
		r.bad = true
		return 0
	}
	r.rest = r.rest[i:]
	return n
}

// flag reads a 0 or a 1.
func (r *pathReader) flag() float64 {
	r.skip()
	if r.rest == "" || r.rest[0] != '0' && r.rest[0] != '1' {
		r.bad = true
		return 0
	}
	n := float64(r.rest[0] - '0')
	r.rest = r.rest[1:]
	return n
}

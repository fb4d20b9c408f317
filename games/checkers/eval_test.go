package checkers

import "testing"

func TestGreed(t *testing.T) {
	for _, x := range []struct{ position, want string }{
		{"W:W22:B10,17,18", "22x6"},                     // two men are more than one
		{"W:W22,K32:B10,17,K18,28", "22x6"},             // a king and a man are more than a man
		{"B:W31,32:B1,25,26", "26-30"},                  // crown, and with the man that stands to be taken
		{"B:W26,30:B18,1", "1-5"},                       // 18-22 and 18-23 lose a man
		{"checkers[goal=lose] B:W26,31:B18,1", "18-22"}, // which is what the losing game wants
		{"checkers[huff=yes] B:W22,25:B1,18 q=0;huff=22;back=W:W22,30:B1,18/3", "h22 18-23"}, // huff, then go ahead
	} {
		r, p := mustRead(t, x.position)
		best, most := "", 0
		for i, m := range r.AppendMoveList(&p, nil) {
			if g := r.Greed(&p, m); i == 0 || g > most {
				best, most = string(r.AppendMove(nil, &p, m)), g
			}
		}
		if best != x.want {
			t.Errorf("%s: the greedy player plays %s, want %s", x.position, best, x.want)
		}
	}
}

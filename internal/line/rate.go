package line

import (
	"hash/maphash"
	"math"
	"sync"
	"time"
)

// A Rate limits how often something is done: it gives every key a bucket that fills at a rate and holds a burst.
//
// The buckets are in a table of fixed size, in small sets. The hash of a key
// selects a set, so a request looks at one set only, however many keys there
// are. A new key replaces the key in its set that was used longest ago. If the
// replaced key comes back it starts with a full bucket; an attacker with so many
// keys gains nothing by that, because every new key has a full bucket anyway.
type Rate struct {
	rate  float64 // a second
	burst float64
	now   func() time.Time
	start time.Time
	seed  maphash.Seed // so that nobody can choose keys that share a set

	mu     sync.Mutex
	sets   [][bucketSet]bucket // made by the first request
	looked int                 // number of buckets looked at, for the test
}

// A bucket is what one key may still ask for.
//
//	key    8 bytes  hash of the key, 0 if nobody has it
//	at     8 bytes  when it was used last, after the start
//	level  8 bytes  what was left in it then
type bucket struct {
	key   uint64
	at    time.Duration
	level float64
}

const (
	bucketSets = 1 << 14
	bucketSet  = 8 // 131,072 buckets of 24 bytes, 3 MiB in all
)

// NewRate returns a Rate. For a negative rate it is nil and limits nothing.
func NewRate(rate, burst float64, now func() time.Time) *Rate {
	if rate < 0 {
		return nil
	}
	return &Rate{rate: rate, burst: burst, now: now, start: now(), seed: maphash.MakeSeed()}
}

// Take takes something from the bucket of a key, if there is as much left. The
// blocks that an address is in have buckets, too, for several addresses each.
func (l *Rate) Take(key string, n float64) bool {
	if l == nil {
		return true
	}
	type part struct {
		b *bucket
		n float64
	}
	var parts [3]part
	l.mu.Lock()
	defer l.mu.Unlock()
	now, i := l.now().Sub(l.start), 0
	for block, share := range Blocks(key) {
		b := l.bucket(max(1, maphash.String(l.seed, block)), now)
		b.level = min(l.burst, b.level+(now-b.at).Seconds()*l.rate)
		b.at = now
		if parts[i] = (part{b, n / float64(share)}); b.level < parts[i].n {
			return false
		}
		i++
	}
	for _, p := range parts[:i] {
		p.b.level -= p.n
	}
	return true
}

// bucket returns the bucket of a key. A new key has a full one.
func (l *Rate) bucket(hash uint64, now time.Duration) *bucket {
	if l.sets == nil {
		l.sets = make([][bucketSet]bucket, bucketSets)
	}
	set := &l.sets[hash%bucketSets]
	oldest := &set[0]
	for i := range set {
		l.looked++
		b := &set[i]
		switch {
		case b.key == hash:
			return b
		case b.key == 0:
			*b = bucket{hash, now, l.burst}
			return b
		case b.at < oldest.at:
			oldest = b
		}
	}
	*oldest = bucket{hash, now, l.burst}
	return oldest
}

// Wait returns after how many seconds any bucket has a unit again.
func (l *Rate) Wait() int { return max(1, int(math.Ceil(1/l.rate))) }

package line

import (
	"fmt"
	"net/netip"
	"strconv"
	"testing"
	"time"
	"unsafe"
)

// TestRate checks the buckets.
func TestRate(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewRate(2, 4, func() time.Time { return now })
	for i := range 4 {
		if !l.Take("a", 1) {
			t.Fatalf("request %d of the burst was refused", i+1)
		}
	}
	if l.Take("a", 1) {
		t.Error("the burst has no end")
	}
	if !l.Take("b", 1) {
		t.Error("one pays for another")
	}
	now = now.Add(time.Second)
	for i, want := range []bool{true, true, false} {
		if l.Take("a", 1) != want {
			t.Errorf("request %d after a second: %v", i+1, !want)
		}
	}
	if l := NewRate(-1, 0, time.Now); !l.Take("a", 1) {
		t.Error("no limit limits")
	}
}

// TestRateWork counts how many buckets a request looks at, with more addresses
// than there are buckets. An address that keeps asking keeps its empty bucket;
// only those who left long ago are forgotten.
func TestRateWork(t *testing.T) {
	now := time.Unix(0, 0)
	l := NewRate(1, 100, func() time.Time { return now })
	for range 100 {
		l.Take("greedy", 1)
	}
	for i := range 500_000 {
		l.looked = 0
		if l.Take(strconv.Itoa(i), 1); l.looked > bucketSet {
			t.Fatalf("with %d addresses one request looked at %d buckets", i, l.looked)
		}
		if now = now.Add(time.Microsecond); i%10_000 == 0 && l.Take("greedy", 1) {
			t.Fatalf("with %d other addresses the emptied bucket is full", i)
		}
	}
	if unsafe.Sizeof(bucket{}) != 24 {
		t.Errorf("a bucket has %d bytes", unsafe.Sizeof(bucket{}))
	}
}

// BenchmarkRate asks from 70,000 addresses in turn.
func BenchmarkRate(b *testing.B) {
	l := NewRate(300, 1500, time.Now)
	keys := make([]string, 70_000)
	for i := range keys {
		keys[i] = netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)}).String()
		l.Take(keys[i], 1)
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Take(keys[i%len(keys)], 1)
	}
}

// TestBlocksOfAddresses checks that a block of IPv6 addresses does not get more by
// having many: a /56 has twice as much as an address, a /48 four times.
func TestBlocksOfAddresses(t *testing.T) {
	moment := time.Now()
	l := NewRate(1, 10, func() time.Time { return moment })
	taken := 0
	for i := range 1 << 12 {
		if l.Take(Address(netip.MustParseAddr(fmt.Sprintf("2001:db8:1:%x::1", i))), 1) {
			taken++
		}
	}
	if taken != 40 {
		t.Errorf("a /48 took %d, want four times the 10 of one address", taken)
	}
}

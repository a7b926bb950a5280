package main

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
	"github.com/valyala/fasthttp"
)

func TestMix_HasItsShares(t *testing.T) {
	m := &mix{at: []string{"http://a", "http://b"}, article: "x"}
	for k := pages; k <= reads; k++ {
		m.gets[k] = []string{"/" + k.String()}
	}
	dice := rand.New(rand.NewPCG(1, 1))
	var request fasthttp.Request
	var counts [kinds]int
	hosts := map[string]int{}
	const calls = 100_000
	for range calls {
		counts[m.next(&request, dice)]++
		hosts[string(request.URI().Host())]++
	}
	for k, n := range counts {
		if want := share[k] * calls / 10_000; n < want*8/10-10 || n > want*12/10+10 {
			t.Errorf("%d of %d calls are %s, want about %d", n, calls, kind(k), want)
		}
	}
	if hosts["a"] != hosts["b"] {
		t.Errorf("the processes do not take turns: %v", hosts)
	}
}

func TestMissed_SaysWhatGaveWay(t *testing.T) {
	good := func() *level {
		l := &level{rate: 100, due: 100, asked: 100}
		for k := range l.times {
			l.times[k] = hdrhistogram.New(1, timeout.Microseconds()*4, 3)
			for range 50 {
				_ = l.times[k].RecordValue(1000)
			}
		}
		return l
	}
	if why := good().missed(50 * time.Millisecond); why != "" {
		t.Errorf("a good level is missed: %s", why)
	}
	for want, spoil := range map[string]func(*level){
		"forms failed: 2 of 52":        func(l *level) { l.failed[forms] = 2 },
		"40 of 100 calls":              func(l *level) { l.asked = 60 },
		"slowest public reads with 99": func(l *level) { l.times[reads].RecordValues(99_000, 40) },
	} {
		l := good()
		spoil(l)
		if why := l.missed(50 * time.Millisecond); !strings.Contains(why, want) {
			t.Errorf("%q does not say %q", why, want)
		}
	}
}

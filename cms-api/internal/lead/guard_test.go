package lead

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/bits"
	"strings"
	"testing"
	"time"

	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/ratelimit"
	"academy/cms-api/internal/test/manualclock"
	"academy/cms-api/internal/test/teststore"
)

// solve does the work of a challenge, and returns it with how many hashes that took.
func solve(challenge string) (solution string, hashes int) {
	seed := challenge[strings.LastIndexByte(challenge, '.')+1:]
	numbers := make([]string, workRounds)
	for round := range numbers {
		for n := 0; numbers[round] == ""; n++ {
			hashes++
			sum := sha256.Sum256(fmt.Appendf(nil, "%s.%d.%d", seed, round, n))
			if bits.LeadingZeros32(uint32(sum[0])<<24|uint32(sum[1])<<16) >= workBits {
				numbers[round] = fmt.Sprint(n)
			}
		}
	}
	return challenge + "~" + strings.Join(numbers, ","), hashes
}

func TestGuard_Work(t *testing.T) {
	db := teststore.Start(t).Database(t, "guard")
	clock := manualclock.New()
	limiter := ratelimit.New(db, clock.Now)
	with := func(secrets ...string) *guard {
		return &guard{limiter, ratelimit.Limit{Count: 3, Window: 10 * time.Minute}, secrets, clock.Now}
	}
	g := with("new", "old")
	ask := func(g *guard) string {
		t.Helper()
		var asked *problem.Error
		if !errors.As(g.ask("content"), &asked) {
			t.Fatal("nothing is asked for")
		}
		return asked.Work.(Work).Challenge
	}
	solved := func(work, content string) bool {
		t.Helper()
		ok, err := g.solved(t.Context(), work, content)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	good, hashes := solve(ask(g))
	t.Logf("%d hashes", hashes)
	if solved(good, "other content") || solved(strings.Replace(good, "~", "~1", 1), "content") || solved("", "content") {
		t.Error("work counts that was not done for this")
	}
	if !solved(good, "content") || solved(good, "content") {
		t.Error("work counts once")
	}
	if earlier, _ := solve(ask(with("old"))); !solved(earlier, "content") {
		t.Error("a challenge of before the secret was changed does not count")
	}
	if foreign, _ := solve(ask(with("foreign"))); solved(foreign, "content") {
		t.Error("a challenge of somebody else counts")
	}
	late, _ := solve(ask(g))
	clock.Advance(workAge + time.Second)
	if solved(late, "content") {
		t.Error("work counts however late it is")
	}
}

func TestSentFrom_Path(t *testing.T) {
	for path, want := range map[string]string{
		"/contact-us": "/contact-us", "/": "/", "": "", "contact": "", "/a?q=me": "", "/a#b": "", "/a b": "",
		"/" + strings.Repeat("x", maxPath): "",
	} {
		if got := (&SentFrom{Path: path}).path(); got != want {
			t.Errorf("%q is kept as %q", path, got)
		}
	}
}

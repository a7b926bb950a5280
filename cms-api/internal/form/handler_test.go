package form

import (
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

func TestPaced_OnlyProgressPutsTheDeadlineOff(t *testing.T) {
	deadlines := 0
	putOff := func(at time.Time) error {
		if until := time.Until(at); until > patience || until < patience/2 {
			t.Errorf("the deadline is in %s", until)
		}
		deadlines++
		return nil
	}
	body := &paced{deadline: putOff, body: iotest.OneByteReader(strings.NewReader(strings.Repeat("x", 3*pace)))}
	for range pace {
		if _, err := body.Read(make([]byte, 512)); err != nil {
			t.Fatal(err)
		}
	}
	if deadlines != 1 {
		t.Errorf("a trickle put the deadline off %d times", deadlines)
	}
	for range 2 * pace {
		if _, err := body.Read(make([]byte, 512)); err != nil {
			t.Fatal(err)
		}
	}
	if deadlines != 3 {
		t.Errorf("%d deadlines", deadlines)
	}
}

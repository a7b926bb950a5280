package program

import (
	"testing"
	"time"
)

func TestParseProc(t *testing.T) {
	got := parseProc([]byte("Name:\tcms-api\nVmHWM:\t   74120 kB\nThreads:\t9\nPrivate_Dirty:     12 kB\n"))
	if len(got) != 2 || got["VmHWM"] != 74120<<10 || got["Private_Dirty"] != 12<<10 {
		t.Error(got)
	}
}

func TestParseStat(t *testing.T) {
	got, err := parseStat("12 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0")
	if err != nil || got != 3*time.Second {
		t.Error(got, err)
	}
	if _, err := parseStat("12 (cut off) S 1 2"); err == nil {
		t.Error("a line without times is read")
	}
}

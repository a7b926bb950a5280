package program

import (
	"os"
	"os/exec"
	"regexp"
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
	got, err := parseStat("12 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 20 0 20 0")
	if err != nil || got != (stat{pid: 12, parent: 1, cpu: 3200 * time.Millisecond}) {
		t.Error(got, err)
	}
	for _, bad := range []string{"12 (cut off) S 1 2", "", "no number"} {
		if _, err := parseStat(bad); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

func TestProcess_CountsWhatItHasStarted(t *testing.T) {
	if !Measurable() {
		return // Linux alone tells
	}
	// The shell starts one that has worked and ended, and one that holds memory.
	const family = `(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo worked)
(data=$(head -c 30000000 /dev/zero | tr '\0' x); echo held; read -r end; : "$data")`
	wait, end, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	all := &Processes{}
	defer all.Wait()
	defer end.Close()
	cmd := exec.CommandContext(t.Context(), "sh", "-c", family)
	cmd.Stdin = wait
	started, err := all.Start(t.Context(), cmd, regexp.MustCompile("^held"))
	if err != nil {
		t.Fatal(err)
	}
	wait.Close()
	if cpu, err := started.CPU(); err != nil || cpu < 20*time.Millisecond {
		t.Errorf("it took %s of a processor: %v", cpu, err)
	}
	if memory, err := Watched(started); err != nil || memory[0].Resident < 30_000_000 {
		t.Errorf("it has %d bytes: %v", memory[0].Resident, err)
	}
}

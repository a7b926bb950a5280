package program

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// Memory is what a process occupies, in bytes.
type Memory struct {
	Resident  int64 `json:"resident"`
	Peak      int64 `json:"peak"`      // the largest Resident since Watch
	Anonymous int64 `json:"anonymous"` // what is not a file: heap and stacks
	Private   int64 `json:"private"`   // what would be free without the process
}

// Measurable reports whether memory can be measured here: Linux says it in /proc.
func Measurable() bool {
	_, err := os.Stat("/proc/self/smaps_rollup")
	return err == nil
}

// readMemory looks a process up in /proc.
func readMemory(pid int) (Memory, error) {
	status, err := readProc(pid, "status")
	if err != nil {
		return Memory{}, err
	}
	rollup, err := readProc(pid, "smaps_rollup")
	if err != nil {
		return Memory{}, err
	}
	return Memory{
		Resident: status["VmRSS"], Peak: status["VmHWM"], Anonymous: status["RssAnon"],
		Private: rollup["Private_Clean"] + rollup["Private_Dirty"],
	}, nil
}

// resetPeak lets Peak begin anew.
func resetPeak(pid int) error {
	err := os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", pid), []byte("5"), 0)
	if err != nil {
		return fmt.Errorf("begin anew to watch the peak of memory: %w", err)
	}
	return nil
}

func readProc(pid int, file string) (map[string]int64, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, file))
	if err != nil {
		return nil, fmt.Errorf("read the memory of process %d: %w", pid, err)
	}
	return parseProc(data), nil
}

// parseProc reads the lines that give kilobytes, as bytes.
func parseProc(data []byte) map[string]int64 {
	found := map[string]int64{}
	for line := range bytes.Lines(data) {
		name, rest, _ := strings.Cut(string(line), ":")
		kilobytes, ok := strings.CutSuffix(strings.TrimSpace(rest), " kB")
		if !ok {
			continue
		}
		if value, err := strconv.ParseInt(strings.TrimSpace(kilobytes), 10, 64); err == nil {
			found[name] = value << 10
		}
	}
	return found
}

// Watch returns the memory of each process and lets its peak begin anew.
// Where memory cannot be measured it is 0.
func Watch(all ...*Process) ([]Memory, error) {
	for _, each := range all {
		if !Measurable() {
			break
		}
		if err := resetPeak(each.PID()); err != nil {
			return nil, err
		}
	}
	return Watched(all...)
}

// Watched returns the memory of each process, and its peak since Watch.
func Watched(all ...*Process) ([]Memory, error) {
	found := make([]Memory, len(all))
	for i, each := range all {
		if !Measurable() {
			break
		}
		var err error
		if found[i], err = readMemory(each.PID()); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// CPU is the time of processors that the program has taken, without those that it
// started. Where that cannot be measured it is 0.
func (p *Process) CPU() (time.Duration, error) {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", p.PID()))
	if err != nil {
		if !Measurable() {
			return 0, nil
		}
		return 0, fmt.Errorf("read the processor time of process %d: %w", p.PID(), err)
	}
	return parseStat(string(data))
}

// parseStat reads user and system time, in ticks of 10 ms, behind the name, which
// may contain anything.
func parseStat(line string) (time.Duration, error) {
	const tick = 10 * time.Millisecond
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	var all time.Duration
	if len(fields) < 13 {
		return 0, fmt.Errorf("%q has no times", line)
	}
	for _, field := range fields[11:13] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, err
		}
		all += time.Duration(ticks) * tick
	}
	return all, nil
}

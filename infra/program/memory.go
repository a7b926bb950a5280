package program

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// Memory is the memory of processes, in bytes.
type Memory struct {
	Resident  int64 `json:"resident"`
	Peak      int64 `json:"peak"`      // the largest Resident since Watch
	Anonymous int64 `json:"anonymous"` // what is not a file: heap and stacks
	Private   int64 `json:"private"`   // what would be free without the process
}

// Measurable reports whether memory can be measured: Linux has it in /proc.
func Measurable() bool {
	_, err := os.Stat("/proc/self/smaps_rollup")
	return err == nil
}

// readMemory reads the memory of a process from /proc.
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

// resetPeak resets Peak.
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

// Watch returns the memory of each program and resets its peak. It is 0 where memory
// cannot be measured.
func Watch(all ...*Process) ([]Memory, error) {
	for _, each := range all {
		if !Measurable() {
			break
		}
		for i, pid := range Tree(each.PID()) {
			if err := resetPeak(pid); err != nil && !(i > 0 && gone(err)) {
				return nil, err
			}
		}
	}
	return Watched(all...)
}

// Watched returns the memory of each program with all processes that it started, and
// the peak since Watch, which is the sum of theirs.
func Watched(all ...*Process) ([]Memory, error) {
	found := make([]Memory, len(all))
	for i, each := range all {
		if !Measurable() {
			break
		}
		for j, pid := range Tree(each.PID()) {
			one, err := readMemory(pid)
			if err != nil && j > 0 && gone(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			found[i] = found[i].and(one)
		}
	}
	return found, nil
}

// gone reports whether a process has ended meanwhile.
func gone(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ESRCH)
}

func (m Memory) and(other Memory) Memory {
	return Memory{
		Resident: m.Resident + other.Resident, Peak: m.Peak + other.Peak,
		Anonymous: m.Anonymous + other.Anonymous, Private: m.Private + other.Private,
	}
}

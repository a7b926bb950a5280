package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
)

// memory is what a process occupies, in bytes.
type memory struct {
	Resident  int64 `json:"resident"`
	Peak      int64 `json:"peak"`      // the largest Resident since resetPeak
	Anonymous int64 `json:"anonymous"` // what is not a file: heap and stacks
	Private   int64 `json:"private"`   // what would be free without the process
}

// measurable reports whether memory can be measured here: Linux says it in /proc.
func measurable() bool {
	_, err := os.Stat("/proc/self/smaps_rollup")
	return err == nil
}

// readMemory looks a process up in /proc.
func readMemory(pid int) (memory, error) {
	status, err := readProc(pid, "status")
	if err != nil {
		return memory{}, err
	}
	rollup, err := readProc(pid, "smaps_rollup")
	if err != nil {
		return memory{}, err
	}
	return memory{
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

// beginWatching returns the memory of each process and lets its peak begin anew.
// Where memory cannot be measured it is 0.
func beginWatching(all ...*process) ([]memory, error) {
	for _, each := range all {
		if !measurable() {
			break
		}
		if err := resetPeak(each.pid()); err != nil {
			return nil, err
		}
	}
	return watched(all...)
}

// watched returns the memory of each process, and its peak since beginWatching.
func watched(all ...*process) ([]memory, error) {
	found := make([]memory, len(all))
	for i, each := range all {
		if !measurable() {
			break
		}
		var err error
		if found[i], err = readMemory(each.pid()); err != nil {
			return nil, err
		}
	}
	return found, nil
}

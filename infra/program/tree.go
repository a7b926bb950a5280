package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// tick is the unit of the times in /proc.
const tick = 10 * time.Millisecond

// Tree returns a process and its running descendants; the process is the first. Without
// /proc it is the only one.
func Tree(pid int) []int {
	files, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is well formed
	started := map[int][]int{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		if each, err := parseStat(string(data)); err == nil {
			started[each.parent] = append(started[each.parent], each.pid)
		}
	}
	tree := []int{pid}
	for i := 0; i < len(tree); i++ {
		tree = append(tree, started[tree[i]]...)
	}
	return tree
}

// CPU is the processor time of the program and its descendants. It is 0 where that
// cannot be measured.
func (p *Process) CPU() (time.Duration, error) {
	if !Measurable() {
		return 0, nil
	}
	var all time.Duration
	for i, pid := range Tree(p.PID()) {
		data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if err != nil && i > 0 {
			continue // it has ended since; its parent has its time
		}
		if err != nil {
			return 0, fmt.Errorf("read the processor time of process %d: %w", pid, err)
		}
		each, err := parseStat(string(data))
		if err != nil {
			return 0, err
		}
		all += each.cpu
	}
	return all, nil
}

// stat is the status of a process in /proc.
type stat struct {
	pid, parent int
	cpu         time.Duration // of those it started, only of the ended ones
}

// parseStat reads a line of /proc. The name in it may contain anything.
func parseStat(line string) (found stat, err error) {
	name := strings.LastIndexByte(line, ')')
	fields := strings.Fields(line[name+1:])
	if name < 0 || len(fields) < 15 {
		return found, fmt.Errorf("%q has no times", line)
	}
	own, _, _ := strings.Cut(line, " ")
	if found.pid, err = strconv.Atoi(own); err != nil {
		return found, err
	}
	if found.parent, err = strconv.Atoi(fields[1]); err != nil {
		return found, err
	}
	for _, field := range fields[11:15] {
		ticks, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return found, err
		}
		found.cpu += time.Duration(ticks) * tick
	}
	return found, nil
}

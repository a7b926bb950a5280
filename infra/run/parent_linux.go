package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

func isMake(pid int) bool {
	name, err := os.ReadFile(fmt.Sprintf("/proc/%d/comm", pid))
	command := strings.TrimSpace(string(name))
	return err == nil && (command == "make" || command == "gmake")
}

// catchesInterrupt reports whether the process has a handler for SIGINT: bit 2 of
// SigCgt. It returns false when that cannot be read.
func catchesInterrupt(pid int) bool {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(status)) {
		if mask, ok := strings.CutPrefix(line, "SigCgt:"); ok {
			caught, err := strconv.ParseUint(strings.TrimSpace(mask), 16, 64)
			return err == nil && caught&(1<<(uint(syscall.SIGINT)-1)) != 0
		}
	}
	return false
}

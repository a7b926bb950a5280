package main

import (
	"debug/elf"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
)

// machines are the processors by the names that Go has for them.
var machines = map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}

// checkMachine returns an error that names each program, and each part of an npm
// package that Node.js loads, that is not for the release's processor.
func (r release) checkMachine(all files) error {
	want, known := machines[r.arch]
	if !known {
		return fmt.Errorf("%s is no processor that releases are made for", r.arch)
	}
	var problems []error
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if path.Dir(name) != "bin" && path.Ext(name) != ".node" {
			continue
		}
		program, err := elf.Open(all[name].source)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
			continue
		}
		if program.Machine != want {
			problems = append(problems, fmt.Errorf("%s is for %s, not for %s", name, program.Machine, want))
		}
		program.Close()
	}
	return errors.Join(problems...)
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// readFiles gives our own environment the values of the settings that stand in files,
// as NAME_FILE instead of NAME: of those that this program reads, sets where they are
// missing, or hands to programs that do not know files. cms-api reads all others.
func readFiles() error {
	names := []string{"HOST", "PORT", "MONGODB_URI", "S3_ENDPOINT", "S3_BUCKET", "PUBLIC_URL"}
	for _, kind := range secretKinds {
		names = append(names, kind.name)
	}
	for _, name := range names {
		file := os.Getenv(name + "_FILE")
		if file == "" {
			continue
		}
		if os.Getenv(name) != "" {
			return fmt.Errorf("%s and %s_FILE are both set; set one of them", name, name)
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s_FILE: %w", name, err)
		}
		value := strings.TrimRight(string(content), "\r\n")
		if value == "" {
			return fmt.Errorf("%s_FILE: %s is empty", name, file)
		}
		if err := errors.Join(os.Setenv(name, value), os.Unsetenv(name+"_FILE")); err != nil {
			return fmt.Errorf("%s_FILE: %w", name, err)
		}
	}
	return nil
}

var listed = regexp.MustCompile(`(?m)^ +([A-Z][A-Z0-9_]+)(?: \(default|$)`)

// splitEnvironment returns the settings of cms-api, which lists them itself, that our
// own environment holds, and the rest of it.
func (s settings) splitEnvironment() (ours, rest []string, err error) {
	help, err := exec.Command(filepath.Join(s.bin, "cms-api"), "serve", "--help").Output()
	if err != nil {
		return nil, nil, fmt.Errorf("cms-api does not list its settings: %w", err)
	}
	known := map[string]bool{}
	for _, match := range listed.FindAllSubmatch(help, -1) {
		known[string(match[1])], known[string(match[1])+"_FILE"] = true, true
	}
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); known[name] {
			ours = append(ours, variable)
		} else {
			rest = append(rest, variable)
		}
	}
	return ours, rest, nil
}

// environment is the file that says how cms-api was last started, for commands.
func (s settings) environment() string { return filepath.Join(s.dataDir, "cms-api.env") }

// ownStores stands in that file when the embedded stores were not started.
const ownStores = "STORES=own"

// keepEnvironment writes that file in one step: the settings that cms-api has from us
// and those that it inherits. Only its owner can read it.
func (s settings) keepEnvironment(env []string) error {
	kept, _, err := s.splitEnvironment()
	if err != nil {
		return err
	}
	kept = append(kept, env...)
	if s.mongodbURI != "" {
		kept = append(kept, ownStores)
	}
	name := s.environment()
	if err := os.WriteFile(name+".new", []byte(strings.Join(kept, "\n")+"\n"), 0o600); err != nil {
		return fmt.Errorf("the environment cannot be kept: %w", err)
	}
	return os.Rename(name+".new", name)
}

// keptEnvironment reads that file; nil when there is none.
func (s settings) keptEnvironment() ([]string, error) {
	content, err := os.ReadFile(s.environment())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the kept environment cannot be read: %w", err)
	}
	return strings.Split(strings.TrimSuffix(string(content), "\n"), "\n"), nil
}

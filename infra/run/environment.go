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

// readFiles reads settings that are in files (NAME_FILE instead of NAME) into this
// program's environment: those that it uses itself, completes, or passes to programs
// that cannot read such files. cms-api reads all others itself.
func readFiles() error {
	names := []string{"HOST", "PORT", "MONGODB_URI", "S3_ENDPOINT", "S3_BUCKET", "PUBLIC_URL", "PUBLISHER_URL"}
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

// splitEnvironment divides this program's environment into the settings of cms-api,
// which cms-api lists, and the rest.
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

// environment is the file with the settings of cms-api's last start, which commands
// use.
func (s settings) environment() string { return filepath.Join(s.dataDir, "cms-api.env") }

// ownStores is in that file when the embedded stores were not started.
const ownStores = "STORES=own"

// keepEnvironment writes that file atomically: the settings that this program gives to
// cms-api and those that it inherits. Only its owner can read it.
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

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var (
	matcher = regexp.MustCompile(`(?m)^\t@(\w+) \{\n((?:\t\t.*\n)*)\t\}`)
	limit   = regexp.MustCompile(`(?m)^\trequest_body @(\w+) \{\n\t\tmax_size (\d+)(MB|MiB)\n`)
	units   = map[string]int{"MB": 1_000_000, "MiB": 1 << 20}
)

// checkBodies compares how much of a body Caddy lets through with what each operation of the
// API takes.
func checkBodies(description, caddyfile string) (found []string, err error) {
	raw, err := os.ReadFile(description) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	var api struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(raw, &api); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(caddyfile) //nolint:gosec // of this repository
	if err != nil {
		return nil, err
	}
	paths, most := map[string]string{}, map[string]int{}
	for _, each := range matcher.FindAllStringSubmatch(string(text), -1) {
		paths[each[1]] = each[2]
	}
	for _, each := range limit.FindAllStringSubmatch(string(text), -1) {
		number, _ := strconv.Atoi(each[2])
		most[each[1]] = number * units[each[3]]
	}
	for _, path := range slices.Sorted(maps.Keys(api.Paths)) {
		for method, raw := range api.Paths[path] {
			var op struct {
				Takes int `json:"x-max-body"`
			}
			if json.Unmarshal(raw, &op) != nil || op.Takes == 0 {
				continue // members that are no operations, and those that take what is usual
			}
			name := matching("/api"+path, paths)
			if got := most[name]; got < op.Takes {
				found = append(found, fmt.Sprintf("%s: %s %s takes %d bytes, and @%s lets %d through",
					caddyfile, strings.ToUpper(method), path, op.Takes, name, got))
			}
		}
	}
	return found, nil
}

// matching returns the matcher that names a path, "other" when none does.
func matching(path string, matchers map[string]string) string {
	for name, lines := range matchers {
		for line := range strings.Lines(lines) {
			words := strings.Fields(line)
			if len(words) == 0 || words[0] != "path" {
				continue
			}
			for _, pattern := range words[1:] {
				if before, any := strings.CutSuffix(pattern, "*"); path == pattern || any && strings.HasPrefix(path, before) {
					return name
				}
			}
		}
	}
	return "other"
}

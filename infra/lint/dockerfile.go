package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// exact is a version that is not going to become another one.
var exact = regexp.MustCompile(`:\d+\.\d+\.\d+|@sha256:`)

// checkDockerfile returns the findings of BuildKit's parser and of our rules about a
// Dockerfile. root is the folder that it is built from.
func checkDockerfile(root, file string) (found []string) {
	bad := func(format string, args ...any) { found = append(found, file+": "+fmt.Sprintf(format, args...)) }
	text, err := os.ReadFile(file)
	if err != nil {
		return []string{err.Error()}
	}
	parsed, err := parser.Parse(bytes.NewReader(text))
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", file, err)}
	}
	for _, w := range parsed.Warnings {
		bad("%s", w.Short)
	}
	stages, _, err := instructions.Parse(parsed.AST,
		linter.New(&linter.Config{Warn: func(rule, _, _, message string, _ []parser.Range) {
			bad("%s: %s", rule, message)
		}}))
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", file, err)}
	}
	type ends struct{ user, health bool }
	known := map[string]ends{}
	needed := map[string]bool{}
	for i, stage := range stages {
		state, isStage := known[stage.BaseName]
		if !isStage && stage.BaseName != "scratch" && !exact.MatchString(stage.BaseName) {
			bad("%s names no exact version", stage.BaseName)
		}
		needed[stage.BaseName] = true
		for _, command := range stage.Commands {
			switch c := command.(type) {
			case *instructions.UserCommand:
				state.user = c.User != "root" && c.User != "0" && !strings.HasPrefix(c.User, "0:")
			case *instructions.HealthCheckCommand:
				state.health = true
			case *instructions.CmdCommand:
				if slices.Contains(c.CmdLine, "-e") {
					bad("CMD with a script in it: processes that node starts would run it again")
				}
			case *instructions.AddCommand:
				bad("ADD fetches and unpacks; COPY does neither")
			case *instructions.CopyCommand:
				if c.From != "" {
					needed[c.From] = true
					if _, ok := known[c.From]; !ok {
						bad("COPY --from=%s: there is no such stage before", c.From)
					}
					continue
				}
				for _, source := range c.SourcePaths {
					if matches, err := filepath.Glob(filepath.Join(root, source)); err != nil || len(matches) == 0 {
						bad("COPY %s: there is no such file", source)
					}
				}
			}
		}
		known[stage.Name] = state
		// A stage that no other stage is based on is an image.
		if last := i == len(stages)-1; last && !(state.user && state.health) {
			bad("the image %q wants a USER that is not root, and a HEALTHCHECK", stage.Name)
		}
	}
	for _, stage := range stages {
		if state := known[stage.Name]; !needed[stage.Name] && !state.user {
			bad("the image %q runs as root", stage.Name)
		}
	}
	return found
}

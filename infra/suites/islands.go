package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// islands checks that what needs a browser lives in one. A page of the site is
// HTML, of which only islands are brought to life (site/src/islands); a component
// with state, effects or handlers anywhere else would do nothing, without a word.
//
//   - A module that says "use client" exports an island, under the name of its file,
//     which no other island has: a browser finds it by that.
//   - What a page renders outside of these has neither hooks nor handlers.
func islands(_ context.Context, root string) ([]byte, error) {
	var found bytes.Buffer
	src := filepath.Join(root, "site/src")
	sources, err := readSources(src)
	if err != nil {
		return nil, err
	}
	for _, problem := range wrongIslands(sources) {
		fmt.Fprintf(&found, "site/src/%s\n", problem)
	}
	if found.Len() > 0 {
		return found.Bytes(), errFindings
	}
	return nil, nil
}

// readSources returns the TypeScript below a folder, without tests, by path.
func readSources(src string) (map[string]string, error) {
	sources := map[string]string{}
	err := filepath.WalkDir(src, func(name string, entry fs.DirEntry, err error) error {
		ext := path.Ext(name)
		if err != nil || entry.IsDir() || (ext != ".ts" && ext != ".tsx") || strings.Contains(name, ".test.") {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(src, name)
		sources[filepath.ToSlash(relative)] = string(content)
		return err
	})
	return sources, err
}

const useClient = `"use client";`

var (
	// hook finds what a component calls of React, SWR or our own hooks.
	hook = regexp.MustCompile(`\buse[A-Z]\w*[(<]`)
	// handler finds an attribute that is one.
	handler = regexp.MustCompile(`\son[A-Z]\w*=\{`)
	// specifier finds what is imported or re-exported: from "x", import "x", import("x").
	specifier = regexp.MustCompile(`(?m)(?:\bfrom|^\s*import|\bimport\s*\()\s*["']([^"']+)["']`)
	// onlyTypes finds imports that leave nothing in the program.
	onlyTypes = regexp.MustCompile(`(?ms)^(?:import|export) type\b.*?;$`)
)

// wrongIslands returns a sentence for each finding in the sources, given by their
// paths below src.
func wrongIslands(sources map[string]string) (problems []string) {
	named := map[string]string{}
	for _, file := range slices.Sorted(maps.Keys(sources)) {
		content := sources[file]
		if !strings.HasPrefix(content, useClient) {
			continue
		}
		name := strings.TrimSuffix(path.Base(file), path.Ext(file))
		if other, taken := named[name]; taken {
			problems = append(problems, fmt.Sprintf("%s: is an island %q, as is %s", file, name, other))
		}
		named[name] = file
		if !regexp.MustCompile(fmt.Sprintf(`export const %s = island\(\s*"%s",`, name, name)).MatchString(content) {
			problems = append(problems, fmt.Sprintf("%s: says %s, but exports no island %q", file, useClient, name))
		}
	}
	for _, file := range rendered(sources) {
		for _, sign := range []*regexp.Regexp{hook, handler} {
			if match := sign.FindString(sources[file]); match != "" {
				problems = append(problems, fmt.Sprintf("%s: has %q, but is rendered outside of every island: "+
					"it does nothing in a browser", file, strings.TrimSpace(match)))
			}
		}
	}
	slices.Sort(problems)
	return problems
}

// rendered returns the components that pages render themselves: what is imported
// from the app on, but for islands and what only they import.
func rendered(sources map[string]string) (files []string) {
	seen := map[string]bool{}
	var visit func(file string)
	visit = func(file string) {
		if seen[file] || strings.HasPrefix(sources[file], useClient) {
			return
		}
		seen[file] = true
		if path.Ext(file) == ".tsx" {
			files = append(files, file)
		}
		for _, match := range specifier.FindAllStringSubmatch(onlyTypes.ReplaceAllString(sources[file], ""), -1) {
			if target, ok := resolve(sources, file, match[1]); ok {
				visit(target)
			}
		}
	}
	for file := range sources {
		if strings.HasPrefix(file, "app/") {
			visit(file)
		}
	}
	return files
}

// resolve finds the source that an import leads to.
func resolve(sources map[string]string, file, written string) (string, bool) {
	target, ours := strings.CutPrefix(written, "@/")
	if !ours {
		target = path.Join(path.Dir(file), written)
	}
	for _, name := range []string{target + ".tsx", target + ".ts", target} {
		if _, ok := sources[name]; ok {
			return name, true
		}
	}
	return "", false
}

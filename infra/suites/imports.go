package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// imports checks the direction of imports in the two apps, shared → features →
// app, by where a path leads, however it is written:
//
//   - a feature does not import another feature;
//   - shared code (components, api, editor and every other folder that is neither
//     app, blocks nor features) imports no feature, no block and no app;
//   - only app imports app;
//   - what declares the content of a block or of a page may be imported everywhere.
//
// The linter for TypeScript has rules for import paths as they are written, which
// neither see through "../" nor know which feature a file belongs to.
func imports(_ context.Context, root string) ([]byte, error) {
	var found bytes.Buffer
	for _, app := range []string{"site", "admin"} {
		src := filepath.Join(root, app, "src")
		err := filepath.WalkDir(src, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.Contains(".ts .tsx .mts .css", path.Ext(name)) || path.Ext(name) == "" {
				return err
			}
			content, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			from, err := filepath.Rel(src, name)
			if err != nil {
				return err
			}
			for _, problem := range wrongImports(filepath.ToSlash(from), string(content)) {
				fmt.Fprintf(&found, "%s/src/%s: %s\n", app, filepath.ToSlash(from), problem)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if found.Len() > 0 {
		return found.Bytes(), errFindings
	}
	return nil, nil
}

// specifier finds what is imported or re-exported: from "x", import "x", import("x").
var specifier = regexp.MustCompile(`(?m)(?:\bfrom|^\s*@?import|\bimport\s*\()\s*["']([^"']+)["']`)

// wrongImports returns a sentence for each import of a file (a path below src)
// that goes against the direction.
func wrongImports(file, content string) (problems []string) {
	for _, match := range specifier.FindAllStringSubmatch(content, -1) {
		var target string
		switch written := match[1]; {
		case strings.HasPrefix(written, "@/"):
			target = path.Clean(strings.TrimPrefix(written, "@/"))
		case strings.HasPrefix(written, "."):
			target = path.Join(path.Dir(file), written)
		default:
			continue // a package
		}
		if strings.HasPrefix(target, "..") {
			continue // outside src
		}
		if problem := wrongImport(file, target); problem != "" {
			problems = append(problems, fmt.Sprintf("imports %q: %s", match[1], problem))
		}
	}
	return problems
}

func wrongImport(file, target string) string {
	from, fromName := layer(file)
	to, toName := layer(target)
	switch {
	case declaration.MatchString(target):
		return ""
	case to == "app" && from != "app":
		return "only app imports app"
	case from == "features" && to == "features" && fromName != toName:
		return "a feature does not import another one; move what they share below both"
	case from == "features" && to == "blocks":
		return "a feature does not import a block"
	case from == "shared" && (to == "features" || to == "blocks"):
		return "shared code does not know features"
	}
	return ""
}

// declaration matches the files that declare content: model.ts of a block or a page,
// layout.model.ts, and the generated list of all blocks.
var declaration = regexp.MustCompile(`^(app|blocks)/(.*[/.])?models?(\.gen)?(\.ts)?$`)

// layer returns the layer of a path below src and, for a feature, its name. A file
// directly in src (main.tsx) belongs to app.
func layer(name string) (layer, feature string) {
	first, rest, inFolder := strings.Cut(name, "/")
	switch {
	case first == "features":
		feature, _, _ = strings.Cut(rest, "/")
		feature, _, _ = strings.Cut(feature, ".") // a feature of one file, and its test
		return "features", feature
	case first == "app" || first == "blocks":
		return first, ""
	case !inFolder && (strings.HasPrefix(first, "main") || strings.HasPrefix(first, "vite-env")):
		return "app", ""
	}
	return "shared", ""
}

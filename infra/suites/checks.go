package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// errUnchecked says that a check could not run: there is no network, or no container
// engine, or a service does not answer. It is neither a finding nor a success.
var errUnchecked = errors.New("not checked")

// errFindings is the error of a check that ran and printed findings.
var errFindings = errors.New("findings")

// analysis is what `go vet` and staticcheck find in a module.
func analysis(m module) suite {
	return check("analysis "+m.dir, func(ctx context.Context, root string) ([]byte, error) {
		return command(ctx, root, m.dir, filepath.Join(root, ".build/bin/analysis"), "-tags="+m.tags, "./...").
			CombinedOutput()
	})
}

func biome(ctx context.Context, root string) ([]byte, error) {
	return command(ctx, root, ".", npmProgram(root, "biome"), "ci", "--error-on-warnings", "--colors=off").
		CombinedOutput()
}

// types are those of a workspace. The compiler reads all of it and checks again what has
// changed, or depends on that, since it last found nothing: tsc --build would read less, but
// asks only the workspace's own files whether they have changed. It is called by its path,
// because the package typescript has a program of the same name.
func types(workspace string) suite {
	return check("types "+workspace, func(ctx context.Context, root string) ([]byte, error) {
		tsc := filepath.Join(root, "node_modules/typescript-7/bin/tsc")
		return command(ctx, root, workspace, tsc, "-p", ".").CombinedOutput()
	})
}

// check makes a suite with one test of a function that returns findings.
func check(name string, run func(ctx context.Context, root string) ([]byte, error)) suite {
	return suite{name, func(ctx context.Context, in checkout, out io.Writer) (tally, error) {
		output, err := run(ctx, in.root)
		if err == nil {
			_, unsaid := out.Write(output)
			return tally{passed: 1}, unsaid
		}
		if errors.Is(err, errUnchecked) {
			fmt.Fprintln(out, strings.ToUpper(errUnchecked.Error())+strings.TrimPrefix(err.Error(), errUnchecked.Error()))
			return tally{unchecked: 1}, nil
		}
		if len(bytes.TrimSpace(output)) == 0 {
			output = []byte(err.Error() + "\n")
		}
		_, unsaid := out.Write(output)
		return tally{failed: 1}, unsaid
	}}
}

func program(dir, name string, args ...string) func(context.Context, string) ([]byte, error) {
	return func(ctx context.Context, root string) ([]byte, error) {
		return command(ctx, root, dir, name, args...).CombinedOutput()
	}
}

func gofmt(ctx context.Context, root string) ([]byte, error) {
	output, err := command(ctx, root, ".", "gofmt", "-l", "cms-api", "infra").CombinedOutput()
	if err == nil && len(output) > 0 {
		return append([]byte("not formatted:\n"), output...), errFindings
	}
	return output, err
}

// generated compares the committed descriptions of the API and of the site's content,
// and what is made from them, with those that the code generates.
func generated(ctx context.Context, root string) ([]byte, error) {
	described, err := generatedTypes(ctx, root)
	if err != nil {
		return described, err
	}
	return program(".", "node", "site/scripts/content-model.mjs", "--check")(ctx, root)
}

func generatedTypes(ctx context.Context, root string) ([]byte, error) {
	fresh, err := os.MkdirTemp("", "generated")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(fresh)
	var problems bytes.Buffer
	types, file := filepath.Join(fresh, "schema.gen.ts"), filepath.Join(fresh, "openapi.json")
	permissions := filepath.Join(fresh, "permissions.md")
	for made, arguments := range map[string][]string{file: {"openapi"}, permissions: {"openapi", "--permissions"}} {
		var printed bytes.Buffer
		openapi := command(ctx, root, ".", filepath.Join(root, ".build/bin/cms-api"), arguments...)
		openapi.Stdout, openapi.Stderr = &printed, &problems
		if err := openapi.Run(); err != nil {
			return problems.Bytes(), fmt.Errorf("cms-api openapi: %w", err)
		}
		if err := os.WriteFile(made, printed.Bytes(), 0o600); err != nil {
			return nil, err
		}
	}
	generate := command(ctx, root, ".", npmProgram(root, "openapi-typescript"), file, "-o", types)
	if output, err := generate.CombinedOutput(); err != nil {
		return output, err
	}
	for kept, made := range map[string]string{
		"cms-api/openapi.json": file, "docs/permissions.md": permissions, "shared/src/api/schema.gen.ts": types,
	} {
		want, err := os.ReadFile(made)
		if err != nil {
			return nil, err
		}
		if have, err := os.ReadFile(filepath.Join(root, kept)); err != nil || !bytes.Equal(have, want) {
			fmt.Fprintf(&problems, "%s is not what the API says now: run make generate\n", kept)
		}
	}
	if problems.Len() > 0 {
		return problems.Bytes(), errFindings
	}
	return nil, nil
}

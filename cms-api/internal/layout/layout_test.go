// Package layout holds no code: its test keeps the rules of what may import
// what, which CONTRIBUTING.md explains.
package layout

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "academy/cms-api/internal/"

// resources own a collection each, and know nothing of each other.
func resources() []string {
	return []string{"article", "audit", "auth", "enrollment", "inbox", "list", "mentorship", "page", "publish", "section", "settings", "social", "subscriber", "target", "upload", "video"}
}

// rule says where packages may be imported.
type rule struct {
	imports []string // paths, or beginnings of paths that end in a slash
	why     string
	allowed func(pkg, file string) bool
}

func rules() []rule {
	in := func(pkg string, list ...string) bool { return slices.Contains(list, pkg) }
	return []rule{
		{
			imports: []string{"github.com/gofiber/fiber/", "github.com/danielgtaylor/huma/"},
			why:     "only handler*.go, openapi.go, server and the plumbing of operations (access, paging) know Fiber and Huma",
			allowed: func(pkg, file string) bool {
				return strings.HasPrefix(file, "handler") || file == "openapi.go" || in(pkg, "server", "access", "paging", "revision", "apitest")
			},
		},
		{
			imports: []string{"go.mongodb.org/"},
			why:     "only store*.go and mongodb know the driver",
			allowed: func(pkg, file string) bool { return strings.HasPrefix(file, "store") || pkg == "mongodb" },
		},
		{
			imports: []string{"github.com/minio/"},
			why:     "only objectstore knows the storage client",
			allowed: func(pkg, _ string) bool { return pkg == "objectstore" },
		},
		{
			imports: []string{"github.com/prometheus/"},
			why:     "only metrics knows the client of Prometheus",
			allowed: func(pkg, _ string) bool { return pkg == "metrics" },
		},
		{
			imports: []string{"go.opentelemetry.io/"},
			why:     "only tracing knows OpenTelemetry",
			allowed: func(pkg, _ string) bool { return pkg == "tracing" },
		},
		{
			imports: []string{module + "server"},
			why:     "only commands and the tests of the whole put the parts together",
			allowed: func(pkg, _ string) bool { return in(pkg, "cms-api", "apitest", "server") },
		},
	}
}

func TestImports(t *testing.T) {
	checked := 0
	for _, root := range []string{"..", filepath.Join("..", "..", "cmd")} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			checked++
			pkg := filepath.Base(filepath.Dir(path))
			for _, imported := range importsOf(t, path) {
				check(t, path, pkg, imported)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked < 50 {
		t.Errorf("only %d files were found", checked)
	}
}

func importsOf(t *testing.T, path string) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for _, each := range file.Imports {
		value, err := strconv.Unquote(each.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, value)
	}
	return paths
}

func check(t *testing.T, path, pkg, imported string) {
	t.Helper()
	for _, r := range rules() {
		forbidden := slices.ContainsFunc(r.imports, func(p string) bool {
			return imported == p || strings.HasSuffix(p, "/") && strings.HasPrefix(imported, p)
		})
		if forbidden && !r.allowed(pkg, filepath.Base(path)) {
			t.Errorf("%s imports %s: %s", path, imported, r.why)
		}
	}
	name, ours := strings.CutPrefix(imported, module)
	if ours && slices.Contains(resources(), name) && pkg != name && pkg != "server" && pkg != "cms-api" {
		t.Errorf("%s imports %s: resources never import each other, and plumbing never imports them", path, imported)
	}
}

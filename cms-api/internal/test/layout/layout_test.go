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

// wings are the folders of internal in the order in which they may import: each only
// what stands below it.
var wings = []string{"app", "operate", "account", "lead", "content", "publishing", "media", "platform"}

// shared are the packages of content that several resources use.
func shared() []string {
	return []string{
		"content/collection", "content/history", "content/model", "content/presence", "content/richtext",
		"content/richtext/corpus", "content/schedule", "content/working",
	}
}

// isResource reports whether a package owns a collection, and so knows nothing of others that do.
func isResource(pkg string) bool {
	if strings.HasPrefix(pkg, "content/") {
		return !slices.Contains(shared(), pkg)
	}
	return slices.Contains([]string{
		"account/audit", "account/auth", "media/upload", "publishing/publish", "publishing/target",
	}, pkg)
}

// storing are the packages of platform that keep documents in the database.
func storing() []string {
	return []string{"documents", "lease", "mongodb", "revision", "storage", "versions", "views"}
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
			why:     "only handler*.go, openapi.go, app, httpapi and the plumbing of operations (access, paging) know Fiber and Huma",
			allowed: func(pkg, file string) bool {
				return strings.HasPrefix(file, "handler") || file == "openapi.go" ||
					in(pkg, "app", "httpapi", "access", "paging", "etag", "apitest")
			},
		},
		{
			imports: []string{"go.mongodb.org/"},
			why:     "only store*.go and the packages of storage know the driver",
			allowed: func(pkg, file string) bool { return strings.HasPrefix(file, "store") || in(pkg, storing()...) },
		},
		{
			imports: []string{
				"github.com/gofiber/fiber/", "github.com/danielgtaylor/huma/", "net/http", module + "platform/access",
				module + "platform/changes", module + "platform/etag", module + "platform/httpapi",
			},
			why:     "storage knows neither HTTP nor who calls: a documents.Write says it",
			allowed: func(pkg, _ string) bool { return !in(pkg, storing()...) },
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
			imports: []string{module + "app"},
			why:     "only commands and the tests of the whole put the parts together",
			allowed: func(pkg, _ string) bool { return in(pkg, "cms-api", "apitest") },
		},
		{
			imports: []string{module + "test/"},
			why:     "only tests know the support of tests",
			allowed: func(pkg, _ string) bool { return in(pkg, "apitest") },
		},
	}
}

func TestImports(t *testing.T) {
	checked := 0
	for _, root := range []string{filepath.Join("..", "..", "..", "internal"), filepath.Join("..", "..", "..", "cmd")} {
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
	if !ours {
		return
	}
	from, inside := strings.CutPrefix(filepath.ToSlash(filepath.Dir(path)), "../../../")
	if !inside {
		t.Fatalf("%s is outside of the checked folders", path)
	}
	from = strings.TrimPrefix(from, "internal/")
	wing, _, _ := strings.Cut(from, "/")
	below, _, _ := strings.Cut(name, "/")
	if wing == "cmd" || wing == "test" {
		return
	}
	if at, to := slices.Index(wings, wing), slices.Index(wings, below); at < 0 || to < at {
		t.Errorf("%s imports %s: imports run down the list of wings (%s)", path, imported, strings.Join(wings, ", "))
	}
	if isResource(name) && from != name && wing != "app" && wing != "operate" {
		t.Errorf("%s imports %s: resources never import each other, and what is below never imports them", path, imported)
	}
}

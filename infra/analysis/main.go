// Command analysis runs the analysers of `go vet` and of staticcheck over the module in
// the working directory, tests included, in one process:
//
//	analysis [-tags a,b] [packages]
//
// It prints a line for each finding and ends with 1 when there is one. Only the module's
// own sources are read. Of a dependency the compiler's export data is, which a build has
// made anyway: `go vet` and staticcheck read the sources of every dependency, which takes
// them minutes for an embedded database. withoutOutside says what that costs.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"honnef.co/go/tools/analysis/facts/deprecated"
)

func main() {
	tags := flag.String("tags", "", "build tags, separated by commas")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	found, err := analyse(os.Stdout, ".", *tags, patterns...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "analysis:", err)
		os.Exit(2)
	}
	if found > 0 {
		os.Exit(1)
	}
}

// analyse writes the findings in the packages below dir to out, and returns how many
// there are.
func analyse(out io.Writer, dir, tags string, patterns ...string) (int, error) {
	folder, err := filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	loaded, err := packages.Load(&packages.Config{
		// NeedSyntax without NeedDeps: what the patterns do not match comes from export data.
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo |
			packages.NeedModule | packages.NeedExportFile | packages.NeedForTest,
		Dir: folder, Tests: true, BuildFlags: []string{"-tags=" + tags},
	}, patterns...)
	if err != nil {
		return 0, err
	}
	if len(loaded) == 0 {
		return 0, fmt.Errorf("no packages in %s", strings.Join(patterns, " "))
	}
	found := 0
	for _, p := range loaded {
		for _, problem := range p.Errors {
			fmt.Fprintln(out, problem)
			found++
		}
	}
	if found > 0 {
		return found, nil
	}
	deprecated.Analyzer.Run = (&deprecations{files: withoutOutside(loaded), read: map[string]*notices{}}).find
	graph, err := checker.Analyze(analysers(), analysed(loaded), nil)
	if err != nil {
		return 0, err
	}
	var lines []string
	for action := range graph.All() {
		if action.Err != nil {
			return 0, fmt.Errorf("%s: %w", action, action.Err)
		}
		if !action.IsRoot {
			continue // an analyser's own need
		}
		for _, finding := range action.Diagnostics {
			place := action.Package.Fset.Position(finding.Pos)
			if name, err := filepath.Rel(folder, place.Filename); err == nil {
				place.Filename = name
			}
			lines = append(lines, fmt.Sprintf("%s: %s (%s)", place, finding.Message, action.Analyzer.Name))
		}
	}
	slices.Sort(lines)
	lines = slices.Compact(lines)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	return len(lines), nil
}

// analysed leaves out generated main programs of tests, and packages that are loaded again
// with their tests.
func analysed(loaded []*packages.Package) (kept []*packages.Package) {
	withTests := map[string]bool{}
	for _, p := range loaded {
		if p.ForTest == p.PkgPath {
			withTests[p.PkgPath] = true
		}
	}
	for _, p := range loaded {
		if generated := p.Name == "main" && strings.HasSuffix(p.ID, ".test"); generated {
			continue
		}
		if p.ForTest == "" && withTests[p.PkgPath] {
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

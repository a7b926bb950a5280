package main

import (
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
)

// withoutOutside takes the packages of other modules out of what packages import, and
// returns the files of all of them, by path. Analysers learn facts from the sources of
// dependencies; without them they say less of what a dependency's functions do, as of one
// that formats like Printf. What they know of the standard library by name they still know,
// and what is deprecated is found by deprecations.
func withoutOutside(loaded []*packages.Package) map[string][]string {
	ours := map[string]bool{}
	for _, p := range loaded {
		ours[p.ID] = true
	}
	files := map[string][]string{}
	packages.Visit(loaded, nil, func(p *packages.Package) {
		if !ours[p.ID] {
			files[p.PkgPath] = p.GoFiles
		}
	})
	for _, p := range loaded {
		maps.DeleteFunc(p.Imports, func(_ string, imported *packages.Package) bool { return !ours[imported.ID] })
	}
	return files
}

// usedOutside are the objects of other modules that a package uses.
func usedOutside(pass *analysis.Pass, files map[string][]string) []types.Object {
	used := map[types.Object]bool{}
	for _, object := range pass.TypesInfo.Uses {
		switch generic := object.(type) {
		case *types.Func:
			object = generic.Origin()
		case *types.Var:
			object = generic.Origin()
		}
		if object.Pkg() != nil && files[object.Pkg().Path()] != nil {
			used[object] = true
		}
	}
	return slices.Collect(maps.Keys(used))
}

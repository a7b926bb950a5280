package main

import (
	"bytes"
	"cmp"
	"context"
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// component is somebody else's part of a release.
type component struct {
	kind          string // of its package URL: golang or npm
	name, version string
	folder        string // where its files are
	// As what was fetched was checked against: sha512-… of an npm package's archive in
	// base64, h1:… of a Go module. Go's own library has none.
	sum      string
	licences []string // what its licence texts are, by SPDX
	texts    files    // by their names
}

// goModules are the modules that the programs are linked from, and Go's own library,
// as the programs themselves say.
func (r release) goModules(ctx context.Context) ([]component, error) {
	var wanted []string
	var goVersion string
	for _, name := range programs {
		info, err := buildinfo.ReadFile(filepath.Join(r.built, "bin", name))
		if err != nil {
			return nil, err
		}
		goVersion = strings.TrimPrefix(info.GoVersion, "go")
		for _, module := range info.Deps {
			if module.Replace != nil {
				module = module.Replace
			}
			wanted = append(wanted, module.Path+"@"+module.Version)
		}
	}
	slices.Sort(wanted)
	cmd := exec.CommandContext(ctx, "go", append([]string{"mod", "download", "-json"}, slices.Compact(wanted)...)...)
	cmd.Dir = filepath.Join(r.root, "infra")
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go mod download: %w", err)
	}
	var found []component
	for modules := json.NewDecoder(bytes.NewReader(out)); ; {
		var module struct{ Path, Version, Dir, Sum string }
		if err := modules.Decode(&module); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, err
		}
		found = append(found, component{
			kind: "golang", name: module.Path, version: module.Version, folder: module.Dir, sum: module.Sum,
		})
	}
	library, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return nil, err
	}
	return append(found, component{
		kind: "golang", name: "std", version: goVersion, folder: strings.TrimSpace(string(library)),
	}), nil
}

// npmPackages are the publisher's, those that the dashboard is bundled from, and the
// fonts that pages and previews have parts of.
func (r release) npmPackages(ctx context.Context) ([]component, error) {
	folders, err := installed(r.built)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "npm", "ls", "--workspace", "admin", "--omit", "dev", "--all", "--parseable")
	cmd.Dir = r.root
	bundled, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("npm ls: %w", err)
	}
	for folder := range strings.SplitSeq(strings.TrimSpace(string(bundled)), "\n") {
		if strings.Contains(folder, "/node_modules/") && !strings.Contains(folder, "/node_modules/@academy/") {
			folders = append(folders, folder)
		}
	}
	fonts, err := filepath.Glob(filepath.Join(r.root, "node_modules", "@fontsource-variable", "*"))
	if err != nil {
		return nil, err
	}
	sums, err := r.locked()
	if err != nil {
		return nil, err
	}
	found := map[string]component{}
	for _, folder := range append(folders, fonts...) {
		text, err := os.ReadFile(filepath.Join(folder, "package.json"))
		if err != nil {
			return nil, err
		}
		var about struct{ Name, Version string }
		if err := json.Unmarshal(text, &about); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		id := about.Name + "@" + about.Version
		if sums[id] == "" {
			return nil, fmt.Errorf("%s: package-lock.json has no sum of %s", folder, id)
		}
		found[id] = component{kind: "npm", name: about.Name, version: about.Version, folder: folder, sum: sums[id]}
	}
	return slices.Collect(maps.Values(found)), nil
}

// locked returns the sums in package-lock.json by name@version.
func (r release) locked() (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(r.root, "package-lock.json"))
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version, Integrity string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("package-lock.json: %w", err)
	}
	sums := map[string]string{}
	for folder, locked := range lock.Packages {
		if i := strings.LastIndex(folder, "node_modules/"); i >= 0 {
			sums[folder[i+len("node_modules/"):]+"@"+locked.Version] = locked.Integrity
		}
	}
	return sums, nil
}

// installed returns the folders of the packages below the folder that are released.
func installed(built string) (folders []string, err error) {
	err = filepath.WalkDir(built, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.Name() != "package.json" {
			return err
		}
		folder := filepath.Dir(name)
		within := filepath.ToSlash(strings.TrimPrefix(folder, built+"/"))
		parent := path.Dir(within)
		if strings.HasPrefix(path.Base(parent), "@") {
			parent = path.Dir(parent)
		}
		if path.Base(parent) == "node_modules" && !unneeded.MatchString(within) {
			folders = append(folders, folder)
		}
		return nil
	})
	return folders, err
}

// components are all, with their licences, in the order of their names.
func (r release) components(ctx context.Context) ([]component, error) {
	modules, err := r.goModules(ctx)
	if err != nil {
		return nil, err
	}
	packages, err := r.npmPackages(ctx)
	if err != nil {
		return nil, err
	}
	all := append(modules, packages...)
	slices.SortFunc(all, func(a, b component) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name), cmp.Compare(a.version, b.version))
	})
	return all, findLicences(all)
}

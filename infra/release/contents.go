package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// file is one in an archive: a copy of source, or else its content.
type file struct {
	source  string
	content []byte
}

// files are those of an archive by their paths in it.
type files map[string]file

var programs = []string{"academy", "cms-api", "embedded"}

// tracked are the files of the repository that are in a release: what a full build
// of the site by hand needs, the first content, how it is installed, and the
// documents.
var tracked = []string{
	"package.json", "package-lock.json", "README.md", "docs", "content-seed",
	"shared/package.json", "shared/src",
	"site/package.json", "site/tsconfig.json", "site/next.config.mjs",
	"site/public", "site/render", "site/scripts", "site/src",
}

// unneeded are source maps and tests, what npm wants beside the packages, and what
// nothing runs: a static export makes no pictures, for which Next brings sharp and
// libvips.
var unneeded = regexp.MustCompile(`\.map$|\.test\.[jt]sx?$|^\.npmrc$|^(admin|infra/e2e)/package\.json$` +
	`|^node_modules/(sharp|@img|@academy/(admin|e2e|site)$|\.package-lock\.json$)`)

func (r release) contents(ctx context.Context) (files, error) {
	all := files{}
	if err := all.add(".", r.built); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "git", append([]string{"ls-files", "-z", "--"}, tracked...)...)
	cmd.Dir = r.root
	known, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(known), "\x00"), "\x00") {
		all[name] = file{source: filepath.Join(r.root, name)}
	}
	err = errors.Join(
		all.add("systemd", filepath.Join(r.root, "infra", "systemd")),
		all.add("site/.publisher", filepath.Join(r.root, "site", ".publisher")),
		all.add("admin/dist", filepath.Join(r.root, "admin", "dist")),
	)
	if err != nil {
		return nil, err
	}
	for name := range all {
		if unneeded.MatchString(name) {
			delete(all, name)
		}
	}
	if err := r.checkMachine(all); err != nil {
		return nil, err
	}
	parts, err := r.components(ctx)
	if err != nil {
		return nil, err
	}
	if all[sbomName], err = r.sbom(parts); err != nil {
		return nil, err
	}
	addLicences(all, parts)
	return all, nil
}

// add adds what is below the folder, which must not be empty.
func (f files) add(name, folder string) error {
	before := len(f)
	err := filepath.WalkDir(folder, func(source string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		below, err := filepath.Rel(folder, source)
		f[path.Join(name, filepath.ToSlash(below))] = file{source: source}
		return err
	})
	if err == nil && len(f) == before {
		err = fmt.Errorf("%s: %w", folder, os.ErrNotExist)
	}
	return err
}

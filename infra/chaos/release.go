package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// release is the content of one manifest of the release store.
type release struct {
	ID, Parent, Fingerprint string
	Partial                 bool
	// failed are the pages that could not be rendered.
	failed map[string]bool
	// pages has the sha256 of each address's answer, in hex.
	pages map[string]string
}

// notFound is the address of the page for addresses that a release does not have.
const notFound = "/404"

// releases reads the release store beside the product. Its methods may be called
// from several goroutines.
type releases struct {
	dir string

	mu    sync.Mutex
	known map[string]*release
	lists map[string]map[string]string // by the blob that holds the list
}

func openReleases(dir string) *releases {
	return &releases{dir: dir, known: map[string]*release{}, lists: map[string]map[string]string{}}
}

// get returns a release, from memory when it was read before, because the store deletes
// old ones.
func (r *releases) get(id string) (*release, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if found := r.known[id]; found != nil {
		return found, nil
	}
	raw, err := os.ReadFile(filepath.Join(r.dir, "manifests", filepath.Base(id)+".json"))
	if err != nil {
		return nil, err
	}
	var manifest struct {
		Release, Parent, Fingerprint string
		Partial                      bool
		Failures                     []struct{ Path string }
		Assets                       string
		Shards                       []string
	}
	if err := json.Unmarshal(raw, &manifest); err != nil {
		return nil, fmt.Errorf("manifest %s: %w", id, err)
	}
	made := &release{
		manifest.Release, manifest.Parent, manifest.Fingerprint, manifest.Partial, map[string]bool{}, map[string]string{},
	}
	for _, failure := range manifest.Failures {
		made.failed[failure.Path] = true
	}
	for _, name := range append(manifest.Shards, manifest.Assets) {
		if name == "" {
			continue
		}
		list, err := r.list(name)
		if err != nil {
			return nil, fmt.Errorf("release %s: %w", id, err)
		}
		for address, hash := range list {
			made.pages[address] = hash
		}
	}
	r.known[id] = made
	return made, nil
}

// list returns the hash of each address's answer from a list in the store.
func (r *releases) list(name string) (map[string]string, error) {
	if found := r.lists[name]; found != nil {
		return found, nil
	}
	raw, err := os.ReadFile(filepath.Join(r.dir, "blobs", filepath.Base(name)))
	if err != nil {
		return nil, err
	}
	type files map[string]struct{ Blob string }
	var list struct {
		Routes map[string]struct{ Files files }
		Files  files
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return nil, fmt.Errorf("list %s: %w", name, err)
	}
	found := map[string]string{}
	add := func(listed files) {
		for path, file := range listed {
			found[addressOf(path)] = file.Blob
		}
	}
	add(list.Files)
	for _, route := range list.Routes {
		add(route.Files)
	}
	r.lists[name] = found
	return found, nil
}

// addressOf returns the address of a file of a release: for pages without the file
// extension.
func addressOf(path string) string {
	address, isPage := strings.CutSuffix(path, ".html")
	if isPage && address == "/index" {
		return "/"
	}
	return address
}

// between returns the releases that were live from one to another, both included, and
// after a roll back all that may have been. It fails when a manifest between them is
// missing.
func (r *releases) between(first, last string) ([]*release, error) {
	const most = 50
	var found []*release
	for id := last; id != "" && id >= first && len(found) < most; {
		next, err := r.get(id)
		if err != nil {
			return nil, err
		}
		found = append(found, next)
		if id == first {
			return found, nil
		}
		id = next.Parent
	}
	return r.all(first, last)
}

// all returns these releases, which the store may have deleted since, and every one
// that it has.
func (r *releases) all(ids ...string) (found []*release, err error) {
	files, err := os.ReadDir(filepath.Join(r.dir, "manifests"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if id, isManifest := strings.CutSuffix(file.Name(), ".json"); isManifest && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, id := range ids {
		one, err := r.get(id)
		if err != nil {
			return nil, err
		}
		found = append(found, one)
	}
	return found, nil
}

// Command lint checks the files of production without a container engine: the compose
// files with the engine's loader, Dockerfiles with BuildKit's parser, Kubernetes
// manifests with kustomize and the types of the API, and all of them against our own
// rules and settings.
//
//	lint ROOT    prints what is wrong; ends with 1 when anything is
//
// It is a module of its own because its dependencies are large.
package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: lint ROOT")
		os.Exit(2)
	}
	found, err := check(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "lint:", err)
		os.Exit(1)
	}
	for _, problem := range found {
		fmt.Println(problem)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// check returns everything that is wrong.
func check(root string) ([]string, error) {
	settings, err := readSettings(root)
	if err != nil {
		return nil, err
	}
	infra := filepath.Join(root, "infra")
	var found []string
	for _, file := range []string{"compose.yaml", "compose.cluster.yaml"} {
		found = append(found, checkCompose(filepath.Join(infra, file), settings)...)
		project, err := loadCompose(filepath.Join(infra, file))
		if err != nil {
			continue // said above
		}
		scrapes, err := checkScrapes(filepath.Join(infra, "monitoring", "prometheus.yml"), project)
		if err != nil {
			return nil, err
		}
		found = append(found, scrapes...)
	}
	dockerfiles, err := filepath.Glob(filepath.Join(infra, "images", "*.Dockerfile"))
	if err != nil {
		return nil, err
	}
	for _, file := range dockerfiles {
		found = append(found, checkDockerfile(root, file)...)
	}
	for _, folder := range []string{"base", "overlays/production"} {
		found = append(found, checkKubernetes(filepath.Join(infra, "kubernetes", folder), settings)...)
	}
	bodies, err := checkBodies(filepath.Join(root, "cms-api", "openapi.json"), filepath.Join(infra, "Caddyfile"))
	if err != nil {
		return nil, err
	}
	found = append(found, bodies...)
	versions, err := checkVersions(root, dockerfiles)
	return append(found, versions...), err
}

var (
	listed = regexp.MustCompile(`(?m)^    ([A-Z][A-Z0-9_]+)(?: \(default|$)`)
	asked  = regexp.MustCompile(`(?:env\.|readSecret\(env, ")([A-Z][A-Z0-9_]+)`)
)

// readSettings returns the environment variables that our programs know, asked of
// cms-api itself and read from the publisher's source.
func readSettings(root string) (map[string][]string, error) {
	help, err := exec.Command(filepath.Join(root, ".build", "bin", "cms-api"), "serve", "--help").Output()
	if err != nil {
		return nil, fmt.Errorf("cms-api serve --help: %w", err)
	}
	// The Go runtime's own.
	cms := []string{"GOMEMLIMIT"}
	for _, match := range listed.FindAllSubmatch(help, -1) {
		cms = append(cms, string(match[1]))
	}
	var publisher []string
	sources := []string{"site/publisher/main.ts", "site/publisher/configuration.ts", "site/src/content/source.ts"}
	for _, name := range sources {
		source, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		for _, match := range asked.FindAllSubmatch(source, -1) {
			publisher = append(publisher, string(match[1]))
		}
	}
	if !slices.Contains(cms, "MONGODB_URI") || !slices.Contains(publisher, "PUBLISH_SECRET") {
		return nil, fmt.Errorf("the settings cannot be read: cms-api %v, publisher %v", cms, publisher)
	}
	return map[string][]string{"cms-api": cms, "edge": cms, "publisher": publisher}, nil
}

var (
	pinned  = regexp.MustCompile(`(?m)^(\w+)_VERSION +:= (v\S+)$`)
	goImage = regexp.MustCompile(`FROM golang:([0-9.]+)-`)
	goLine  = regexp.MustCompile(`(?m)^go ([0-9.]+)$`)
	// tagged are images of others' programs: their tags are the versions of those.
	tagged = map[string]string{"academy/minio": "MINIO", "academy/caddy": "CADDY"}
	module = map[string]string{
		"MINIO": "github.com/minio/minio@", "MC": "github.com/minio/mc@",
		"CADDY": "github.com/caddyserver/caddy/v2/cmd/caddy@",
	}
)

// checkVersions returns where images have other versions than the tests.
func checkVersions(root string, dockerfiles []string) (found []string, err error) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return nil, err
	}
	gomod, err := os.ReadFile(filepath.Join(root, "cms-api", "go.mod"))
	if err != nil {
		return nil, err
	}
	want := string(goLine.FindSubmatch(gomod)[1])
	var all []byte
	for _, file := range dockerfiles {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		all = append(all, text...)
		for _, match := range goImage.FindAllSubmatch(text, -1) {
			if string(match[1]) != want {
				found = append(found, fmt.Sprintf("%s: Go %s, and cms-api/go.mod says %s", file, match[1], want))
			}
		}
	}
	compose, err := os.ReadFile(filepath.Join(root, "infra", "compose.yaml"))
	if err != nil {
		return nil, err
	}
	pins := pinned.FindAllSubmatch(makefile, -1)
	if len(pins) != len(module) {
		found = append(found, fmt.Sprintf("Makefile: %d versions, want %d", len(pins), len(module)))
	}
	for _, pin := range pins {
		line := regexp.QuoteMeta(module[string(pin[1])] + string(pin[2]))
		if !regexp.MustCompile(line + `\n`).Match(all) {
			found = append(found, fmt.Sprintf("no image has the %s of the Makefile, %s", pin[1], pin[2]))
		}
	}
	for image, name := range tagged {
		tag := regexp.MustCompile(`image: ` + image + `:(\d[\d.]+)`).FindSubmatch(compose)
		if !slices.ContainsFunc(pins, func(pin [][]byte) bool {
			return string(pin[1]) == name && tag != nil && bytes.Contains(pin[2], tag[1])
		}) {
			found = append(found, fmt.Sprintf("compose.yaml: the tag of %s is not the %s_VERSION of the Makefile", image, name))
		}
	}
	return found, nil
}

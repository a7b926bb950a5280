package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The stand-in of golang copies a program that was built with the same Go, version and
// flags; whatever else it is asked for does the real go.
func TestStandInCopiesWhatIsBuilt(t *testing.T) {
	dir := t.TempDir()
	write := func(path, text string) {
		path = filepath.Join(dir, path)
		err := os.MkdirAll(filepath.Dir(path), 0o755)
		if err == nil {
			err = os.WriteFile(path, []byte(text), 0o755)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	script, err := os.ReadFile("stand-ins/go.sh")
	if err != nil {
		t.Fatal(err)
	}
	write("stand-in/go", string(script))
	write("stand-in/built/mc", "built before")
	write("gopath/bin/.keep", "")
	const built = `caddy: go1.26.8
	path	example.org/mc
	mod	example.org/mc	v1.2.3	h1:sum=
	dep	example.org/other	v2.0.0	h1:sum=
	build	-trimpath=true
	build	CGO_ENABLED=0
`
	run := func(description string, args ...string) string {
		write("real/description", description)
		write("real/go", `#!/bin/sh
case "$1 $2" in
"version -m") cat "$(dirname "$0")/description" ;;
"env GOVERSION") echo go1.26.8 ;;
*) echo "go $*" ;;
esac
`)
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Path = filepath.Join(dir, "stand-in/go")
		cmd.Env = []string{
			"PATH=" + filepath.Join(dir, "stand-in") + ":" + filepath.Join(dir, "real") + ":" + os.Getenv("PATH"),
			"GOPATH=" + filepath.Join(dir, "gopath"),
		}
		said, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v", args, err)
		}
		return string(said)
	}
	install := []string{"install", "-trimpath", "-ldflags", "-s -w"}
	same := append(install, "example.org/mc@v1.2.3")
	if said := run(built, same...); said != "" {
		t.Errorf("%q: %s", same, said)
	}
	copied := filepath.Join(dir, "gopath/bin/mc")
	if text, err := os.ReadFile(copied); err != nil || string(text) != "built before" {
		t.Fatalf("not copied: %q, %v", text, err)
	}
	if err := os.Remove(copied); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		description string
		args        []string
	}{
		{strings.Replace(built, "go1.26.8", "go1.26.7", 1), same},
		{strings.Replace(built, "v1.2.3", "v1.2.4", 1), same},
		{strings.Replace(built, "=0", "=1", 1), same},
		{strings.Replace(built, "path\texample.org/mc", "path\texample.org/not/mc", 1), same},
		{built, append(install, "example.org/mc@v2.0.0")},
		{built, append(install, "example.org/minio@v1.2.3")},
		{built, []string{"install", "-trimpath", "example.org/mc@v1.2.3"}},
		{built, []string{"build", "-o", "../out/mc", "./cmd/mc"}},
	} {
		if said, want := run(c.description, c.args...), "go "+strings.Join(c.args, " ")+"\n"; said != want {
			t.Errorf("%q: %q, want %q; built:\n%s", c.args, said, want, c.description)
		}
		if _, err := os.Stat(copied); err == nil {
			t.Fatalf("%q copied", c.args)
		}
	}
}

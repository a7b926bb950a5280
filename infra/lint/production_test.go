package main

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var composeFiles = []string{"compose.yaml", "compose.cluster.yaml"}

// systemd gives up a service that ends five times in ten seconds, unless it is told not to.
func TestServicesThatStayAreTriedForEver(t *testing.T) {
	services, err := filepath.Glob(filepath.Join(root, "infra", "systemd", "*.service"))
	if err != nil || len(services) == 0 {
		t.Fatal("no services", err)
	}
	for _, service := range services {
		text := read(t, filepath.Join("infra", "systemd", filepath.Base(service)))
		unit, _, _ := strings.Cut(text, "\n[Service]\n")
		if strings.Contains(text, "\nRestart=") && !strings.Contains(unit, "\nStartLimitIntervalSec=0\n") {
			t.Errorf("%s is not tried again for ever", filepath.Base(service))
		}
	}
}

// Caddy's address and the proxies before it can be set, under the names in the documents.
func TestCaddyIsSet(t *testing.T) {
	caddyfile := read(t, "infra/Caddyfile")
	for _, file := range composeFiles {
		project, err := loadCompose(filepath.Join(root, "infra", file), "SITE_ADDRESS=http://:80",
			"PROXY_NETWORK=10.0.0.0/24")
		if err != nil {
			t.Fatal(err)
		}
		caddy := project.Services["caddy"].Environment
		for name, want := range map[string]string{"SITE_ADDRESS": "http://:80", "PROXY_NETWORK": "10.0.0.0/24"} {
			if got := caddy[name]; got == nil || *got != want {
				t.Errorf("%s: %s of Caddy is not %s", file, name, want)
			}
		}
		for name, service := range project.Services {
			if proxies := service.Environment["TRUSTED_PROXIES"]; proxies != nil &&
				!strings.HasSuffix(*proxies, ",10.0.0.0/24") {
				t.Errorf("%s: %s does not believe what stands before Caddy: %s", file, name, *proxies)
			}
		}
		for _, match := range regexp.MustCompile(`\{\$(\w+)`).FindAllStringSubmatch(caddyfile, -1) {
			if _, set := caddy[match[1]]; !set && strings.Contains(read(t, "docs/deployment.md"), match[1]) {
				t.Errorf("%s: the documents name %s, and nobody can set it", file, match[1])
			}
		}
	}
}

// The ports that Caddy listens at are those that it says it has.
func TestPortsOfCaddy(t *testing.T) {
	project, err := loadCompose(filepath.Join(root, "infra", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var published []string
	for _, port := range project.Services["caddy"].Ports {
		published = append(published, port.Published+"/"+port.Protocol)
	}
	caddyfile := read(t, "infra/Caddyfile")
	for setting, protocols := range map[string][]string{"http_port": {"tcp"}, "https_port": {"tcp", "udp"}} {
		match := regexp.MustCompile(setting + ` \{\$\w+:(\d+)\}`).FindStringSubmatch(caddyfile)
		for _, protocol := range protocols {
			if match == nil || !slices.Contains(published, match[1]+"/"+protocol) {
				t.Errorf("%s (%v) is not published: %v", setting, match, published)
			}
		}
	}
}

// MongoDB is healthy when others can reach it, and not while only the container
// itself can: the image makes the root user with such a server.
func TestMongoDBIsHealthy(t *testing.T) {
	project, err := loadCompose(filepath.Join(root, "infra", "compose.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	for address, healthy := range map[string]bool{"127.0.0.1:0": false, ":0": true} {
		server, err := net.Listen("tcp4", address)
		if err != nil {
			t.Fatal(err)
		}
		_, port, err := net.SplitHostPort(server.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		var args []string
		for _, word := range project.Services["mongodb"].HealthCheck.Test[1:] {
			args = append(args, strings.ReplaceAll(word, "27017", port))
		}
		check := exec.Command(args[0], args[1:]...)
		// In the place of the container's address.
		check.Env = append(os.Environ(), "HOSTNAME=127.0.0.2")
		if said, err := check.CombinedOutput(); (err == nil) != healthy {
			t.Errorf("a server at %s: %v\n%s", address, err, said)
		}
		_ = server.Close()
	}
}

// commands are the shell lines in the documents of whoever runs this that contain a
// text; those that end in a backslash go on.
func commands(t *testing.T, text string) (found []string) {
	t.Helper()
	for _, file := range []string{"docs/deployment.md", "docs/operations.md"} {
		blocks := strings.Split(read(t, file), "```")
		for i := 1; i < len(blocks); i += 2 {
			for line := range strings.Lines(strings.ReplaceAll(blocks[i], "\\\n", "")) {
				if strings.Contains(line, text) {
					found = append(found, strings.TrimSpace(line))
				}
			}
		}
	}
	return found
}

// A backup that fails leaves the one of yesterday; one that is whole takes its place.
func TestBackupsAreKept(t *testing.T) {
	lines := commands(t, "backup - ")
	if len(lines) < 2 {
		t.Fatalf("the documents have %q", lines)
	}
	for _, line := range lines {
		for backup, want := range map[string]string{"printf half\nexit 1": "yesterday's", "printf whole": "whole"} {
			dir := t.TempDir()
			for name, content := range map[string]string{
				"docker":          "#!/bin/sh\n" + backup + "\n",
				"cms-api":         "#!/bin/sh\n" + backup + "\n",
				"ssh":             "#!/bin/sh\nshift\nexec sh -c \"$*\"\n",
				"zstd":            "#!/bin/sh\ntest \"$1\" = -tq && grep -q whole \"$2\"\n", // which not every machine has
				"academy.tar.zst": "yesterday's",
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o700); err != nil { //nolint:gosec // programs
					t.Fatal(err)
				}
			}
			cmd := exec.Command("sh", "-c", line)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
			said, err := cmd.CombinedOutput()
			if (err == nil) != (want == "whole") {
				t.Errorf("%s with %q: %v\n%s", line, backup, err, said)
			}
			if kept, err := os.ReadFile(filepath.Join(dir, "academy.tar.zst")); err != nil || string(kept) != want {
				t.Errorf("%s left %q, want %q: %v\n%s", line, kept, want, err, said)
			}
		}
	}
}

// The compose files have every service that the documents start, run or stop.
func TestDocumentedServices(t *testing.T) {
	lines := commands(t, "docker compose ")
	if len(lines) < 10 {
		t.Fatalf("the documents have only %q", lines)
	}
	word := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for _, line := range lines {
		match := regexp.MustCompile(`docker compose -f (\S+) (up|build|run|exec|restart|stop|logs)((?: --?\S+)*)((?: [a-z][a-z0-9-]*)*)`).
			FindStringSubmatch(line)
		if match == nil {
			continue
		}
		project, err := loadCompose(filepath.Join(root, match[1]))
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		services := strings.Fields(match[4])
		if match[2] == "run" || match[2] == "exec" {
			services = services[:1]
		}
		for _, name := range services {
			if _, known := project.Services[name]; word.MatchString(name) && !known {
				t.Errorf("%s: there is no %s", line, name)
			}
		}
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

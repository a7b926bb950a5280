package main

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

// once marks services that do their work and end.
const once = "academy.once"

// release is the version that compose files are read with.
const release = "9.8.7"

// loadCompose reads a compose file as the engine would, with more settings.
func loadCompose(file string, env ...string) (*types.Project, error) {
	env = append([]string{"ACADEMY_DOMAIN=academy.example", "ACADEMY_VERSION=" + release}, env...)
	options, err := cli.NewProjectOptions([]string{file}, cli.WithEnv(env), cli.WithProfiles([]string{"*"}))
	if err != nil {
		return nil, err
	}
	return options.LoadProject(context.Background())
}

// checkCompose returns what our rules say against a compose file. Settings are the
// environment variables that programs know, by the beginning of their image's name.
func checkCompose(file string, settings map[string][]string) []string {
	project, err := loadCompose(file)
	if err != nil {
		return []string{fmt.Sprintf("%s: %v", file, err)}
	}
	made, err := secretsMade(filepath.Join(filepath.Dir(file), "secrets.sh"))
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	for _, name := range slices.Sorted(maps.Keys(project.Services)) {
		for _, problem := range checkService(project, project.Services[name], settings) {
			found = append(found, fmt.Sprintf("%s: %s: %s", file, name, problem))
		}
	}
	for name, network := range project.Networks {
		for _, config := range network.Ipam.Config {
			if subnet, err := netip.ParsePrefix(config.Subnet); err != nil || slices.ContainsFunc(pools, subnet.Overlaps) {
				found = append(found, fmt.Sprintf("%s: %s: the engine may give %s to another network", file, name, config.Subnet))
			}
		}
	}
	for name, secret := range project.Secrets {
		if !slices.Contains(made, filepath.Base(secret.File)) {
			found = append(found, fmt.Sprintf("%s: nobody makes the secret %s: see secrets.sh", file, name))
		}
	}
	return found
}

// pools are what Docker takes addresses of networks from that name none.
var pools = []netip.Prefix{
	netip.MustParsePrefix("172.17.0.0/16"), netip.MustParsePrefix("172.18.0.0/15"), netip.MustParsePrefix("172.20.0.0/14"),
	netip.MustParsePrefix("172.24.0.0/13"), netip.MustParsePrefix("192.168.0.0/16"),
}

func checkService(project *types.Project, s types.ServiceConfig, settings map[string][]string) (found []string) {
	bad := func(format string, args ...any) { found = append(found, fmt.Sprintf(format, args...)) }
	if s.Labels[once] == "" && (s.HealthCheck == nil || len(s.HealthCheck.Test) == 0) {
		bad("no health check")
	}
	if check := s.HealthCheck; check != nil && (check.Interval == nil || time.Duration(*check.Interval) > soon) {
		bad("its first health check comes late: engines before 25 make it after an interval")
	}
	if s.Labels[once] == "" && s.Restart != types.RestartPolicyUnlessStopped {
		bad("it does not come back by itself")
	}
	if !s.ReadOnly || s.Privileged || len(s.CapAdd) > 0 || !slices.Contains(s.CapDrop, "ALL") ||
		!slices.Contains(s.SecurityOpt, "no-new-privileges:true") {
		bad("it wants read_only, cap_drop: [ALL], no-new-privileges and no privilege")
	}
	// caddy, minio and our own images say it themselves.
	if s.User == "" && s.Build == nil {
		bad("it runs as root")
	}
	limits := s.Deploy
	if limits == nil || limits.Resources.Limits == nil || limits.Resources.Limits.MemoryBytes == 0 ||
		limits.Resources.Limits.NanoCPUs == 0 || limits.Resources.Limits.Pids == 0 {
		bad("no limits of memory, processor and processes")
	}
	if _, tag, _ := strings.Cut(s.Image, ":"); s.Build == nil && (tag == "" || tag == "latest") {
		bad("%s names no version", s.Image)
	}
	found = append(found, checkVersion(s)...)
	for _, port := range s.Ports {
		if port.Published != strconv.Itoa(int(port.Target)) {
			bad("port %d is %s outside: what it says of its ports would be wrong", port.Target, port.Published)
		}
	}
	if !strings.HasPrefix(s.Image, "academy/caddy") &&
		slices.ContainsFunc(s.Ports, func(p types.ServicePortConfig) bool { return p.HostIP != "127.0.0.1" }) {
		bad("it can be reached from outside")
	}
	if front := project.Services["caddy"].Networks["front"]; front != nil {
		if proxies := s.Environment["TRUSTED_PROXIES"]; proxies != nil &&
			*proxies != front.Ipv4Address+","+front.Ipv6Address {
			bad("TRUSTED_PROXIES is not Caddy's two addresses but %s", *proxies)
		}
		if six := project.Networks["front"].EnableIPv6; six == nil || !*six {
			bad("no IPv6 before Caddy: all who come by it would have one address")
		}
	}
	found = append(found, checkMetrics(project, s)...)
	for name := range s.Networks {
		if isStore(s) && !project.Networks[name].Internal {
			bad("a store in the network %s, which leads outside", name)
		}
	}
	known := settings[strings.TrimPrefix(strings.Split(s.Image, ":")[0], "academy/")]
	for name, value := range s.Environment {
		if known != nil && !slices.Contains(known, strings.TrimSuffix(name, "_FILE")) {
			bad("%s is no setting", name)
		}
		if value != nil && strings.HasPrefix(*value, "/run/secrets/") && !given(s, filepath.Base(*value)) {
			bad("%s names a secret that it is not given", name)
		}
		if value != nil && *value != "" && secretName.MatchString(name) {
			bad("%s stands in the file", name)
		}
	}
	return found
}

// soon is after how long a health check is made at the latest.
const soon = 10 * time.Second

// checkVersion returns whether an image has another tag than the version of what is
// in it: a new release of ours must replace our programs, and no others.
func checkVersion(s types.ServiceConfig) (found []string) {
	name, tag, _ := strings.Cut(s.Image, ":")
	if s.Build == nil {
		return nil
	}
	_, others := tagged[name]
	if others == (tag == release) {
		found = append(found, fmt.Sprintf("%s with ACADEMY_VERSION=%s", s.Image, release))
	}
	if !others {
		if version := s.Build.Args["VERSION"]; version == nil || *version != release {
			found = append(found, "it is not told its VERSION")
		}
	}
	return found
}

// secretName is what variables with secrets in them are called.
var secretName = regexp.MustCompile(`(PASSWORD|SECRET|TOKEN|ACCESS_KEY|_URI)$`)

func isStore(s types.ServiceConfig) bool {
	return strings.HasPrefix(s.Image, "mongo") || strings.HasPrefix(s.Image, "academy/minio")
}

func given(s types.ServiceConfig, secret string) bool {
	return slices.ContainsFunc(s.Secrets, func(c types.ServiceSecretConfig) bool { return c.Source == secret })
}

var makes = regexp.MustCompile(`(?m)^(?:keep|uri) (\w+) `)

// secretsMade returns the files that the script makes.
func secretsMade(script string) ([]string, error) {
	text, err := os.ReadFile(script)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, match := range makes.FindAllSubmatch(text, -1) {
		names = append(names, string(match[1]))
	}
	return names, nil
}

package main

import (
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"

	"github.com/compose-spec/compose-go/v2/types"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// addresses are the settings that switch metrics on, by the beginning of the image's
// name.
var addresses = map[string]string{
	"academy/cms-api": "METRICS_ADDR", "academy/edge": "METRICS_ADDR", "academy/publisher": "PUBLISHER_METRICS_ADDR",
}

// metricsPort returns the port of a service's metrics, empty when they are off, and
// whether the service has any.
func metricsPort(s types.ServiceConfig) (port string, could bool) {
	image, _, _ := strings.Cut(s.Image, ":")
	name, could := addresses[image]
	if value := s.Environment[name]; value != nil {
		_, port, _ = net.SplitHostPort(*value)
	}
	return port, could
}

// checkMetrics returns where metrics are off, might be read from outside, or cannot be
// reached by Prometheus.
func checkMetrics(project *types.Project, s types.ServiceConfig) (found []string) {
	port, could := metricsPort(s)
	// With a command of its own it serves nothing.
	if could && port == "" && len(s.Command) == 0 {
		return []string{"its metrics are off"}
	}
	if port == "" {
		return nil
	}
	if len(s.Ports) > 0 {
		found = append(found, "a process with metrics has ports of the machine")
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(s.Networks)), func(name string) bool {
		_, asks := project.Services["prometheus"].Networks[name]
		return asks && project.Networks[name].Internal
	}) {
		found = append(found, "no internal network leads from prometheus to its metrics")
	}
	return found
}

// checkScrapes returns targets of Prometheus without metrics, and metrics without a
// target.
func checkScrapes(config string, project *types.Project) (found []string, err error) {
	text, err := os.ReadFile(config)
	if err != nil {
		return nil, err
	}
	var read struct {
		Scrapes []struct {
			Job string `json:"job_name"`
			DNS []struct {
				Names []string `json:"names"`
				Port  int      `json:"port"`
			} `json:"dns_sd_configs"`
		} `json:"scrape_configs"`
	}
	if err := yaml.Unmarshal(text, &read); err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, scrape := range read.Scrapes {
		for _, each := range scrape.DNS {
			for _, name := range each.Names {
				asked[fmt.Sprintf("%s:%d", name, each.Port)] = true
			}
		}
	}
	answered := map[string]bool{}
	for _, s := range project.Services {
		port, _ := metricsPort(s)
		if port == "" {
			continue
		}
		reached := false
		for _, name := range names(project, s) {
			address := name + ":" + port
			if asked[address] {
				answered[address], reached = true, true
			}
		}
		if !reached {
			found = append(found, fmt.Sprintf("%s: %s: prometheus does not ask it", project.Name, s.Name))
		}
	}
	for address := range asked {
		if !answered[address] {
			found = append(found, fmt.Sprintf("%s: nobody answers prometheus at %s", project.Name, address))
		}
	}
	return found, nil
}

// names are those by which prometheus knows a service.
func names(project *types.Project, s types.ServiceConfig) []string {
	known := []string{s.Name}
	for name, network := range s.Networks {
		if _, asks := project.Services["prometheus"].Networks[name]; asks && network != nil {
			known = append(known, network.Aliases...)
		}
	}
	return known
}

// checkScraped returns where the annotations of a pod and its metrics differ.
func checkScraped(annotations map[string]string, pod core.PodSpec) (found []string) {
	for _, c := range pod.Containers {
		if _, ours := addresses[strings.Split(c.Image, ":")[0]]; !ours || len(c.Args) > 0 && c.Args[0] == "release" {
			continue
		}
		port := ""
		for _, variable := range c.Env {
			if strings.HasSuffix(variable.Name, "METRICS_ADDR") {
				_, port, _ = net.SplitHostPort(variable.Value)
			}
		}
		if port == "" || annotations["prometheus.io/scrape"] != "true" || annotations["prometheus.io/port"] != port {
			found = append(found, fmt.Sprintf("%s tells its metrics at %q, and the pod says %v", c.Name, port, annotations))
		}
	}
	return found
}

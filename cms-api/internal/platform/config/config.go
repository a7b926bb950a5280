// Package config reads the configuration from the environment. Each variable
// is one line of Config: its name, its default and what it means stand
// together, and `cms-api serve --help` prints them from there.
package config

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/caarlos0/env/v11"
)

// Production reports whether the stricter rules apply.
func (c Config) Production() bool { return c.Env == "production" }

// Load reads and checks the configuration. The error names every problem, one
// a line, not only the first.
func Load(environ []string) (Config, error) { return load(environ, Config.checkMode) }

// LoadEdge is Load for a process that only serves the site, which needs no secrets.
func LoadEdge(environ []string) (Config, error) {
	return load(environ, func(Config) []error { return nil })
}

func load(environ []string, checkMode func(Config) []error) (Config, error) {
	cfg, problems := inspect(environ, checkMode)
	if len(problems) > 0 {
		return Config{}, fmt.Errorf("the configuration has problems:\n%w", errors.Join(problems...))
	}
	return cfg, nil
}

// Inspect is like Load, but returns the configuration together with its problems.
func Inspect(environ []string) (Config, []error) { return inspect(environ, Config.checkMode) }

func inspect(environ []string, checkMode func(Config) []error) (Config, []error) {
	vars := env.ToMap(environ)
	var cfg Config
	problems := readFiles(vars)
	if err := env.ParseWithOptions(&cfg, env.Options{Environment: vars}); err != nil {
		problems = append(problems, parseProblems(err)...)
	}
	if value, set := vars["PUBLISHER_URL"]; set && value == "" {
		cfg.PublisherURL = ""
	}
	for _, list := range []*[]string{
		&cfg.AllowedOrigins, &cfg.TrustedProxies, &cfg.MirrorTo, &cfg.AuthSecrets, &cfg.PublishSecrets,
	} {
		*list = trimmed(*list)
	}
	cfg.setDefaults(cfg.Production())
	if cfg.PublicURL == "" {
		cfg.PublicURL = fmt.Sprintf("http://localhost:%d", cfg.Port)
	}
	cfg.PublicURL = strings.TrimRight(cfg.PublicURL, "/")
	problems = append(problems, cfg.check()...)
	return cfg, append(problems, checkMode(cfg)...)
}

func parseProblems(err error) []error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return []error{err}
	}
	return all.Errors
}

func trimmed(list []string) []string {
	var out []string
	for _, item := range list {
		if item = strings.TrimSpace(item); item != "" {
			out = append(out, item)
		}
	}
	return out
}

// fileSuffix is appended to the name of a variable whose value is in a file. Container
// engines provide secrets as files, because everybody who may inspect a container can
// read its environment.
const fileSuffix = "_FILE"

// readFiles adds to vars the values that are in files, without trailing line breaks. It
// returns what is wrong with them.
func readFiles(vars map[string]string) []error {
	var problems []error
	for _, setting := range settings() {
		name := setting.Tag.Get("env")
		file := vars[name+fileSuffix]
		if file == "" {
			continue
		}
		if vars[name] != "" {
			problems = append(problems, fmt.Errorf("%s and %s%s are both set; set one of them", name, name, fileSuffix))
			continue
		}
		value, err := os.ReadFile(file)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s%s: %w", name, fileSuffix, err))
			continue
		}
		if vars[name] = strings.TrimRight(string(value), "\r\n"); vars[name] == "" {
			problems = append(problems, fmt.Errorf("%s%s: %s is empty", name, fileSuffix, file))
		}
	}
	return problems
}

// settings returns the fields of Config and of the structs embedded in it.
func settings() []reflect.StructField {
	fields := reflect.VisibleFields(reflect.TypeFor[Config]())
	return slices.DeleteFunc(fields, func(field reflect.StructField) bool { return field.Anonymous })
}

// Help describes every environment variable: its default and what it means.
func Help() string {
	var b strings.Builder
	b.WriteString("Environment variables. NAME_FILE instead of NAME names a file that holds the value.\n")
	for _, field := range settings() {
		fmt.Fprintf(&b, "\n  %s", field.Tag.Get("env"))
		if value := field.Tag.Get("envDefault"); value != "" {
			fmt.Fprintf(&b, " (default %s)", value)
		}
		fmt.Fprintf(&b, "\n      %s\n", field.Tag.Get("doc"))
	}
	return b.String()
}

// Package config reads the configuration from the environment. Each variable
// is one line of Config: its name, its default and what it means stand
// together, and `cms-api serve --help` prints them from there.
package config

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/ratelimit"
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
		&cfg.SecondFactorFor,
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

type report func(format string, args ...any)

// checkFields reports what breaks a rule of its own field: min, the smallest number
// or time; oneof, its only values; scheme, those of an address, which may be missing
// where it is optional.
func (c Config) checkFields(bad report) {
	for _, field := range settings() {
		name, tag, value := field.Tag.Get("env"), field.Tag, reflect.ValueOf(c).FieldByIndex(field.Index)
		if least := tag.Get("min"); least != "" && value.Int() < number(least) {
			bad("%s is %v; it must be at least %s", name, value.Interface(), least)
		}
		if options := tag.Get("oneof"); options != "" && !slices.Contains(strings.Split(options, ","), value.String()) {
			bad("%s is %q; it must be one of %s", name, value, strings.ReplaceAll(options, ",", ", "))
		}
		if schemes := tag.Get("scheme"); schemes != "" {
			checkAddresses(name, strings.Split(schemes, ","), value, bad)
		}
		if limit, ok := value.Interface().(ratelimit.Limit); ok && c.Production() && limit.Off() {
			bad("%s is off; production needs a limit", name)
		}
	}
}

// number reads a number, or a time in nanoseconds.
func number(text string) int64 {
	if d, err := time.ParseDuration(text); err == nil {
		return int64(d)
	}
	n, _ := strconv.ParseInt(text, 10, 64) // a tag of this package, which its test tries
	return n
}

// checkAddresses checks an address or a list of them. An empty one means that there
// is none: what must not be empty has a default.
func checkAddresses(name string, schemes []string, value reflect.Value, bad report) {
	addresses, many := value.Interface().([]string)
	if !many && value.String() != "" {
		addresses = []string{value.String()}
	}
	for _, address := range addresses {
		parsed, err := url.Parse(address)
		if err == nil && parsed.Host != "" && slices.Contains(schemes, parsed.Scheme) {
			continue
		}
		if err == nil {
			address = parsed.Redacted()
		}
		bad("%s is %q; it must be an address that begins with %s://", name, address, strings.Join(schemes, ":// or "))
	}
}

// check returns what is wrong for any process.
func (c Config) check() []error {
	var problems []error
	bad := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	c.checkFields(bad)
	if c.Port < 0 || c.Port > 65535 {
		bad("PORT is %d; it must be between 0 and 65535", c.Port)
	}
	if !strings.HasPrefix(c.MongoURI, "mongodb://") && !strings.HasPrefix(c.MongoURI, "mongodb+srv://") {
		bad("MONGODB_URI must begin with mongodb:// or mongodb+srv://")
	}
	if c.AlertHour > 23 {
		bad("LEAD_ALERT_HOUR is %d; it must be between 0 and 23", c.AlertHour)
	}
	if _, err := time.LoadLocation(c.Timezone); err != nil {
		bad("SITE_TIMEZONE %q is not a time zone", c.Timezone)
	}
	if c.AdminDir != "" {
		if _, err := os.Stat(filepath.Join(c.AdminDir, "index.html")); err != nil {
			bad("ADMIN_DIR %q has no index.html; build the admin app first", c.AdminDir)
		}
	}
	for _, width := range c.ImageWidths {
		if width < 16 || width > 4096 {
			bad("IMAGE_WIDTHS has %d; each must be between 16 and 4096", width)
		}
	}
	for _, text := range c.TrustedProxies {
		if _, err := parseNetwork(text); err != nil {
			bad("TRUSTED_PROXIES: %q is neither an address nor a network such as 10.0.0.0/8", text)
		}
	}
	for _, role := range c.SecondFactorFor {
		if !slices.ContainsFunc(access.Roles(), func(d access.DescribedRole) bool { return string(d.Role) == role }) {
			bad("SECOND_FACTOR_FOR has %q, which is not a role", role)
		}
	}
	c.checkTargets(bad)
	if c.MetricsAddr != "" {
		_, port, err := net.SplitHostPort(c.MetricsAddr)
		if _, noNumber := strconv.ParseUint(port, 10, 16); err != nil || noNumber != nil {
			bad("METRICS_ADDR is %q; it must be an address and a port, such as 127.0.0.1:9464", c.MetricsAddr)
		}
	}
	return problems
}

func (c Config) checkTargets(bad report) {
	if c.ReleaseStore != "" {
		parsed, err := url.Parse(c.ReleaseStore)
		if err != nil || parsed.Scheme != "s3" || parsed.Host == "" || parsed.RawQuery != "" {
			bad("RELEASE_STORE is %q; it must be an address such as s3://bucket/prefix", c.ReleaseStore)
		}
	}
	for i, address := range c.MirrorTo {
		if slices.Contains(c.MirrorTo[:i], address) {
			bad("MIRROR_TO has %q twice; each address can have one mirror", address)
		}
		if scheme, _, ok := strings.Cut(address, "://"); ok && scheme != "s3" {
			bad("MIRROR_TO has %q; it must be a folder or an address such as s3://bucket/prefix", address)
		}
	}
}

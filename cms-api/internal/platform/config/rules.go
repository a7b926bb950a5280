package config

import (
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

	"academy/cms-api/internal/platform/ratelimit"
)

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

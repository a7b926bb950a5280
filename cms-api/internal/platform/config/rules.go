package config

import (
	"net/url"
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
func (c Config) checkFields(group reflect.Value, bad report) {
	for field, value := range group.Fields() {
		if field.Anonymous {
			c.checkFields(value, bad)
			continue
		}
		name, tag := field.Tag.Get("env"), field.Tag
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

package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Help describes every environment variable: its default and what it means.
func Help() string {
	var b strings.Builder
	b.WriteString("Environment variables:\n")
	for field := range reflect.TypeFor[Config]().Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("env"), ",")
		fmt.Fprintf(&b, "\n  %s", name)
		if value := field.Tag.Get("envDefault"); value != "" {
			fmt.Fprintf(&b, " (default %s)", value)
		}
		fmt.Fprintf(&b, "\n      %s\n", field.Tag.Get("doc"))
	}
	return b.String()
}

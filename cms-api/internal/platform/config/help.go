package config

import (
	"fmt"
	"reflect"
	"strings"
)

// Help describes every environment variable: its default and what it means.
func Help() string {
	var b strings.Builder
	b.WriteString("Environment variables. NAME_FILE instead of NAME names a file that holds the value.\n")
	describe(&b, reflect.TypeFor[Config]())
	return b.String()
}

func describe(b *strings.Builder, group reflect.Type) {
	for field := range group.Fields() {
		if field.Anonymous {
			describe(b, field.Type)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("env"), ",")
		fmt.Fprintf(b, "\n  %s", name)
		if value := field.Tag.Get("envDefault"); value != "" {
			fmt.Fprintf(b, " (default %s)", value)
		}
		fmt.Fprintf(b, "\n      %s\n", field.Tag.Get("doc"))
	}
}

package config

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
)

// fileSuffix after the name of a variable names a file that holds its value: how
// container engines hand over secrets, which an environment would show to everybody
// who may look at the container.
const fileSuffix = "_FILE"

// readFiles gives vars the values of the variables that stand in files, without
// line ends at their end. It returns what is wrong with them.
func readFiles(vars map[string]string) []error {
	var problems []error
	for _, name := range names(reflect.TypeFor[Config]()) {
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

// names returns the variables of a group, sorted.
func names(group reflect.Type) []string {
	var found []string
	for field := range group.Fields() {
		if field.Anonymous {
			found = append(found, names(field.Type)...)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("env"), ",")
		found = append(found, name)
	}
	slices.Sort(found)
	return found
}

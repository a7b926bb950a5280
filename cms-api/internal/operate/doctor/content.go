package doctor

import (
	"context"
	"fmt"
	"strings"
)

// maxNamed is how many stored values a finding names.
const maxNamed = 20

// Content looks for stored texts and values that the content model does not know, or that
// no longer fit it; each of outdated names some.
func Content(version string, outdated ...func(context.Context) ([]string, error)) Check {
	return Check{Name: "content", Needs: "database", Look: func(ctx context.Context, n *Notes) {
		var found []string
		for _, each := range outdated {
			named, err := each(ctx)
			if err != nil {
				n.Fail(fmt.Sprintf("The content cannot be compared with the content model: %v", cause(err)),
					"See what is said of the database above.")
				return
			}
			for _, each := range named {
				found = append(found, strings.TrimSuffix(each, "."))
			}
		}
		if len(found) == 0 {
			n.OK("Everything that is stored fits the content model %s.", version)
			return
		}
		named := strings.Join(found[:min(len(found), maxNamed)], "; ")
		if len(found) > maxNamed {
			named += "; …"
		}
		n.Warn(fmt.Sprintf("%d stored values do not fit the content model %s: %s.", len(found), version, named),
			"Nothing is lost: pages show their own text there. Change the values in the dashboard, or the model.")
	}}
}

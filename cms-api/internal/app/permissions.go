package app

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
)

const permissionsIntro = `# Permissions

Each call of the API needs a permission; a role has permissions, and a token those of its scopes that the role of
whoever made it has too. A call without its permission is answered with 403, which names it. The table is
` + "`cms-api/internal/platform/access/roles.go`" + `; ` + "`make generate`" + ` writes this page.

`

// Permissions returns what each role and token may do, and what each call needs, in Markdown.
func (a *App) Permissions() []byte {
	var page bytes.Buffer
	page.WriteString(permissionsIntro)
	page.WriteString("## Roles\n\n| role | for |\n|---|---|\n")
	heads := ""
	for _, role := range access.Roles() {
		fmt.Fprintf(&page, "| %s | %s |\n", role.Role, role.Means)
		heads += " " + string(role.Role) + " |"
	}
	fmt.Fprintf(&page, "\n## Permissions of roles and tokens\n\n| permission | lets one |%s token |\n|---|---|%s---|\n",
		heads, strings.Repeat("---|", len(access.Roles())))
	for _, p := range access.All() {
		fmt.Fprintf(&page, "| `%s` | %s |", p.Permission, strings.ToLower(p.Means[:1])+p.Means[1:])
		for _, role := range access.Roles() {
			page.WriteString(yes(role.Role.May(p.Permission)))
		}
		page.WriteString(yes(p.Scope) + "\n")
	}
	page.WriteString("\n## Calls\n\n| call | operation | needs |\n|---|---|---|\n")
	for _, path := range slices.Sorted(maps.Keys(a.api.OpenAPI().Paths)) {
		item := a.api.OpenAPI().Paths[path]
		for _, op := range []*huma.Operation{item.Get, item.Head, item.Post, item.Put, item.Patch, item.Delete} {
			if op != nil {
				fmt.Fprintf(&page, "| `%s /api%s` | %s | %s |\n", op.Method, path, op.OperationID, needs(op))
			}
		}
	}
	return page.Bytes()
}

func yes(is bool) string {
	if is {
		return " yes |"
	}
	return " |"
}

// needs returns what a call needs, in words.
func needs(op *huma.Operation) string {
	level, _ := access.Of(op)
	p, own := access.PermissionOf(op)
	said := fmt.Sprintf("`%s`", p)
	if own {
		said += ", or for what is one's own its `…:own`"
	}
	switch level {
	case access.Everyone:
		said = "nothing"
	case access.PublisherOnly:
		said = "the publisher's signature"
	case access.PublisherAndStaff:
		said = "the publisher's signature, or " + said
	case access.StaffOnly:
		said = cmp.Or(map[bool]string{true: "a session"}[p == ""], said)
	}
	return said
}

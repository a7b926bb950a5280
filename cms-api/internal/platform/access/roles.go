package access

import (
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/problem"
)

// Permission is what a role or a token may do.
type Permission string

// The permissions. Those that Scopes returns can be given to a token.
const (
	ContentRead    Permission = "content:read"
	ContentWrite   Permission = "content:write"
	ContentPublish Permission = "content:publish"
	// ContentOwn is ContentWrite for articles that one has written.
	ContentOwn Permission = "content:own"
	MediaWrite Permission = "media:write"
	// MediaOwn is MediaWrite for files that one has uploaded.
	MediaOwn      Permission = "media:own"
	LeadsRead     Permission = "leads:read"
	LeadsWrite    Permission = "leads:write"
	SettingsWrite Permission = "settings:write"
	WebhooksWrite Permission = "webhooks:write"
	AuditRead     Permission = "audit:read"

	TeamWrite       Permission = "team:write"
	TokensWrite     Permission = "tokens:write"
	PeopleErase     Permission = "people:erase"
	ContentErase    Permission = "content:erase"
	ContentTransfer Permission = "content:transfer"
)

// Schema describes the permissions by their names.
func (Permission) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, each := range All() {
		s.Enum = append(s.Enum, string(each.Permission))
	}
	return s
}

// Described is a permission with what it lets one do.
type Described struct {
	Permission Permission
	Means      string
	// Scope says that a token may have it.
	Scope bool
	// Includes are other permissions that come with it.
	Includes []Permission
}

// All returns every permission.
func All() []Described {
	return []Described{
		{ContentRead, "Read all content: drafts, working copies, history, trash", true, nil},
		{ContentWrite, "Write drafts and working copies, which change nothing that is live", true, []Permission{ContentRead}},
		{
			ContentPublish, "Change what is live: publish, edit and delete what is public", true,
			[]Permission{ContentWrite, ContentRead},
		},
		{ContentOwn, "Write one's own articles as drafts and working copies", false, nil},
		{MediaWrite, "Upload files, and change and delete those of the library", true, nil},
		{MediaOwn, "Upload files, and change and delete one's own", false, nil},
		{LeadsRead, "Read and export leads", true, nil},
		{LeadsWrite, "Change, assign and delete leads", true, []Permission{LeadsRead}},
		{SettingsWrite, "Change the site's settings", true, nil},
		{WebhooksWrite, "See and change webhooks", true, nil},
		{AuditRead, "Read the audit log", true, nil},
		{TeamWrite, "Invite and remove people, and change their roles", false, nil},
		{TokensWrite, "Make and revoke tokens", false, nil},
		{PeopleErase, "Export and erase what is stored of a person", false, nil},
		{ContentErase, "Remove former versions and what is in the trash for good", false, nil},
		{ContentTransfer, "Import and export the whole content", false, nil},
	}
}

// Role is the role of an account.
type Role string

// The roles.
const (
	RoleAdministrator Role = "administrator"
	RoleAuthor        Role = "author"
	RoleEditor        Role = "editor"
	RoleWriter        Role = "writer"
	RoleCounsellor    Role = "counsellor"
)

// Roles returns every role, with what it is for.
func Roles() []DescribedRole {
	return []DescribedRole{
		{RoleAdministrator, "Everything, and the team"},
		{RoleAuthor, "All content, leads and the site's settings"},
		{RoleEditor, "All content and publishing; no leads, no settings of the site"},
		{RoleWriter, "Own articles as drafts, and own uploads; an editor publishes them"},
		{RoleCounsellor, "Leads only"},
	}
}

// DescribedRole is a role with what it is for.
type DescribedRole struct {
	Role  Role
	Means string
}

// granted returns the permissions that a role was given. Others are included in them.
func (r Role) granted() []Permission {
	content := []Permission{ContentPublish, MediaWrite}
	switch r {
	case RoleAdministrator:
		return filtered(func(Permission) bool { return true })
	case RoleAuthor:
		return append(content, LeadsWrite, SettingsWrite)
	case RoleEditor:
		return content
	case RoleWriter:
		return []Permission{ContentOwn, MediaOwn}
	case RoleCounsellor:
		return []Permission{LeadsWrite}
	}
	return nil
}

// May reports whether a role has a permission.
func (r Role) May(p Permission) bool { return includes(r.granted(), p) }

// Permissions returns those of a role, in the order of All.
func (r Role) Permissions() []Permission { return filtered(r.May) }

// Scopes returns the permissions that a token may have.
func Scopes() []Permission {
	return filtered(func(p Permission) bool {
		return slices.ContainsFunc(All(), func(d Described) bool { return d.Permission == p && d.Scope })
	})
}

// own returns the permission to do what p allows with what is one's own; empty where there is none.
func (p Permission) own() Permission {
	switch p {
	case ContentRead, ContentWrite:
		return ContentOwn
	case MediaWrite:
		return MediaOwn
	}
	return ""
}

// includes reports whether p is one of some permissions, or comes with one.
func includes(some []Permission, p Permission) bool {
	return slices.ContainsFunc(All(), func(d Described) bool {
		return slices.Contains(some, d.Permission) && (d.Permission == p || slices.Contains(d.Includes, p))
	})
}

func filtered(keep func(Permission) bool) []Permission {
	kept := []Permission{}
	for _, each := range All() {
		if keep(each.Permission) {
			kept = append(kept, each.Permission)
		}
	}
	return kept
}

// Refusal returns the problem of a caller who lacks a permission.
func Refusal(who Identity, p Permission) error {
	lacks := "Your role, " + string(who.Role) + ", does not have it. An administrator can change your role."
	if who.Token != nil && who.Role.May(p) {
		lacks = "The token does not have this scope."
	}
	means := ""
	for _, each := range All() {
		if each.Permission == p {
			means = strings.ToLower(each.Means[:1]) + each.Means[1:]
		}
	}
	return problem.New(problem.Forbidden, "This needs the permission "+string(p)+" ("+means+"). "+lacks)
}

package access_test

import (
	"slices"
	"strings"
	"testing"

	"academy/cms-api/internal/platform/access"
)

// A token has what both its scopes and its maker's role have.
func TestIdentity_MayOfAToken(t *testing.T) {
	of := func(role access.Role, scopes ...access.Permission) access.Identity {
		return access.Identity{Role: role, Token: &access.Token{Scopes: scopes}}
	}
	for name, c := range map[string]struct {
		who  access.Identity
		want []access.Permission
	}{
		"no scope":    {of(access.RoleAdministrator), nil},
		"one scope":   {of(access.RoleAdministrator, access.MediaWrite), []access.Permission{access.MediaWrite}},
		"write reads": {of(access.RoleAuthor, access.LeadsWrite), []access.Permission{access.LeadsRead, access.LeadsWrite}},
		"publish writes and reads": {
			of(access.RoleEditor, access.ContentPublish),
			[]access.Permission{access.ContentRead, access.ContentWrite, access.ContentPublish},
		},
		"of somebody who may less": {
			of(access.RoleCounsellor, access.ContentPublish, access.LeadsRead, access.AuditRead),
			[]access.Permission{access.LeadsRead},
		},
		"of nobody": {of("", access.Scopes()...), nil},
		"every scope": {
			of(access.RoleAdministrator, access.Scopes()...), access.Scopes(),
		},
	} {
		if got := c.who.Permissions(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestScopes_LeaveOutWhatAPersonDoes(t *testing.T) {
	for _, p := range []access.Permission{
		access.TeamWrite, access.TokensWrite, access.PeopleErase, access.ContentErase, access.ContentTransfer,
	} {
		if slices.Contains(access.Scopes(), p) {
			t.Errorf("%s is a scope", p)
		}
	}
}

func TestRefusal_SaysWhetherTheTokenOrItsMakerLacksIt(t *testing.T) {
	token := &access.Token{Scopes: []access.Permission{access.AuditRead}}
	for _, c := range []struct {
		role    access.Role
		missing access.Permission
		words   string
	}{
		{access.RoleAdministrator, access.LeadsRead, "The token does not have this scope."},
		{access.RoleAuthor, access.AuditRead, "Your role, author, does not have it."},
	} {
		said := access.Refusal(access.Identity{Role: c.role, Token: token}, c.missing).Error()
		if !strings.Contains(said, string(c.missing)) || !strings.Contains(said, c.words) {
			t.Errorf("%s without %s: %s", c.role, c.missing, said)
		}
	}
}

package auth

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/problem"
)

// Member is an account as administrators see it.
type Member struct {
	User
	CreatedAt time.Time `json:"created_at"`
}

// MemberUpdate changes an account. Nil fields stay.
type MemberUpdate struct {
	Name *string      `json:"name,omitempty" minLength:"1" maxLength:"120" example:"Ravi Kumar"`
	Role *access.Role `json:"role,omitempty" enum:"administrator,author,editor,writer,counsellor"`
}

// Members returns every account, by name.
func (s *Service) Members(ctx context.Context) ([]Member, error) {
	found, err := s.o.Store.users(ctx)
	members := []Member{}
	for _, each := range found {
		members = append(members, each.member())
	}
	return members, err
}

func (a account) member() Member { return Member{User: a.user(), CreatedAt: a.CreatedAt} }

// Identity returns the identity of an account; without a role, and so without permissions, where there is none.
func (s *Service) Identity(ctx context.Context, id string) (access.Identity, error) {
	who, err := s.o.Store.accounts.Get(ctx, id)
	return access.Identity{UserID: id, Name: who.Name, Role: who.Role}, problem.Replace(err, problem.NotFound, nil)
}

// UpdateMember changes an account. It returns a Conflict problem when the last
// administrator would become an author.
func (s *Service) UpdateMember(ctx context.Context, id string, update MemberUpdate) (Member, error) {
	if update.Name != nil {
		*update.Name = strings.TrimSpace(*update.Name)
		if err := problem.InvalidFields(checkName(nil, "body.name", *update.Name)); err != nil {
			return Member{}, err
		}
	}
	change := func(ctx context.Context, fence int64) (Member, error) {
		changed, err := s.o.Store.changeAccount(ctx, id, fence, func(a *account) error {
			if update.Name != nil {
				a.Name = *update.Name
			}
			if update.Role != nil {
				a.Role = *update.Role
			}
			return nil
		})
		return changed.member(), err
	}
	if update.Role == nil || *update.Role == access.RoleAdministrator {
		return change(ctx, 0)
	}
	var changed Member
	err := s.keepingAnAdministrator(ctx, id, "be made an author", func(ctx context.Context, fence int64) (err error) {
		changed, err = change(ctx, fence)
		return err
	})
	return changed, err
}

// RemoveMember deletes an account, which ends its sessions. It returns a Conflict
// problem for the caller's own account and for the last administrator.
func (s *Service) RemoveMember(ctx context.Context, id string) error {
	if who, ok := access.From(ctx); ok && who.UserID == id {
		return problem.New(problem.Conflict, "You cannot remove your own account. Another administrator can.")
	}
	return s.keepingAnAdministrator(ctx, id, "be removed", func(ctx context.Context, fence int64) error {
		gone, err := s.o.Store.accounts.Delete(ctx, id, documents.Write{Fence: fence})
		return changes.Err(ctx, gone, err)
	})
}

// keepingAnAdministrator runs change, after which the account is not an administrator
// any more. It returns a Conflict problem when there would be none. Two such changes
// run one after the other.
func (s *Service) keepingAnAdministrator(
	ctx context.Context, id, what string, change func(ctx context.Context, fence int64) error,
) error {
	return s.o.Store.administrators.DoFenced(ctx, func(ctx context.Context, token int64) error {
		others, err := s.o.Store.otherAdministrators(ctx, id, token)
		if err != nil {
			return err
		}
		who, err := s.o.Store.accounts.Get(ctx, id)
		if err != nil {
			return err
		}
		if who.Role == access.RoleAdministrator && others == 0 {
			return problem.New(problem.Conflict, "The last administrator cannot "+what+
				". Make somebody else administrator first.")
		}
		changes.Name(ctx, who.Name)
		return change(ctx, token)
	})
}

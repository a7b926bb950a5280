package auth

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
)

// accountStays explains why erasing a person does not delete an account.
const accountStays = "This is an account of somebody who works here. Remove it in Settings → Team; that ends its sessions. " +
	"Entries of the audit log about what it did stay until their time is over."

// Sources returns the collections with data about people, for package privacy.
func (s *Service) Sources() []person.Source {
	return []person.Source{
		{Name: "account", Stays: accountStays, Find: func(ctx context.Context, who person.Person) ([]any, error) {
			found, err := s.accountOf(ctx, who)
			if found == nil {
				return []any{}, err
			}
			return []any{found.member()}, nil
		}},
		{Name: "sessions", Stays: "They end with the account.", Find: s.sessionsOf},
		{Name: "second_factor", Stays: "It ends with the account.", Find: s.factorsOf},
		{Name: "invitations", Find: s.invitationsOf, Erase: func(ctx context.Context, who person.Person) (int, error) {
			found, err := s.invitationsOf(ctx, who)
			if err != nil || len(found) == 0 {
				return 0, err
			}
			return len(found), s.o.Store.deleteInvitationsTo(ctx, who.Email, who.Phone)
		}},
	}
}

// AccountID returns the id of a person's account, empty where there is none.
func (s *Service) AccountID(ctx context.Context, who person.Person) (string, error) {
	found, err := s.accountOf(ctx, who)
	if found == nil {
		return "", err
	}
	return found.ID, err
}

// accountOf returns a person's account, or nil.
func (s *Service) accountOf(ctx context.Context, who person.Person) (*account, error) {
	find := func() (account, error) { return s.o.Store.userByEmail(ctx, who.Email) }
	if who.Phone != "" {
		find = func() (account, error) { return s.o.Store.userByPhone(ctx, who.Phone) }
	}
	found, err := find()
	if problem.Is(err, problem.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return &found, nil
}

func (s *Service) sessionsOf(ctx context.Context, who person.Person) ([]any, error) {
	sessions := []any{}
	owner, err := s.accountOf(ctx, who)
	if owner == nil {
		return sessions, err
	}
	found, err := s.o.Store.sessionsOf(ctx, owner.ID)
	for _, each := range found {
		sessions = append(sessions, each.shown())
	}
	return sessions, err
}

// factorsOf returns a person's second factors, without their secrets, and when known browsers signed in.
func (s *Service) factorsOf(ctx context.Context, who person.Person) ([]any, error) {
	owner, err := s.accountOf(ctx, who)
	if owner == nil || !owner.Factors.any() && len(owner.Devices) == 0 {
		return []any{}, err
	}
	seen := []time.Time{}
	for _, each := range owner.Devices {
		seen = append(seen, each.SeenAt)
	}
	return []any{struct {
		Factors
		BrowsersSeenAt []time.Time `json:"browsers_seen_at"`
	}{s.shownFactors(*owner), seen}}, nil
}

func (s *Service) invitationsOf(ctx context.Context, who person.Person) ([]any, error) {
	found, err := s.o.Store.invitations(ctx)
	invitations := []any{}
	for _, each := range found {
		if each.Email+each.Phone == who.String() {
			invitations = append(invitations, each.shown())
		}
	}
	return invitations, err
}

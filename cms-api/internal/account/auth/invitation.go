package auth

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/notify"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/storage"
)

// Invitation lets one person make an account.
type Invitation struct {
	ID        string      `json:"id" example:"665f1f77bcf86cd799439011"`
	Email     string      `json:"email" doc:"Empty when a phone was invited." example:"ravi@example.com"`
	Phone     string      `json:"phone" doc:"E.164; empty when an address was invited." example:"+919876543210"`
	Role      access.Role `json:"role" enum:"administrator,author,editor,writer,counsellor"`
	InvitedBy string      `json:"invited_by" doc:"The name of who invited." example:"Asha Rao"`
	CreatedAt time.Time   `json:"created_at"`
	ExpiresAt time.Time   `json:"expires_at"`
}

// Invited is a new Invitation with its link, which is shown only once.
type Invited struct {
	Invitation
	Link string `json:"link" doc:"Where the invitation is accepted. It cannot be shown again." example:"https://academy.example/auth?invitation=665f1f77bcf86cd799439011.SECRET"`
}

// invitation is an Invitation as it is stored.
type invitation struct {
	revision.Document `bson:",inline"`
	Email             string      `bson:"email,omitempty"`
	Phone             string      `bson:"phone,omitempty"`
	Role              access.Role `bson:"role"`
	InvitedBy         string      `bson:"invited_by"`
	Hash              string      `bson:"hash"`
	CreatedAt         time.Time   `bson:"created_at"`
	ExpiresAt         time.Time   `bson:"expires_at"`
}

func (i invitation) shown() Invitation {
	return Invitation{
		ID: i.ID, Email: i.Email, Phone: i.Phone, Role: i.Role, InvitedBy: i.InvitedBy, CreatedAt: i.CreatedAt,
		ExpiresAt: i.ExpiresAt,
	}
}

// Invite lets the owner of an e-mail address or a phone make an account, and sends
// a link to that address or phone. Inviting again replaces the invitation. It returns
// a Conflict problem when the owner has an account.
func (s *Service) Invite(ctx context.Context, email, phone string, role access.Role) (Invited, error) {
	fresh := invitation{Role: role, CreatedAt: s.now(), ExpiresAt: s.now().Add(s.o.InvitationAge)}
	if err := fresh.setAddress(email, phone); err != nil {
		return Invited{}, err
	}
	if who, ok := access.From(ctx); ok {
		fresh.InvitedBy = who.Name
	}
	known, err := s.accountOf(ctx, person.Person{Email: fresh.Email, Phone: fresh.Phone})
	if err != nil {
		return Invited{}, err
	}
	if known != nil {
		return Invited{}, problem.New(problem.Conflict, "This person has an account already.")
	}
	if err := s.o.Store.deleteInvitationsTo(ctx, fresh.Email, fresh.Phone); err != nil {
		return Invited{}, err
	}
	fresh.ID = mongodb.NewID()
	token, hash := newLinkToken(fresh.ID)
	fresh.Hash = hash
	made, err := s.o.Store.invited.Insert(ctx, documents.Write{By: access.By(ctx)}, &fresh)
	changes.Wrote(ctx, made)
	if err != nil {
		busy := problem.Wrap(problem.Conflict, err, "Somebody else is inviting this person right now.")
		return Invited{}, unlessDuplicate(err, busy)
	}
	link := s.link("/auth", "invitation", token)
	s.sendInvitation(ctx, fresh, link)
	return Invited{Invitation: fresh.shown(), Link: link}, nil
}

// setAddress sets an e-mail address or a phone. It returns an Invalid problem unless
// exactly one of them is given.
func (i *invitation) setAddress(email, phone string) error {
	i.Email, i.Phone = email, phone
	switch {
	case (email == "") == (phone == ""):
		return problem.InvalidField("body.email", "Give either an e-mail address or a phone.")
	case email != "":
		return problem.InvalidFields(contact.SettleEmail(nil, "body.email", &i.Email))
	default:
		return problem.InvalidFields(contact.SettlePhone(nil, "body.phone", &i.Phone))
	}
}

func (s *Service) sendInvitation(ctx context.Context, i invitation, link string) {
	academy := s.o.AcademyName(ctx)
	if i.Phone != "" {
		s.o.Queue.Text(notify.SMS{
			To: i.Phone, Text: fmt.Sprintf("You are invited to work on the website of %s: %s", academy, link),
		})
		return
	}
	s.o.Queue.Mail(notify.Mail{
		To:      i.Email,
		Subject: "Your invitation to " + academy,
		Text: fmt.Sprintf("You are invited to work on the website of %s.\n\nMake your account here; the link works once, until %s:\n\n%s\n\nIf you do not know what this is about, do nothing.\n",
			academy, i.ExpiresAt.Format("2 January 2006"), link),
	})
}

// Invitations returns those that can still be accepted, the latest first.
func (s *Service) Invitations(ctx context.Context) ([]Invitation, error) {
	found, err := s.o.Store.invitations(ctx)
	shown := []Invitation{}
	for _, each := range found {
		if each.ExpiresAt.After(s.now()) {
			shown = append(shown, each.shown())
		}
	}
	return shown, err
}

// Withdraw deletes an invitation, or returns a NotFound problem.
func (s *Service) Withdraw(ctx context.Context, id string) error {
	gone, err := s.o.Store.invited.Delete(ctx, id, documents.Write{})
	return changes.Err(ctx, gone, err)
}

// registerInvited makes the account that an invitation is for.
func (s *Service) registerInvited(ctx context.Context, r Registration, from Browser) (SignIn, error) {
	void := problem.New(problem.Forbidden,
		"This invitation has been used, withdrawn, or is too old. Ask an administrator for a new one.")
	id, hash := readLinkToken(r.Invitation)
	invited, err := s.o.Store.invited.Get(ctx, id)
	if err != nil {
		return SignIn{}, problem.Replace(err, problem.NotFound, void)
	}
	if !same(invited.Hash, hash) || !invited.ExpiresAt.After(s.now()) {
		return SignIn{}, void
	}
	if invited.Email != "" && invited.Email != r.Email {
		return SignIn{}, problem.InvalidField("body.email",
			"This invitation is for another e-mail address. Use the one it was sent to.")
	}
	fresh, err := s.newAccount(ctx, r, invited.Role)
	if err != nil {
		return SignIn{}, err
	}
	signIn, err := s.join(ctx, fresh, invited, from)
	if storage.IsDuplicate(err) {
		if _, found := s.o.Store.userByEmail(ctx, r.Email); found == nil {
			return SignIn{}, taken(err)
		}
	}
	return signIn, unlessDuplicate(err, void)
}

// join makes an account with an invitation, deletes that, and signs in.
func (s *Service) join(ctx context.Context, fresh account, invited invitation, from Browser) (SignIn, error) {
	fresh.Phone, fresh.Invitation = invited.Phone, invited.ID
	if err := s.o.Store.addAccount(ctx, &fresh); err != nil {
		return SignIn{}, err
	}
	// If this fails, a unique index prevents a second account, and the invitation is
	// deleted when it expires.
	if err := s.Withdraw(ctx, invited.ID); err != nil && !problem.Is(err, problem.NotFound) {
		s.o.Log.Warn("an accepted invitation could not be deleted", "error", err)
	}
	return s.begin(ctx, fresh, from)
}

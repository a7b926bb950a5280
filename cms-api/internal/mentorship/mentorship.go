// Package mentorship is applications for the mentorship programme.
package mentorship

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/paging"
	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

// MentorshipApplication is one application. Only staff may read it.
type MentorshipApplication struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name"`
	Phone             string    `json:"phone" bson:"phone"`
	Email             string    `json:"email" bson:"email"`
	EducationLevel    string    `json:"education_level" bson:"education_level"`
	Status            string    `json:"status" bson:"status" enum:"pending,approved,rejected"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

func (a *MentorshipApplication) check() error {
	bad := contact.CheckText(nil, "body.name", a.Name, "your name")
	bad = contact.CheckEmail(bad, "body.email", a.Email)
	bad = contact.CheckPhone(bad, "body.phone", a.Phone)
	return problem.InvalidFields(bad)
}

// Service holds the rules of applications.
type Service struct {
	store *Store
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, now func() time.Time) *Service {
	return &Service{store: store, now: now}
}

// Apply stores a new application as pending.
func (s *Service) Apply(ctx context.Context, application MentorshipApplication) (MentorshipApplication, error) {
	application.Name = strings.TrimSpace(application.Name)
	application.Email = strings.TrimSpace(application.Email)
	application.Phone = strings.TrimSpace(application.Phone)
	if err := application.check(); err != nil {
		return MentorshipApplication{}, err
	}
	application.Status = "pending"
	application.CreatedAt = s.now().UTC().Truncate(time.Millisecond)
	err := s.store.insert(ctx, &application)
	return application, err
}

// Decide sets an application's status; expected is the revision the caller
// began from.
func (s *Service) Decide(ctx context.Context, id string, expected *int, status string) (MentorshipApplication, error) {
	return s.store.update(ctx, id, expected, func(a *MentorshipApplication) error {
		a.Status = status
		return nil
	})
}

// Page returns one page of applications, newest first unless asked otherwise,
// and how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]MentorshipApplication, int, error) {
	return s.store.page(ctx, page)
}

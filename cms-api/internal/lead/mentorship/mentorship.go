// Package mentorship is applications for the mentorship programme.
package mentorship

import (
	"context"
	"iter"
	"time"

	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/text"
)

// MentorshipApplication is one application. Only staff may read it.
type MentorshipApplication struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name" example:"Asha Rao"`
	Phone             string    `json:"phone" bson:"phone" example:"+919876543210"`
	Email             string    `json:"email" bson:"email" example:"asha@example.com"`
	EducationLevel    string    `json:"education_level" bson:"education_level" example:"Graduate"`
	Status            string    `json:"status" bson:"status" enum:"pending,approved,rejected"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// Form is what somebody applies with.
type Form struct {
	Name           string
	Phone          string
	Email          string
	EducationLevel string
}

// settle puts the form into the form in which it is stored, or returns an
// Invalid problem.
func (f *Form) settle() error {
	text.Clean(f)
	bad := contact.CheckText(nil, "body.name", f.Name, "your name")
	bad = contact.SettleEmail(bad, "body.email", &f.Email)
	bad = contact.SettlePhone(bad, "body.phone", &f.Phone)
	return problem.InvalidFields(bad)
}

// Service holds the rules of applications.
type Service struct {
	store *Store
	once  *submission.Once
}

// NewService returns a Service.
func NewService(store *Store, once *submission.Once) *Service {
	return &Service{store: store, once: once}
}

// Apply stores a new application as pending, once however often the same form
// is sent. What was decided meanwhile is not told.
func (s *Service) Apply(ctx context.Context, key submission.Key, form Form) (MentorshipApplication, error) {
	if err := form.settle(); err != nil {
		return MentorshipApplication{}, err
	}
	claim, err := s.once.Claim(ctx, "mentorship", key, form)
	if err != nil {
		return MentorshipApplication{}, err
	}
	application := MentorshipApplication{
		Name: form.Name, Phone: form.Phone, Email: form.Email, EducationLevel: form.EducationLevel,
		Status: "pending", CreatedAt: claim.At,
	}
	application.ID = claim.ID
	return application, s.store.insert(ctx, &application)
}

// Decide sets an application's status; expected is the revision the caller
// began from.
func (s *Service) Decide(ctx context.Context, id string, expected *int, status string) (MentorshipApplication, error) {
	return s.store.update(ctx, id, expected, func(a *MentorshipApplication) error {
		a.Status = status
		return nil
	})
}

// Delete removes an application.
func (s *Service) Delete(ctx context.Context, id string) error { return s.store.delete(ctx, id) }

// Each returns all that a search finds, in the order in which they came unless it
// asks for another.
func (s *Service) Each(ctx context.Context, search paging.Search) (iter.Seq2[MentorshipApplication, error], error) {
	return s.store.each(ctx, search)
}

// Page returns one page of applications, newest first unless asked otherwise,
// and how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]MentorshipApplication, int, error) {
	return s.store.page(ctx, page)
}

// Place is where these are kept, for who looks for people.
func (s *Service) Place() person.Place { return s.store.place() }

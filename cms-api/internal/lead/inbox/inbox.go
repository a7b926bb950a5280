// Package inbox is the messages that visitors send through the contact form.
package inbox

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

// ContactMessage is one message. Only staff may read it.
type ContactMessage struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name" example:"Asha Rao"`
	Email             string    `json:"email" bson:"email" example:"asha@example.com"`
	Phone             string    `json:"phone" bson:"phone" doc:"Empty when none was given." example:"+919876543210"`
	Message           string    `json:"message" bson:"message" example:"When does the next batch begin?"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// Form is what a visitor writes. The phone may be missing.
type Form struct {
	Name    string
	Email   string
	Phone   string
	Message string `text:"block"`
}

// settle puts the form into the form in which it is stored, or returns an
// Invalid problem.
func (f *Form) settle() error {
	text.Clean(f)
	bad := contact.CheckText(nil, "body.name", f.Name, "your name")
	bad = contact.SettleEmail(bad, "body.email", &f.Email)
	bad = contact.CheckText(bad, "body.message", f.Message, "a message")
	if f.Phone != "" {
		bad = contact.SettlePhone(bad, "body.phone", &f.Phone)
	}
	return problem.InvalidFields(bad)
}

// Service holds the rules of the inbox.
type Service struct {
	store *Store
	once  *submission.Once
}

// NewService returns a Service.
func NewService(store *Store, once *submission.Once) *Service {
	return &Service{store: store, once: once}
}

// Receive stores a visitor's message, once however often the same form is sent.
func (s *Service) Receive(ctx context.Context, key submission.Key, form Form) (ContactMessage, error) {
	if err := form.settle(); err != nil {
		return ContactMessage{}, err
	}
	claim, err := s.once.Claim(ctx, "contact", key, form)
	if err != nil {
		return ContactMessage{}, err
	}
	message := ContactMessage{Name: form.Name, Email: form.Email, Phone: form.Phone, Message: form.Message, CreatedAt: claim.At}
	message.ID = claim.ID
	return message, s.store.insert(ctx, &message)
}

// Delete removes a message.
func (s *Service) Delete(ctx context.Context, id string) error { return s.store.delete(ctx, id) }

// Each returns all that a search finds, in the order in which they came unless it
// asks for another.
func (s *Service) Each(ctx context.Context, search paging.Search) (iter.Seq2[ContactMessage, error], error) {
	return s.store.each(ctx, search)
}

// Page returns one page of messages, newest first unless asked otherwise, and
// how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]ContactMessage, int, error) {
	return s.store.page(ctx, page)
}

// Place is where these are kept, for who looks for people.
func (s *Service) Place() person.Place { return s.store.place() }

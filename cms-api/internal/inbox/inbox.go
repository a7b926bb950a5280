// Package inbox is the messages that visitors send through the contact form.
package inbox

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/paging"
	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

// ContactMessage is one message. Only staff may read it.
type ContactMessage struct {
	revision.Document `bson:",inline"`
	Name              string    `json:"name" bson:"name"`
	Email             string    `json:"email" bson:"email"`
	Phone             string    `json:"phone" bson:"phone" doc:"Empty when none was given."`
	Message           string    `json:"message" bson:"message"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

func (m *ContactMessage) check() error {
	bad := contact.CheckText(nil, "body.name", m.Name, "your name")
	bad = contact.CheckEmail(bad, "body.email", m.Email)
	bad = contact.CheckText(bad, "body.message", m.Message, "a message")
	if m.Phone != "" {
		bad = contact.CheckPhone(bad, "body.phone", m.Phone)
	}
	return problem.InvalidFields(bad)
}

// Service holds the rules of the inbox.
type Service struct {
	store *Store
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, now func() time.Time) *Service {
	return &Service{store: store, now: now}
}

// Receive stores a visitor's message.
func (s *Service) Receive(ctx context.Context, message ContactMessage) (ContactMessage, error) {
	message.Name = strings.TrimSpace(message.Name)
	message.Email = strings.TrimSpace(message.Email)
	message.Phone = strings.TrimSpace(message.Phone)
	if err := message.check(); err != nil {
		return ContactMessage{}, err
	}
	message.CreatedAt = s.now().UTC().Truncate(time.Millisecond)
	err := s.store.insert(ctx, &message)
	return message, err
}

// Page returns one page of messages, newest first unless asked otherwise, and
// how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]ContactMessage, int, error) {
	return s.store.page(ctx, page)
}

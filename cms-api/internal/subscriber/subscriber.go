// Package subscriber is the people who asked to be told when something
// launches.
package subscriber

import (
	"context"
	"strings"
	"time"

	"academy/cms-api/internal/contact"
	"academy/cms-api/internal/mongodb"
	"academy/cms-api/internal/paging"
	"academy/cms-api/internal/problem"
	"academy/cms-api/internal/revision"
)

// Thanks is the answer to every subscription, new or repeated, so that it tells
// nobody who subscribed before.
const Thanks = "Thank you! We will notify you when we launch."

// Subscriber is one address that wants news about one page. Only staff may read
// it.
type Subscriber struct {
	revision.Document `bson:",inline"`
	Email             string    `json:"email" bson:"email"`
	Page              string    `json:"page" bson:"page" doc:"The page the address was left on." example:"current-affairs-test"`
	Source            string    `json:"source" bson:"source" doc:"What was clicked." example:"notify-me-button"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// Service holds the rules of subscribers.
type Service struct {
	store *Store
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, now func() time.Time) *Service {
	return &Service{store: store, now: now}
}

// Subscribe stores an address for a page, once however often it is left.
func (s *Service) Subscribe(ctx context.Context, subscriber Subscriber) error {
	email, ok := contact.Email(subscriber.Email)
	if !ok {
		return problem.InvalidField("body.email", "Please enter a valid email address")
	}
	subscriber.Email = email
	subscriber.Page = strings.TrimSpace(subscriber.Page)
	subscriber.Source = strings.TrimSpace(subscriber.Source)
	subscriber.CreatedAt = s.now().UTC().Truncate(time.Millisecond)
	err := s.store.insert(ctx, &subscriber)
	if mongodb.IsDuplicate(err) {
		return nil
	}
	return err
}

// Page returns one page of subscribers, newest first unless asked otherwise,
// and how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]Subscriber, int, error) {
	return s.store.page(ctx, page)
}

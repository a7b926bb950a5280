// Package subscriber is the people who asked to be told when something
// launches.
package subscriber

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

// Thanks is the answer to every subscription, new or repeated, so that it tells
// nobody who subscribed before.
const Thanks = "Thank you! We will notify you when we launch."

// TestPage is what the page of the current affairs test calls itself.
const TestPage = "current-affairs-test"

// SubscriberCounts is how many subscribers there are.
type SubscriberCounts struct {
	Total              int `json:"total" example:"128"`
	UniqueEmails       int `json:"unique_emails" doc:"An address may have been left on several pages." example:"117"`
	CurrentAffairsTest int `json:"current_affairs_test" doc:"Those from the page of the current affairs test." example:"96"`
}

// Subscriber is one address that wants news about one page. Only staff may read
// it.
type Subscriber struct {
	revision.Document `bson:",inline"`
	Email             string    `json:"email" bson:"email" example:"asha@example.com"`
	Page              string    `json:"page" bson:"page" doc:"The page the address was left on." example:"current-affairs-test"`
	Source            string    `json:"source" bson:"source" doc:"What was clicked." example:"notify-me-button"`
	CreatedAt         time.Time `json:"created_at" bson:"created_at"`
}

// Service holds the rules of subscribers.
type Service struct {
	store *Store
	once  *submission.Once
	now   func() time.Time
}

// NewService returns a Service.
func NewService(store *Store, once *submission.Once, now func() time.Time) *Service {
	return &Service{store: store, once: once, now: now}
}

// Form is what a visitor leaves.
type Form struct {
	Email  string
	Page   string
	Source string
}

// Subscribe stores an address for a page, once however often it is left.
func (s *Service) Subscribe(ctx context.Context, key submission.Key, form Form) error {
	text.Clean(&form)
	if err := problem.InvalidFields(contact.SettleEmail(nil, "body.email", &form.Email)); err != nil {
		return err
	}
	subscriber := Subscriber{Email: form.Email, Page: form.Page, Source: form.Source, CreatedAt: s.now().UTC().Truncate(time.Millisecond)}
	if key != "" { // without one, address and page say whether it is the same
		claim, err := s.once.Claim(ctx, "notifications", key, form)
		if err != nil {
			return err
		}
		subscriber.ID, subscriber.CreatedAt = claim.ID, claim.At
	}
	return s.store.insert(ctx, &subscriber)
}

// Counts returns how many there are.
func (s *Service) Counts(ctx context.Context) (SubscriberCounts, error) { return s.store.count(ctx) }

// Delete removes a subscriber.
func (s *Service) Delete(ctx context.Context, id string) error { return s.store.delete(ctx, id) }

// Each returns all that a search finds, in the order in which they came unless it
// asks for another.
func (s *Service) Each(ctx context.Context, search paging.Search) (iter.Seq2[Subscriber, error], error) {
	return s.store.each(ctx, search)
}

// Page returns one page of subscribers, newest first unless asked otherwise,
// and how many there are.
func (s *Service) Page(ctx context.Context, page paging.Query) ([]Subscriber, int, error) {
	return s.store.page(ctx, page)
}

// Place is where these are kept, for who looks for people.
func (s *Service) Place() person.Place { return s.store.place() }

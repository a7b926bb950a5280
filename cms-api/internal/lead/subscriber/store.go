package subscriber

import (
	"context"
	"iter"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
)

// Store keeps subscribers in the collection "subscribers"; email and page
// together are unique.
type Store struct {
	docs *mongodb.Documents[Subscriber, *Subscriber]
}

// NewStore returns the store.
func NewStore(db *mongodb.Database) *Store {
	db.Unique("subscribers", false, "email", "page")
	docs := mongodb.NewDocuments[Subscriber](db, "subscribers", "subscriber")
	return &Store{docs: docs.Listed(mongodb.Listing{
		Default: "-created_at",
		Sort:    map[string]string{"created_at": "created_at", "email": "email", "page": "page", "source": "source"},
		Then:    map[string]string{"email": "page"},
		Search:  []string{"email", "page", "source"},
	})}
}

func (s *Store) insert(ctx context.Context, subscriber *Subscriber) error {
	return s.docs.InsertOnce(ctx, subscriber)
}

func (s *Store) delete(ctx context.Context, id string) error { return s.docs.Delete(ctx, id) }

func (s *Store) each(ctx context.Context, search paging.Search) (iter.Seq2[Subscriber, error], error) {
	return s.docs.Each(ctx, search)
}

func (s *Store) page(ctx context.Context, page paging.Query) ([]Subscriber, int, error) {
	return s.docs.List(ctx, page)
}

// atOnce is how many are read at a time when all of them are counted.
const atOnce = 5000

// count reads all of them by address, so that equal ones follow each other.
func (s *Store) count(ctx context.Context) (SubscriberCounts, error) {
	var counts SubscriberCounts
	last := ""
	for page := (paging.Query{Window: paging.Window{Limit: atOnce}, Search: paging.Search{Sort: "email"}}); ; page.Offset += atOnce {
		found, total, err := s.docs.List(ctx, page)
		if err != nil {
			return SubscriberCounts{}, err
		}
		for _, subscriber := range found {
			counts.Total++
			if subscriber.Email != last {
				counts.UniqueEmails++
			}
			if subscriber.Page == TestPage {
				counts.CurrentAffairsTest++
			}
			last = subscriber.Email
		}
		if len(found) == 0 || page.Offset+len(found) >= total {
			return counts, nil
		}
	}
}

// place is the collection, for who looks for people.
func (s *Store) place() person.Place {
	return person.Of("subscribers", s.docs, "created_at", "email")
}

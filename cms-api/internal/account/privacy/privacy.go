// Package privacy exports and erases what is stored of one person, by an e-mail address
// or a phone number. It does not know the collections: each package that stores data
// about people describes them as a person.Source.
package privacy

import (
	"context"
	"fmt"
	"time"

	"academy/cms-api/internal/platform/contact"
	"academy/cms-api/internal/platform/person"
)

// Service exports and erases from all places.
type Service struct {
	sources []person.Source
	keep    time.Duration
	now     func() time.Time
}

// NewService returns a Service. keep is how long leads stay; 0 is for ever.
func NewService(sources []person.Source, keep time.Duration, now func() time.Time) *Service {
	return &Service{sources: sources, keep: keep, now: now}
}

// Found is what one place has.
type Found struct {
	Place   string   `json:"place" example:"enrollments"`
	Records []Record `json:"records" nullable:"false" doc:"As they are stored, less secrets."`
}

// Export is everything that is stored of a person.
type Export struct {
	ID         string    `json:"id" doc:"The address, shortened, as the audit log names it." example:"a***@example.com"`
	Address    string    `json:"address" doc:"The address as it is stored." example:"asha@example.com"`
	ExportedAt time.Time `json:"exported_at"`
	Places     []Found   `json:"places" nullable:"false" doc:"Only places that have something."`
}

// Export returns everything that is stored of the person at an e-mail address or phone
// number. It returns an Invalid problem for any other text.
func (s *Service) Export(ctx context.Context, address string) (Export, error) {
	who, err := person.Parse(address)
	if err != nil {
		return Export{}, err
	}
	export := Export{ID: shortened(who), Address: who.String(), ExportedAt: s.now().UTC(), Places: []Found{}}
	for _, place := range s.sources {
		found, err := place.Find(ctx, who)
		if err != nil {
			return Export{}, fmt.Errorf("look through %s: %w", place.Name, err)
		}
		if len(found) > 0 {
			each := Found{Place: place.Name}
			for _, record := range found {
				each.Records = append(each.Records, Record{record})
			}
			export.Places = append(export.Places, each)
		}
	}
	return export, nil
}

// Erased is the result of erasing from one place.
type Erased struct {
	Place string `json:"place" example:"enrollments"`
	Count int    `json:"count" doc:"How much there was." example:"1"`
	Stays string `json:"stays" doc:"Why it is still there, and what to do about it; empty when it is gone." example:""`
}

// Erasure is the result of an erasure.
type Erasure struct {
	ID     string   `json:"id" doc:"The address, shortened, as the audit log names it." example:"a***@example.com"`
	Places []Erased `json:"places" nullable:"false" doc:"Only places that had something."`
}

// Erase removes what is stored of the person at an e-mail address or phone number, except
// from places where it stays. It may be repeated. It returns an Invalid problem for any
// other text.
func (s *Service) Erase(ctx context.Context, address string) (Erasure, error) {
	who, err := person.Parse(address)
	if err != nil {
		return Erasure{}, err
	}
	erasure := Erasure{ID: shortened(who), Places: []Erased{}}
	for _, place := range s.sources {
		each := Erased{Place: place.Name}
		if place.Erase != nil {
			each.Count, err = place.Erase(ctx, who)
		} else {
			var found []any
			found, err = place.Find(ctx, who)
			each.Count, each.Stays = len(found), place.Stays
		}
		if err != nil {
			return Erasure{}, fmt.Errorf("erase from %s: %w", place.Name, err)
		}
		if each.Count > 0 {
			erasure.Places = append(erasure.Places, each)
		}
	}
	return erasure, nil
}

// Keep returns how long leads stay; 0 is for ever.
func (s *Service) Keep() time.Duration { return s.keep }

// Sweep removes the leads that are older than that, and returns how many by place.
func (s *Service) Sweep(ctx context.Context) (map[string]int, error) {
	removed := map[string]int{}
	if s.keep <= 0 {
		return removed, nil
	}
	for _, place := range s.sources {
		if place.EraseUpTo == nil {
			continue
		}
		count, err := place.EraseUpTo(ctx, s.now().UTC().Add(-s.keep))
		if err != nil {
			return removed, fmt.Errorf("remove old %s: %w", place.Name, err)
		}
		if count > 0 {
			removed[place.Name] = count
		}
	}
	return removed, nil
}

// shortened returns the address so that only somebody who knows it recognises it.
func shortened(who person.Person) string { return contact.Shortened(who.String()) }

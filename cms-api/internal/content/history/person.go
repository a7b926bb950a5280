package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
)

// former is a former version, or a deleted document, that names a person.
type former struct {
	Collection string          `json:"collection"`
	ID         string          `json:"id"`
	Revision   int             `json:"revision"`
	Document   json.RawMessage `json:"document"`
}

// Places describes to package privacy what nobody sees any more and may name a person in
// its texts: former versions and the trash. What is on the site is for editors to change.
func (s *Service) Places() []person.Place {
	return []person.Place{
		{Name: "history", Find: s.findVersions, Erase: s.eraseVersions},
		{Name: "trash", Find: s.findDiscarded, Erase: s.eraseDiscarded},
	}
}

func (s *Service) findVersions(ctx context.Context, who person.Person) ([]any, error) {
	found := []former{}
	for _, c := range s.o.Collections {
		with, err := c.versionsWith(ctx, who.NamedIn)
		if err != nil {
			return nil, err
		}
		for id, revisions := range with {
			for _, revision := range revisions {
				document, err := c.at(ctx, id, revision)
				if problem.Is(err, problem.NotFound) { // forgotten meanwhile, or what a crash left
					continue
				}
				if err != nil {
					return nil, err
				}
				found = append(found, former{c.name(), id, revision, document})
			}
		}
	}
	return person.Records(found), nil
}

func (s *Service) eraseVersions(ctx context.Context, who person.Person) (int, error) {
	if err := s.SweepStrays(ctx); err != nil { // which would not be found
		return 0, err
	}
	count := 0
	for _, c := range s.o.Collections {
		with, err := c.versionsWith(ctx, who.NamedIn)
		if err != nil {
			return count, err
		}
		for id, revisions := range with {
			gone, err := c.forget(ctx, id, func(past []mongodb.Version) []mongodb.Version {
				return slices.DeleteFunc(past, func(v mongodb.Version) bool { return slices.Contains(revisions, v.Revision) })
			})
			count += len(gone)
			if err != nil && !problem.Is(err, problem.NotFound) {
				return count, err
			}
		}
	}
	return count, nil
}

// discardedNaming calls do with the documents of the trash that name a person.
func (s *Service) discardedNaming(
	ctx context.Context, who person.Person, do func(c Collection, found former) error,
) error {
	for _, c := range s.o.Collections {
		if !c.hasTrash() {
			continue
		}
		all, err := c.trash(ctx)
		if err != nil {
			return err
		}
		for _, each := range all {
			document, err := c.at(ctx, each.id, each.revision)
			if problem.Is(err, problem.NotFound) || err == nil && !who.NamedIn(document) {
				continue
			}
			if err == nil {
				err = do(c, former{c.name(), each.id, each.revision, document})
			}
			if err != nil {
				return fmt.Errorf("look through the trash of %s: %w", c.name(), err)
			}
		}
	}
	return nil
}

func (s *Service) findDiscarded(ctx context.Context, who person.Person) ([]any, error) {
	found := []any{}
	err := s.discardedNaming(ctx, who, func(_ Collection, each former) error {
		found = append(found, each)
		return nil
	})
	return found, err
}

func (s *Service) eraseDiscarded(ctx context.Context, who person.Person) (int, error) {
	count := 0
	err := s.discardedNaming(ctx, who, func(c Collection, each former) error {
		count++
		return problem.Replace(c.purge(ctx, each.ID), problem.NotFound, nil) // had back meanwhile
	})
	return count, err
}

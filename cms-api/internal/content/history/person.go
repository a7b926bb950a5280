package history

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/revision"
	"academy/cms-api/internal/platform/versions"
)

// former is a former version, or a deleted document, that names a person.
type former struct {
	Collection string          `json:"collection"`
	ID         string          `json:"id"`
	Revision   int             `json:"revision"`
	Document   json.RawMessage `json:"document"`
}

// saved is a save of a document by a person.
type saved struct {
	Collection string        `json:"collection"`
	ID         string        `json:"id"`
	Revision   int           `json:"revision"`
	At         time.Time     `json:"at"`
	What       revision.What `json:"what"`
	Fields     []string      `json:"fields"`
}

// savesStay explains why erasing a person does not take away the versions that it made.
const savesStay = "They are the history of the academy's content, by the number of the account. Remove that in " +
	"Settings → Team; then they are by a former member."

// Sources describes to package privacy what nobody sees any more and may name a person in
// its texts, former versions and the trash, and what a person has saved. What is on the site is
// for editors to change. Account returns the account of a person, empty where there is none.
func (s *Service) Sources(account func(context.Context, person.Person) (string, error)) []person.Source {
	return []person.Source{
		{Name: "history", Find: s.findVersions, Erase: s.eraseVersions},
		{Name: "trash", Find: s.findDiscarded, Erase: s.eraseDiscarded},
		{Name: "saves", Stays: savesStay, Find: func(ctx context.Context, who person.Person) ([]any, error) {
			by, err := account(ctx, who)
			if err != nil || by == "" {
				return []any{}, err
			}
			return s.savesBy(ctx, by)
		}},
	}
}

func (s *Service) savesBy(ctx context.Context, account string) ([]any, error) {
	found := []any{}
	for _, c := range s.o.Collections {
		err := c.versions().SavesBy(ctx, account, func(id string, saves []versions.Version) {
			for _, v := range saves {
				found = append(found, saved{c.name(), id, v.Revision, v.At, v.What, append([]string{}, v.Fields...)})
			}
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (s *Service) findVersions(ctx context.Context, who person.Person) ([]any, error) {
	found := []former{}
	for _, c := range s.o.Collections {
		with, err := c.versions().With(ctx, who.NamedIn)
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
		with, err := c.versions().With(ctx, who.NamedIn)
		if err != nil {
			return count, err
		}
		for id, revisions := range with {
			gone, err := c.versions().Forget(ctx, id, func(past []versions.Version) []versions.Version {
				return slices.DeleteFunc(past, func(v versions.Version) bool { return slices.Contains(revisions, v.Revision) })
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
		err := c.purge(ctx, each.ID, &each.Revision)
		if err == nil {
			count++
		}
		return problem.Replace(err, problem.NotFound, nil) // had back meanwhile
	})
	return count, err
}

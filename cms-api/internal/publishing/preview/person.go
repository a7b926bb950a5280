package preview

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
)

// made is a link that a person has made.
type made struct {
	Kind      string    `json:"kind"`
	Of        string    `json:"document"`
	CreatedAt time.Time `json:"created_at"`
	ExpiresAt time.Time `json:"expires_at"`
}

// Source describes the links that a person has made to package privacy. Account returns the
// account of a person, empty where there is none.
func Source(db *mongodb.Database, account func(context.Context, person.Person) (string, error)) person.Source {
	links := linksIn(db)
	by := func(ctx context.Context, who person.Person) ([]link, error) {
		owner, err := account(ctx, who)
		if err != nil || owner == "" {
			return nil, err
		}
		return links.All(ctx, "id", documents.Equal("by", owner))
	}
	return person.Source{
		Name: "preview_links",
		Find: func(ctx context.Context, who person.Person) ([]any, error) {
			found, err := by(ctx, who)
			records := []any{}
			for _, each := range found {
				records = append(records, made{each.Kind, each.Of, each.CreatedAt, each.ExpiresAt})
			}
			return records, err
		},
		Erase: func(ctx context.Context, who person.Person) (int, error) {
			found, err := by(ctx, who)
			for i, each := range found {
				gone, err := links.Delete(ctx, each.ID, documents.Write{})
				changes.Wrote(ctx, gone)
				if err != nil && !problem.Is(err, problem.NotFound) {
					return i, err
				}
			}
			return len(found), err
		},
	}
}

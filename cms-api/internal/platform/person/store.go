package person

import (
	"context"
	"time"

	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/problem"
)

// Of returns the Place of a collection of leads. The fields, "email" or "phone", are
// those of its documents with such an address; made is the field with the time of
// creation.
func Of[T any, P mongodb.Document[T]](name string, docs *mongodb.Documents[T, P], made string, fields ...string) Place {
	field := func(who Person) (mongodb.Condition, bool) {
		for _, each := range fields {
			switch {
			case each == "email" && who.Email != "":
				return mongodb.Equal(each, who.Email), true
			case each == "phone" && who.Phone != "":
				return mongodb.Equal(each, who.Phone), true
			}
		}
		return mongodb.Condition{}, false
	}
	return Place{
		Name: name,
		Find: func(ctx context.Context, who Person) ([]any, error) {
			found := []any{}
			where, ok := field(who)
			if !ok {
				return found, nil
			}
			docs, err := docs.All(ctx, "id", where)
			for _, each := range docs {
				found = append(found, each)
			}
			return found, err
		},
		Erase: func(ctx context.Context, who Person) (int, error) {
			where, ok := field(who)
			if !ok {
				return 0, nil
			}
			found, err := docs.All(ctx, "id", where)
			// One by one, since lists know of that at once.
			for i := range found {
				if err := docs.Delete(ctx, P(&found[i]).Base().ID); err != nil && !problem.Is(err, problem.NotFound) {
					return i, err
				}
			}
			return len(found), err
		},
		EraseUpTo: func(ctx context.Context, at time.Time) (int, error) {
			return docs.DeleteAll(ctx, mongodb.UpTo(made, at))
		},
	}
}

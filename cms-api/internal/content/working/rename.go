package working

import (
	"context"
	"slices"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/media/library"
	"academy/cms-api/internal/platform/changes"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/mongodb"
	"academy/cms-api/internal/platform/revision"
)

// Rename has a document and its working copy name another file, in one save. What the copy left unchanged in the
// document is still unchanged then.
func (c *Copies[T, P, F]) Rename(ctx context.Context, id string, w documents.Write, r library.Renaming) error {
	_, err := c.kind.Save(ctx, id, w, func(p P) error {
		copied := p.Base().Working
		var names []string
		if copied != nil {
			for _, each := range copied.Was {
				names = append(names, each.Field)
			}
		}
		before := documents.Stamps(p, names)
		fields, named, err := history.Renamed[F](c.kind.Docs.Shown(*p), r.Replace)
		if err == nil && named {
			fields, err = c.kind.Check(ctx, *p, fields)
		}
		if err == nil && named {
			err = c.kind.Lay(ctx, p, fields)
		}
		if err != nil || copied == nil {
			return err
		}
		renamed, err := c.renamed(ctx, *p, *copied, r)
		if err != nil {
			return err
		}
		renamed.Was = slices.Clone(copied.Was)
		for i, now := range documents.Stamps(p, names) {
			if renamed.Was[i] == before[i] {
				renamed.Was[i] = now
			}
		}
		if renamed.Fields == copied.Fields && slices.Equal(renamed.Was, copied.Was) {
			return nil
		}
		renamed.Number = p.Base().Copies + 1
		p.Base().SetWorking(&renamed)
		return nil
	})
	return err
}

// renamed returns the working copy of a document with another file in its fields.
func (c *Copies[T, P, F]) renamed(
	ctx context.Context, doc T, copied revision.Working, r library.Renaming,
) (revision.Working, error) {
	text := r.Replace(copied.Fields)
	if text == copied.Fields {
		return copied, nil
	}
	changed := copied
	changed.Fields = text
	fields, err := fieldsOf[F](&changed)
	if err == nil {
		fields, err = c.kind.Check(ctx, doc, fields)
	}
	if err == nil {
		changed.Fields, _, err = encode(fields)
	}
	return changed, err
}

// RenameUnsaved has what somebody writes and has not stored name another file. Its id is that of the copy's place.
func RenameUnsaved(ctx context.Context, db *mongodb.Database, id string, w documents.Write, r library.Renaming) error {
	made, err := unsavedIn(db).Update(ctx, id, w, func(u *Unsaved) error {
		if u.Working == nil || r.Replace(u.Working.Fields) == u.Working.Fields {
			return nil
		}
		renamed := *u.Working
		renamed.Fields, renamed.Number = r.Replace(u.Working.Fields), u.Copies+1
		u.SetWorking(&renamed)
		return nil
	})
	return changes.Err(ctx, made, err)
}

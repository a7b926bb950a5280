package article

import (
	"context"

	"academy/cms-api/internal/content/working"
	"academy/cms-api/internal/platform/problem"
	"academy/cms-api/internal/platform/text"
)

// CopyFields is the fields of a working copy: those of an Update, of which none is required.
type CopyFields struct {
	Title       *string   `json:"title,omitempty" maxLength:"300" example:"How monsoons form"`
	Slug        *string   `json:"slug,omitempty" maxLength:"200" example:"how-monsoons-form"`
	Content     *string   `json:"content,omitempty" doc:"HTML; stored sanitised: see docs/content-format.md. At most a million characters." example:"<p>Warm air rises over the land in summer.</p>"`
	Excerpt     *string   `json:"excerpt,omitempty" maxLength:"1000" example:"What the first chapter asks of you."`
	BannerImage *string   `json:"banner_image,omitempty" maxLength:"2000" format:"file" example:"/media/3f2a9c1d-1600x900.jpg"`
	Category    *string   `json:"category,omitempty" maxLength:"120" example:"Geography"`
	Tags        *[]string `json:"tags,omitempty" nullable:"false" maxItems:"50" example:"geography"`
	Status      *Status   `json:"status,omitempty" enum:"draft,published,archived"`
	Dates
}

// Copies are the working copies of articles.
type Copies = working.Copies[Article, *Article, CopyFields]

// drafts describes them to package working.
func (s *Service) copied() working.Kind[Article, *Article, CopyFields] {
	return working.Kind[Article, *Article, CopyFields]{
		Name: "articles", Docs: s.o.Store.Collection, Check: s.checkCopy, Save: s.save,
		Lay: func(_ context.Context, a *Article, fields CopyFields) error { return s.apply(a, Update(fields)) },
	}
}

func (s *Service) checkCopy(ctx context.Context, a Article, fields CopyFields) (CopyFields, error) {
	update := Update(fields)
	text.Clean(&update)
	if err := s.clean(ctx, &update); err != nil {
		return CopyFields{}, err
	}
	if err := s.lay(&a, update); err != nil {
		return CopyFields{}, err
	}
	return CopyFields(update), problem.InvalidFields(a.outOfBounds())
}

// WorkingUpdate returns the update that publishing the working copy of an article would be, one
// that changes nothing where it has none.
func (s *Service) WorkingUpdate(ctx context.Context, id string) (Update, error) {
	copied, err := s.Copies.Get(ctx, id)
	return Update(copied.Fields), problem.Replace(err, problem.NotFound, nil)
}

package lead

import (
	"context"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/lead/sheet"
	"academy/cms-api/internal/lead/submission"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/revision"
)

// Sent is the input of the call that takes a form.
type Sent[F any] struct {
	submission.Header
	Body F
}

type listOutput[S any] struct {
	paging.Headers
	Body []S `nullable:"false"`
}

type exportInput struct {
	paging.Search
}

// Register adds the calls that all kinds have to the API: to list, export and
// delete.
func (s *Service[F, T, S, P]) Register(api huma.API) {
	at, one := s.kind.Path, "a "+s.kind.Noun
	if strings.ContainsAny(s.kind.Noun[:1], "aeiou") {
		one = "an " + s.kind.Noun
	}
	many := strings.ToUpper(s.kind.Noun[:1]) + s.kind.Noun[1:] + "s"
	tags := []string{path.Base(at)}
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "list" + s.kind.Name + "s", Method: http.MethodGet, Path: at,
		Summary: many + ", newest first", Tags: tags,
	}), s.list)
	huma.Register(api, access.Staff(sheet.Describe(huma.Operation{
		OperationID: "export" + s.kind.Name + "s", Path: at + "/export",
		Summary: many + " as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags,
	})), s.export)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "delete" + s.kind.Name, Method: http.MethodDelete, Path: at + "/{id}",
		Summary: "Delete " + one, Tags: tags,
	}), s.delete)
}

func (s *Service[F, T, S, P]) list(ctx context.Context, in *paging.Query) (*listOutput[S], error) {
	found, total, err := s.Docs.List(ctx, *in)
	summaries := make([]S, len(found))
	for i, doc := range found {
		summaries[i] = s.kind.Summarize(doc)
	}
	return &listOutput[S]{Headers: in.Headers(total), Body: summaries}, err
}

func (s *Service[F, T, S, P]) delete(ctx context.Context, in *revision.ByID) (*struct{}, error) {
	return nil, s.Docs.Delete(ctx, in.ID)
}

func (s *Service[F, T, S, P]) export(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	return sheet.Table[T]{
		Name: path.Base(s.kind.Path) + ".csv",
		Head: s.head(),
		Open: s.Docs.Each,
		Row:  s.row,
	}.Download(ctx, in.Search)
}

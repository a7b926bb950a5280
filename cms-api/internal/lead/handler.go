package lead

import (
	"context"
	"net/http"
	"path"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/platform/person"
	"academy/cms-api/internal/platform/problem"
)

// calls answers the calls of one kind of lead.
type calls interface {
	register(huma.API)
	source() person.Source
}

// Register adds the calls of every kind to the API.
func (l *Leads) Register(api huma.API) {
	for _, kind := range l.kinds {
		kind.register(api)
	}
}

// sentInput is the input of the call that takes a form.
type sentInput[F any] struct {
	IdempotencyKey string `header:"Idempotency-Key" doc:"Names this submission: a retry with the same key and body gets the same answer and stores nothing, the same key with another body is refused (422). At most 255 printable characters. Without it, equal content within ten minutes counts as a retry."`
	Body           F
}

const maxKey = 255

// Resolve refuses a key that is too long or not printable.
func (in *sentInput[F]) Resolve(huma.Context) []error {
	in.IdempotencyKey = strings.TrimSpace(in.IdempotencyKey)
	unprintable := func(r rune) bool { return r < ' ' || r > '~' }
	if len(in.IdempotencyKey) > maxKey || strings.ContainsFunc(in.IdempotencyKey, unprintable) {
		return []error{problem.New(problem.Malformed, "The Idempotency-Key may have at most 255 printable ASCII characters.")}
	}
	in.IdempotencyKey = strings.Trim(in.IdempotencyKey, `"`)
	return nil
}

type listOutput[S any] struct {
	paging.Headers
	Body []S `nullable:"false"`
}

type messageOutput struct {
	Body struct {
		Message string `json:"message" doc:"A sentence to show to the visitor." example:"Thank you! We will notify you when we launch."`
	} `nameHint:"Message"`
}

// register adds the calls that all kinds have to the API: to send the form, and to
// list, export and delete what was stored.
func (s *service[F, T, S, P]) register(api huma.API) {
	at, one := s.kind.path, "a "+s.kind.noun
	if strings.ContainsAny(s.kind.noun[:1], "aeiou") {
		one = "an " + s.kind.noun
	}
	many := strings.ToUpper(s.kind.noun[:1]) + s.kind.noun[1:] + "s"
	tags := []string{path.Base(at)}
	send := huma.Operation{
		OperationID: s.kind.form.id, Method: http.MethodPost, Path: s.kind.form.path,
		Summary: s.kind.form.summary, Tags: tags, DefaultStatus: http.StatusCreated,
	}
	if s.kind.form.staff {
		send = access.Needs(access.LeadsWrite, send)
	} else {
		send = access.Public(access.Limited(access.LimitForms, send))
	}
	if s.kind.form.thanks != "" {
		huma.Register(api, send, s.thank)
	} else {
		huma.Register(api, send, s.create)
	}
	huma.Register(api, access.Needs(access.LeadsRead, huma.Operation{
		OperationID: "list" + s.kind.name + "s", Method: http.MethodGet, Path: at,
		Summary: many + ", newest first", Tags: tags,
	}), s.list)
	huma.Register(api, access.Needs(access.LeadsRead, describeExport(huma.Operation{
		OperationID: "export" + s.kind.name + "s", Path: at + "/export",
		Summary: many + " as CSV: those that a search finds, oldest first unless it says otherwise", Tags: tags,
	})), s.export)
	huma.Register(api, access.Needs(access.LeadsWrite, huma.Operation{
		OperationID: "delete" + s.kind.name, Method: http.MethodDelete, Path: at + "/{id}",
		Summary: "Delete " + one, Tags: tags,
	}), s.remove)
}

// create answers a repetition as it did the first time: what was decided
// meanwhile is not in it.
func (s *service[F, T, S, P]) create(ctx context.Context, in *sentInput[F]) (*etag.Answer[T], error) {
	return etag.One[T, P](s.receive(ctx, in.IdempotencyKey, in.Body))
}

func (s *service[F, T, S, P]) thank(ctx context.Context, in *sentInput[F]) (*messageOutput, error) {
	out := &messageOutput{}
	out.Body.Message = s.kind.form.thanks
	_, err := s.receive(ctx, in.IdempotencyKey, in.Body)
	return out, err
}

func (s *service[F, T, S, P]) list(ctx context.Context, in *paging.Query) (*listOutput[S], error) {
	found, total, err := s.docs.List(ctx, *in)
	summaries := make([]S, len(found))
	for i, doc := range found {
		summaries[i] = s.kind.summarize(doc)
	}
	return &listOutput[S]{Headers: in.Headers(total), Body: summaries}, err
}

func (s *service[F, T, S, P]) remove(ctx context.Context, in *etag.Removal) (*struct{}, error) {
	return nil, s.delete(ctx, in.ID, in.Write(ctx))
}

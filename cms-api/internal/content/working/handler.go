package working

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/documents"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/problem"
)

// State is what an answer says of a working copy besides its fields.
type State struct {
	Revision         int             `json:"revision" doc:"Raised by every write of a working copy of this document; quoted it is the ETag."`
	SavedAt          time.Time       `json:"saved_at"`
	SavedBy          *history.Person `json:"saved_by" doc:"Who wrote it last."`
	DocumentRevision int             `json:"document_revision" doc:"The document's revision when the copy was begun; 0 where none is stored yet."`
	ChangedSince     []string        `json:"changed_since" nullable:"false" doc:"Which of the copy's fields were changed in the document since they came into the copy." example:"title"`
	PublishAt        *time.Time      `json:"publish_at" doc:"When these changes are published by themselves; null: not before somebody publishes them."`
	Refused          string          `json:"refused" doc:"Why they were not published then; empty before." example:"Changed in the meantime: title."`
}

// Calls describe the calls about working copies whose fields are an F: B is what is sent,
// and A what is answered.
type Calls[T, F, B, A any] struct {
	Path    string // of a document
	One     string // what operation ids call one document, such as "Article"
	Tag     string
	MaxBody int64
	// Owned says that whoever owns a document may make the calls about it.
	Owned bool
	Sent  func(B) (F, Plan)
	Shown func(State, F) A
	// Document answers a document as the collection's own calls do.
	Document func(T, error) (*etag.Answer[T], error)
}

// Handler answers them.
type Handler[T any, P documents.Document[T], F, B, A any] struct {
	copies *Copies[T, P, F]
	calls  Calls[T, F, B, A]
}

// NewHandler returns a Handler.
func NewHandler[T any, P documents.Document[T], F, B, A any](
	copies *Copies[T, P, F], calls Calls[T, F, B, A],
) *Handler[T, P, F, B, A] {
	return &Handler[T, P, F, B, A]{copies, calls}
}

// ByDocument is the document in the path of a call.
type ByDocument struct {
	ID string `path:"id" doc:"The document's id; or new, for one that is not stored yet, of which everybody has one."`
}

type getInput struct {
	ByDocument
	Optional bool `query:"optional" doc:"Where there is none the answer is 204 instead of 404, which browsers report as an error."`
}

type getOutput[A any] struct {
	Status int
	ETag   string `header:"ETag"`
	Body   *A
}

type discardInput struct {
	ByDocument
	etag.Match
}

type putInput[B any] struct {
	ByDocument
	etag.Match
	IfNoneMatch string `header:"If-None-Match" enum:"*" doc:"Only where there is no working copy yet; otherwise 412 with it as current."`
	Body        B
}

// expected returns the number of the copy that the edit began from; nil: any.
func (in putInput[B]) expected() *int {
	if in.IfNoneMatch != "" {
		return new(int)
	}
	return in.Expected()
}

type publishInput struct {
	etag.ByID
	etag.Match
	Body struct {
		Copy string `json:"copy,omitempty" maxLength:"40" doc:"The ETag of the working copy that is meant; when there is another one by now, the answer is 412 with it as current." example:"\"7\""`
	} `nameHint:"PublishWorkingCopy" required:"false"`
}

// Register adds the calls to the API.
func (h *Handler[T, P, F, B, A]) Register(api huma.API) {
	path, tags := h.calls.Path+"/working-copy", []string{h.calls.Tag}
	name := h.calls.One + "WorkingCopy"
	huma.Register(api, h.needs(access.ContentRead, huma.Operation{
		OperationID: "get" + name, Method: http.MethodGet, Path: path,
		Summary: "Changes that are not published", Tags: tags,
		Responses: map[string]*huma.Response{"204": {Description: "There is none, which is no error where it is optional."}},
	}), h.get)
	huma.Register(api, h.needs(access.ContentWrite, huma.Operation{
		OperationID: "save" + name, Method: http.MethodPut, Path: path,
		Summary: "Keep changes without publishing them; they replace those that were kept before",
		Description: "Types, bounds and HTML are checked as in an update; what is required may be blank until " +
			"the changes are published.",
		Tags: tags, MaxBodyBytes: h.calls.MaxBody,
	}), h.put)
	huma.Register(api, h.needs(access.ContentWrite, huma.Operation{
		OperationID: "discard" + name, Method: http.MethodDelete, Path: path,
		Summary: "Discard changes that are not published", Tags: tags,
	}), h.discard)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "publish" + name, Method: http.MethodPost, Path: path + "/publish",
		Summary: "Make the changes that were kept to the document", Tags: tags, DefaultStatus: http.StatusOK,
	}), h.publish)
}

func (h *Handler[T, P, F, B, A]) needs(p access.Permission, op huma.Operation) huma.Operation {
	if h.calls.Owned {
		op = access.OrOwner(op)
	}
	return access.Needs(p, op)
}

func (h *Handler[T, P, F, B, A]) get(ctx context.Context, in *getInput) (*getOutput[A], error) {
	found, err := h.copies.Get(ctx, in.ID)
	if in.Optional && problem.Is(err, problem.NotFound) {
		return &getOutput[A]{Status: http.StatusNoContent}, nil
	}
	answer, err := h.answer(ctx, found, err)
	if err != nil {
		return nil, err
	}
	return &getOutput[A]{Status: http.StatusOK, ETag: answer.ETag, Body: &answer.Body}, nil
}

func (h *Handler[T, P, F, B, A]) put(ctx context.Context, in *putInput[B]) (*etag.Answer[A], error) {
	fields, plan := h.calls.Sent(in.Body)
	stored, err := h.copies.Put(ctx, in.ID, in.expected(), fields, plan)
	return h.answer(ctx, stored, err)
}

func (h *Handler[T, P, F, B, A]) discard(ctx context.Context, in *discardInput) (*struct{}, error) {
	return nil, h.showing(ctx, h.copies.Discard(ctx, in.ID, in.Expected()))
}

func (h *Handler[T, P, F, B, A]) publish(ctx context.Context, in *publishInput) (*etag.Answer[T], error) {
	number := etag.Match{IfMatch: in.Body.Copy}.Expected()
	doc, err := h.copies.Publish(ctx, in.ID, in.Write(ctx), number)
	return h.calls.Document(doc, h.showing(ctx, err))
}

func (h *Handler[T, P, F, B, A]) answer(ctx context.Context, c Copy[F], err error) (*etag.Answer[A], error) {
	if err != nil {
		return nil, h.showing(ctx, err)
	}
	shown, err := h.shown(ctx, c)
	return &etag.Answer[A]{ETag: strconv.Quote(strconv.Itoa(c.Number)), Body: shown}, err
}

func (h *Handler[T, P, F, B, A]) shown(ctx context.Context, c Copy[F]) (A, error) {
	person, err := h.copies.o.People(ctx)
	if err != nil {
		return *new(A), err
	}
	return h.calls.Shown(State{
		Revision: c.Number, SavedAt: c.At, SavedBy: person(c.By), DocumentRevision: c.Base, ChangedSince: c.Changed,
		PublishAt: c.PublishAt, Refused: c.Refused,
	}, c.Fields), nil
}

// showing makes the current working copy of a Stale problem what callers know.
func (h *Handler[T, P, F, B, A]) showing(ctx context.Context, err error) error {
	var stale *problem.Error
	if !errors.As(err, &stale) {
		return err
	}
	current, is := stale.Current.(Copy[F])
	if !is {
		return err
	}
	shown, failed := h.shown(ctx, current)
	if failed != nil {
		return failed
	}
	stale.Current = shown
	return err
}

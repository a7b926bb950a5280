package list

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
)

// Patcher is an update of T: Update for Item, ProgramUpdate for Program.
type Patcher[P any] interface {
	Patch(P) error
}

// Handler answers the calls of one list.
type Handler[T any, P Document[T], U Patcher[P]] struct {
	list *Service[T, P]
	one  string
}

// NewHandler returns a Handler; one is the singular that operation ids are made
// of, for example "Program".
func NewHandler[T any, P Document[T], U Patcher[P]](list *Service[T, P], one string) *Handler[T, P, U] {
	return &Handler[T, P, U]{list: list, one: one}
}

type listOutput[T any] struct {
	Body []T `nullable:"false"`
}

type createInput[U any] struct {
	Body U
}

type reorderInput struct {
	etag.Match
	Body struct {
		Items []Place `json:"items" nullable:"false" minItems:"1" maxItems:"500"`
	} `nameHint:"ListOrder"`
}

// Register adds the calls to the API.
func (h *Handler[T, P, U]) Register(api huma.API) {
	name, path := h.list.Name(), "/"+h.list.Name()
	many := strings.ToUpper(name[:1]) + name[1:]
	tags := []string{name}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "list" + many, Method: http.MethodGet, Path: path,
		Summary: many + ", by order", Tags: tags,
	}), h.all)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "create" + h.one, Method: http.MethodPost, Path: "/admin" + path,
		Summary: "Add to " + name, Tags: tags, DefaultStatus: http.StatusCreated,
	}), h.create)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "reorder" + many, Method: http.MethodPut, Path: "/admin" + path + "/reorder",
		Summary: "Move some of " + name + "; all are renumbered 1..n", Tags: tags,
	}), h.reorder)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "update" + h.one, Method: http.MethodPut, Path: "/admin" + path + "/{id}",
		Summary: "Change one of " + name, Tags: tags,
	}), h.update)
	huma.Register(api, access.Staff(huma.Operation{
		OperationID: "delete" + h.one, Method: http.MethodDelete, Path: "/admin" + path + "/{id}",
		Summary: "Delete one of " + name, Tags: tags,
	}), h.delete)
}

func (h *Handler[T, P, U]) all(ctx context.Context, _ *struct{}) (*listOutput[T], error) {
	all, err := h.list.All(ctx)
	return &listOutput[T]{Body: all}, err
}

func (h *Handler[T, P, U]) create(ctx context.Context, in *createInput[U]) (*etag.Answer[T], error) {
	var doc T
	if err := in.Body.Patch(&doc); err != nil {
		return nil, err
	}
	return etag.One[T, P](h.list.Create(ctx, doc))
}

func (h *Handler[T, P, U]) reorder(ctx context.Context, in *reorderInput) (*listOutput[T], error) {
	all, err := h.list.Reorder(ctx, in.Body.Items, in.Expected())
	return &listOutput[T]{Body: all}, err
}

func (h *Handler[T, P, U]) update(ctx context.Context, in *etag.Edit[U]) (*etag.Answer[T], error) {
	return etag.One[T, P](h.list.Update(ctx, in.ID, in.Write(ctx), in.Body.Patch))
}

func (h *Handler[T, P, U]) delete(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
	return etag.RemovedAt(h.list.Delete(ctx, in.ID, in.Write(ctx)))
}

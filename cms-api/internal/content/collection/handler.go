package collection

import (
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
	"academy/cms-api/internal/publishing/snapshot"
)

// Any is a collection of any documents.
type Any interface {
	Name() Name
	// Parts leads from the sections of the snapshot that it is shown in to the calls that answer them.
	Parts() map[string]string
	// Serve registers the public reads that are answered before calls are.
	Serve(snapshot.Reads)
	// Register adds the calls to the API, and other public reads.
	Register(huma.API, snapshot.Reads)
	History() history.Collection
}

type listOutput[T any] struct {
	Body []T `nullable:"false"`
}

type pageOutput[T any] struct {
	paging.Headers
	Body []T `nullable:"false"`
}

type createInput[C any] struct {
	Body C
}

// ListPlace puts one document at a position of its list.
type ListPlace struct {
	ID         string `json:"id" minLength:"1" maxLength:"64" example:"665f1f77bcf86cd799439011"`
	OrderIndex int    `json:"order_index" minimum:"1" maximum:"10000"`
}

type reorderInput struct {
	etag.Match
	Body struct {
		Items []ListPlace `json:"items" nullable:"false" minItems:"1" maxItems:"500"`
	} `nameHint:"ListOrder"`
}

// Serve registers the public reads.
func (s *Service[T, P, C, U]) Serve(public snapshot.Reads) {
	if listing := s.kind.Listing; listing.Default != "" {
		public.AnonymousList(s.kind.Path, s.kind.Name.Stored(), snapshot.Columns{
			Native: strings.TrimPrefix(listing.Default, "-"),
			Sort:   slices.Sorted(maps.Keys(listing.Sort)), Search: listing.Search,
		})
		return
	}
	public.Anonymous(s.kind.Path, s.kind.Name.Stored())
	if subset := s.kind.Subset; subset != nil && !subset.Alone {
		public.Anonymous(s.kind.Path+"/"+subset.Name, s.kind.Name.Stored()+":"+subset.Name)
	}
}

// Register adds the calls to the API.
func (s *Service[T, P, C, U]) Register(api huma.API, _ snapshot.Reads) {
	s.RegisterLists(api)
	s.RegisterCreate(api)
	if s.kind.Order.Numbered {
		huma.Register(api, s.operation("reorder", http.MethodPut, "/reorder",
			"Move some "+string(s.kind.Name)+"; all are renumbered 1..n"), s.reorder)
	}
	s.RegisterEdits(api)
}

// RegisterLists adds the calls that answer the list, and its subset.
func (s *Service[T, P, C, U]) RegisterLists(api huma.API) {
	name, subset := string(s.kind.Name), s.kind.Subset
	many, list := s.kind.Name.many(), strings.ToUpper(name[:1])+name[1:]
	read := huma.Operation{OperationID: "list" + many, Method: http.MethodGet, Path: s.kind.Path, Tags: []string{name}}
	switch read.Summary = list + ", by order"; {
	case s.kind.Listing.Default != "":
		read.Summary, read.Errors = list+", newest first", []int{http.StatusTooManyRequests}
		huma.Register(api, access.Public(read), s.page)
		return
	case subset == nil:
		huma.Register(api, access.Public(read), s.all)
		return
	case subset.Alone:
		read.Path, read.Summary = s.kind.StaffPath, "All "+name+", by order"
		huma.Register(api, access.Needs(access.ContentPublish, read), s.all)
		read.Path = s.kind.Path
	default:
		read.Summary = "All " + name + ", by order"
		huma.Register(api, access.Public(read), s.all)
		read.Path = s.kind.Path + "/" + subset.Name
	}
	read.OperationID = "list" + strings.ToUpper(subset.Name[:1]) + subset.Name[1:] + many
	read.Summary = "The " + subset.Name + " " + name + ", by order"
	huma.Register(api, access.Public(read), s.visible)
}

// RegisterCreate adds the call that adds a document.
func (s *Service[T, P, C, U]) RegisterCreate(api huma.API) {
	op := s.operation("create", http.MethodPost, "", "Add "+s.article()+s.kind.One)
	op.DefaultStatus = http.StatusCreated
	huma.Register(api, op, func(ctx context.Context, in *createInput[C]) (*etag.Answer[T], error) {
		return etag.One[T, P](s.Create(ctx, in.Body))
	})
}

// RegisterEdits adds the calls that change and delete a document.
func (s *Service[T, P, C, U]) RegisterEdits(api huma.API) {
	one := s.article() + s.kind.One
	huma.Register(api, s.operation("update", http.MethodPut, "/{id}", "Change "+one),
		func(ctx context.Context, in *etag.Edit[U]) (*etag.Answer[T], error) {
			return etag.One[T, P](s.Update(ctx, in.ID, in.Write(ctx), in.Body))
		})
	huma.Register(api, s.operation("delete", http.MethodDelete, "/{id}", "Delete "+one),
		func(ctx context.Context, in *etag.Removal) (*etag.Removed, error) {
			return etag.RemovedAt(s.Delete(ctx, in.ID, in.Write(ctx)))
		})
}

// operation returns an operation that changes what is live, below a path.
func (s *Service[T, P, C, U]) operation(verb, method, path, summary string) huma.Operation {
	id := s.kind.Name.many()
	if verb != "reorder" {
		id = strings.TrimSuffix(id, "s")
	}
	return access.Needs(access.ContentPublish, huma.Operation{
		OperationID: verb + id, Method: method, Path: s.kind.StaffPath + path, Summary: summary,
		Tags: []string{string(s.kind.Name)},
	})
}

// article returns the indefinite article of one document.
func (s *Service[T, P, C, U]) article() string {
	if strings.ContainsAny(s.kind.One[:1], "aeiou") {
		return "an "
	}
	return "a "
}

func (s *Service[T, P, C, U]) all(ctx context.Context, _ *struct{}) (*listOutput[T], error) {
	all, err := s.All(ctx)
	return &listOutput[T]{Body: all}, err
}

func (s *Service[T, P, C, U]) page(ctx context.Context, in *paging.Query) (*pageOutput[T], error) {
	found, total, err := s.Docs.List(ctx, *in)
	return &pageOutput[T]{Headers: in.Headers(total), Body: s.shown(found)}, err
}

func (s *Service[T, P, C, U]) visible(ctx context.Context, _ *struct{}) (*listOutput[T], error) {
	shown, err := s.Visible(ctx)
	return &listOutput[T]{Body: shown}, err
}

func (s *Service[T, P, C, U]) reorder(ctx context.Context, in *reorderInput) (*listOutput[T], error) {
	places := make([]Position, len(in.Body.Items))
	for i, each := range in.Body.Items {
		places[i] = Position{each.ID, each.OrderIndex}
	}
	all, err := s.Reorder(ctx, places, in.Expected(), "body.items")
	return &listOutput[T]{Body: all}, err
}

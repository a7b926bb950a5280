package history

import (
	"context"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
)

// Handler answers the calls about history and trash.
type Handler struct{ history *Service }

// NewHandler returns a Handler.
func NewHandler(history *Service) *Handler { return &Handler{history} }

// Whole is a document of any collection.
type Whole struct{ json.RawMessage }

// Schema describes any object.
func (Whole) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, AdditionalProperties: true,
		Examples: []any{map[string]any{"id": "665f1f77bcf86cd799439011", "revision": 3, "title": "How monsoons form"}},
	}
}

// TransformSchema says that by may be null.
func (Entry) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema { return orNull(s, "by") }

// TransformSchema says that deleted_by may be null.
func (Discarded) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	return orNull(s, "deleted_by")
}

// orNull lets a member be null, for which Huma has no tag where it is an object.
func orNull(s *huma.Schema, member string) *huma.Schema {
	object := s.Properties[member]
	object.OneOf, object.Ref = []*huma.Schema{{Ref: object.Ref}, {Type: "null"}}, ""
	return s
}

// ByDocument is the place of a document in the path of a call.
type ByDocument struct {
	Collection string `path:"collection" example:"articles"`
	ID         string `path:"id" doc:"The document's id: settings of the settings, a menu's place of a menu, home.hero of the texts of a section, about of those of a page without sections."`
}

// ByDiscarded is the place of a document of the trash in the path of a call.
type ByDiscarded struct {
	Collection string `path:"collection" example:"articles"`
	ID         string `path:"id"`
}

type listInput struct {
	ByDocument
	paging.Window
}

type listOutput struct {
	paging.Headers
	Body []Entry `nullable:"false"`
}

// ByVersion is the place of a version in the path of a call.
type ByVersion struct {
	ByDocument
	Revision string `path:"revision" doc:"One of the history's." example:"3"`
}

// at returns the revision; -1, which no version has, for what is none.
func (in ByVersion) at() int {
	number, err := strconv.Atoi(in.Revision)
	if err != nil {
		return -1
	}
	return number
}

type versionOutput struct {
	Body struct {
		Document Whole `json:"document" doc:"What staff read at that time; of page content the texts by their types: where one is missing the page shows its own, and for a blank one nothing."`
	} `nameHint:"Version"`
}

type restoreInput struct {
	ByVersion
	etag.Match
	Body struct {
		Fields []string `json:"fields,omitempty" nullable:"false" maxItems:"100" doc:"Which to restore, by their names in an update; without any the whole, but for its status, dates and address." example:"title"`
	} `nameHint:"Restore" required:"false"`
}

type wholeOutput struct {
	ETag string `header:"ETag"`
	Body Whole
}

type trashOutput struct {
	paging.Headers
	Body []Discarded `nullable:"false"`
}

type trashInput struct {
	paging.Window
	Collection string `query:"collection" doc:"Only what was deleted of this one." example:"articles"`
}

type undeleteInput struct {
	ByDiscarded
	etag.Match
}

// Register adds the calls to the API.
func (h *Handler) Register(api huma.API) {
	tags := []string{"history"}
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "listHistory", Method: http.MethodGet, Path: "/admin/history/{collection}/{id}",
		Summary: "The saves of a document, newest first", Tags: tags,
	})), h.list)
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "getVersion", Method: http.MethodGet, Path: "/admin/history/{collection}/{id}/{revision}",
		Summary: "A document as it was", Tags: tags,
	})), h.at)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "restoreVersion", Method: http.MethodPost,
		Path:    "/admin/history/{collection}/{id}/{revision}/restore",
		Summary: "Make a document, or some of its fields, what it was", Tags: tags, DefaultStatus: http.StatusOK,
	})), h.restore)
	huma.Register(api, access.Needs(access.ContentErase, huma.Operation{
		OperationID: "forgetHistory", Method: http.MethodDelete, Path: "/admin/history/{collection}/{id}",
		Summary: "Remove all former versions of a document", Tags: tags,
	}), h.forget)
	tags = []string{"trash"}
	huma.Register(api, access.Needs(access.ContentRead, access.OrOwner(huma.Operation{
		OperationID: "listTrash", Method: http.MethodGet, Path: "/admin/trash",
		Summary: "What was deleted and can be had back, newest first", Tags: tags,
	})), h.trash)
	huma.Register(api, access.Needs(access.ContentWrite, access.OrOwner(huma.Operation{
		OperationID: "undelete", Method: http.MethodPost, Path: "/admin/trash/{collection}/{id}/restore",
		Summary: "Have back what was deleted", Tags: tags, DefaultStatus: http.StatusOK,
	})), h.undelete)
	huma.Register(api, access.Needs(access.ContentErase, huma.Operation{
		OperationID: "purge", Method: http.MethodDelete, Path: "/admin/trash/{collection}/{id}",
		Summary: "Remove for good what was deleted, with its history", Tags: tags,
	}), h.purge)
}

// Describe names the collections in the description of the calls that take one, and has the list of the trash
// refuse others. Call it when all calls are registered.
func (s *Service) Describe(description *huma.OpenAPI) {
	var names, withTrash []string
	for _, each := range s.o.Collections {
		if names = append(names, each.name()); each.hasTrash() {
			withTrash = append(withTrash, each.name())
		}
	}
	for path, item := range description.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Delete} {
			if op == nil {
				continue
			}
			for _, p := range op.Parameters {
				known := names
				if strings.HasPrefix(path, "/admin/trash") {
					known = withTrash
				}
				switch {
				case p.Name != "collection":
				case p.In == "path":
					p.Description = "One of " + strings.Join(known, ", ") + "."
					p.Schema.Description = p.Description
				default:
					for _, each := range known {
						p.Schema.Enum = append(p.Schema.Enum, each)
					}
					p.Schema.PrecomputeMessages()
				}
			}
		}
	}
}

func (h *Handler) list(ctx context.Context, in *listInput) (*listOutput, error) {
	entries, err := h.history.List(ctx, in.Collection, in.ID)
	return &listOutput{Headers: in.Headers(len(entries)), Body: windowOf(entries, in.Window)}, err
}

// windowOf returns a page of a list.
func windowOf[T any](all []T, w paging.Window) []T {
	from := min(w.Offset, len(all))
	return append([]T{}, all[from:min(from+w.Limit, len(all))]...)
}

func (h *Handler) at(ctx context.Context, in *ByVersion) (*versionOutput, error) {
	document, err := h.history.At(ctx, in.Collection, in.ID, in.at())
	out := &versionOutput{}
	out.Body.Document = Whole{document}
	return out, err
}

func (h *Handler) restore(ctx context.Context, in *restoreInput) (*wholeOutput, error) {
	return whole(h.history.Restore(ctx, in.Collection, in.ID, in.at(), in.Write(ctx), in.Body.Fields))
}

func (h *Handler) forget(ctx context.Context, in *ByDocument) (*struct{}, error) {
	return nil, h.history.Forget(ctx, in.Collection, in.ID)
}

func (h *Handler) trash(ctx context.Context, in *trashInput) (*trashOutput, error) {
	all, err := h.history.Trash(ctx, in.Collection)
	return &trashOutput{Headers: in.Headers(len(all)), Body: windowOf(all, in.Window)}, err
}

func (h *Handler) undelete(ctx context.Context, in *undeleteInput) (*wholeOutput, error) {
	return whole(h.history.Undelete(ctx, in.Collection, in.ID, in.Write(ctx)))
}

func (h *Handler) purge(ctx context.Context, in *ByDiscarded) (*struct{}, error) {
	return nil, h.history.Purge(ctx, in.Collection, in.ID)
}

// whole answers a document with its ETag.
func whole(doc Saved, err error) (*wholeOutput, error) {
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(doc.Document)
	return &wholeOutput{ETag: etag.Of(doc.Revision), Body: Whole{data}}, err
}

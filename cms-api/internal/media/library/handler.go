package library

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/paging"
)

type listInput struct {
	paging.Query
	Filter
}

type listOutput struct {
	paging.Headers
	Body []Media `nullable:"false"`
}

type tagsOutput struct {
	Body []TagCount `nullable:"false"`
}

type deleteUnusedInput struct {
	Filter
	paging.Search
	Until time.Time `query:"until" doc:"Only files that were uploaded at this time or before. That of the newest file of a list spares files that were added since. Missing: all." example:"2026-08-01T06:00:00Z"`
}

// Resolve refuses parameters that are not known: a filter that is misspelt must not widen what is deleted.
func (in *deleteUnusedInput) Resolve(ctx huma.Context) []error {
	address := ctx.URL()
	known := ctx.Operation().Parameters
	var unknown []error
	for name, values := range address.Query() {
		is := func(p *huma.Param) bool { return p.In == "query" && p.Name == name }
		if !slices.ContainsFunc(known, is) || name == "until" && in.Until.IsZero() {
			unknown = append(unknown, &huma.ErrorDetail{
				Location: "query." + name, Message: "is no filter of this call", Value: strings.Join(values, ", "),
			})
		}
	}
	return unknown
}

type deleteUnusedOutput struct {
	Body DeletedUnused
}

type usesOutput struct {
	Body []Use `nullable:"false"`
}

// Register adds the calls to the API.
func (s *Service) Register(api huma.API) {
	op := func(id, method, path, summary, description string) huma.Operation {
		return huma.Operation{
			OperationID: id, Method: method, Path: "/admin/media" + path, Summary: summary, Description: description,
			Tags: []string{"media"},
		}
	}
	reads := func(op huma.Operation) huma.Operation { return access.Needs(access.ContentRead, access.OrOwner(op)) }
	writes := func(op huma.Operation) huma.Operation { return access.Needs(access.MediaWrite, access.OrOwner(op)) }
	huma.Register(api, reads(op("listMedia", http.MethodGet, "", "The media library",
		"Sorted by newest, name or size, the largest first; a leading minus turns the order round.")),
		func(ctx context.Context, in *listInput) (*listOutput, error) {
			found, total, err := s.List(ctx, in.Filter, in.Query)
			return &listOutput{Headers: in.Headers(total), Body: found}, err
		})
	huma.Register(api, reads(op("listMediaTags", http.MethodGet, "/tags", "The tags of the files", "By name.")),
		func(ctx context.Context, _ *struct{}) (*tagsOutput, error) {
			tags, err := s.Tags(ctx)
			return &tagsOutput{Body: tags}, err
		})
	huma.Register(api, access.Needs(access.MediaWrite, op("deleteUnusedMedia", http.MethodPost, "/delete-unused",
		"Delete unused files",
		fmt.Sprintf("Those that the list has with the same parameters, and that nothing uses; at most %d at a time. ", mostDeleted)+
			"The files themselves stay as long as the history names them.")),
		func(ctx context.Context, in *deleteUnusedInput) (*deleteUnusedOutput, error) {
			deleted, err := s.DeleteUnused(ctx, in.Filter, in.Q, cmp.Or(in.Until, s.o.Now()))
			return &deleteUnusedOutput{Body: deleted}, err
		})
	huma.Register(api, reads(op("getMedia", http.MethodGet, "/{id}", "A picture, video or file", "")),
		func(ctx context.Context, in *etag.ByID) (*etag.Answer[Media], error) {
			return etag.One(s.Get(ctx, in.ID))
		})
	huma.Register(api, writes(op("updateMedia", http.MethodPut, "/{id}", "Change what is known of a file", "")),
		func(ctx context.Context, in *etag.Edit[Update]) (*etag.Answer[Media], error) {
			return etag.One(s.Update(ctx, in.ID, in.Write(ctx), in.Body))
		})
	remove := op("deleteMedia", http.MethodDelete, "/{id}", "Delete a file",
		"Answers 409 with the uses while content, drafts or the trash use it. The file itself stays as long as the history names it.")
	remove.Errors = []int{http.StatusConflict}
	huma.Register(api, writes(remove), func(ctx context.Context, in *etag.Removal) (*struct{}, error) {
		return nil, s.Delete(ctx, in.ID, in.Write(ctx))
	})
	uses := op("listMediaUses", http.MethodGet, "/{id}/uses", "Where a file is used", "")
	huma.Register(api, access.Needs(access.ContentRead, uses),
		func(ctx context.Context, in *etag.ByID) (*usesOutput, error) {
			uses, err := s.Uses(ctx, in.ID)
			return &usesOutput{Body: uses}, err
		})
}

// UnmarshalJSON reads a focus or null.
func (f *SentFocus) UnmarshalJSON(data []byte) error {
	f.Set, f.Focus = true, nil
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &f.Focus)
}

// MarshalJSON writes a focus or null.
func (f SentFocus) MarshalJSON() ([]byte, error) { return json.Marshal(f.Focus) }

// IsZero reports whether nothing was sent.
func (f SentFocus) IsZero() bool { return !f.Set }

// TransformSchema says that the focus and the uploader may be null.
func (Media) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	for _, member := range []string{"focus", "uploaded_by"} {
		object := s.Properties[member]
		object.OneOf, object.Ref = []*huma.Schema{{Ref: object.Ref}, {Type: "null"}}, ""
	}
	return s
}

// Schema describes a focus or null.
func (SentFocus) Schema(r huma.Registry) *huma.Schema {
	schema := huma.SchemaFromType(r, reflect.TypeFor[Focus]())
	schema.Nullable = true
	schema.PrecomputeMessages()
	return schema
}

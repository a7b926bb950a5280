package settings

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/history"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/publishing/snapshot"
)

// TransformSchema says that every setting is answered, however long it is.
func (Settings) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = history.FieldsOf[Update]()
	for _, property := range s.Properties {
		property.MaxLength = nil
	}
	return s
}

type output struct {
	ETag string `header:"ETag"`
	Body Settings
}

type updateInput struct {
	etag.Match
	Body Update
}

// Name returns what settings are called.
func (s *Service) Name() collection.Name { return name }

// Parts leads from the section of the snapshot to the call that answers it.
func (s *Service) Parts() map[string]string { return map[string]string{name.Stored(): "/settings"} }

// Serve registers the public read.
func (s *Service) Serve(public snapshot.Reads) { public.Anonymous("/settings", name.Stored()) }

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	tags := []string{string(name)}
	huma.Register(api, access.Public(huma.Operation{
		OperationID: "getSettings", Method: http.MethodGet, Path: "/settings",
		Summary: "Every setting, defaults filled in", Tags: tags,
	}), s.get)
	huma.Register(api, access.Needs(access.SettingsWrite, huma.Operation{
		OperationID: "updateSettings", Method: http.MethodPut, Path: "/settings",
		Summary: "Change settings; keys that are missing stay", Tags: tags,
	}), s.put)
}

func (s *Service) get(ctx context.Context, _ *struct{}) (*output, error) {
	return answer(s.Get(ctx))
}

func (s *Service) put(ctx context.Context, in *updateInput) (*output, error) {
	return answer(s.Put(ctx, in.Write(ctx), in.Body))
}

func answer(current Settings, rev int, err error) (*output, error) {
	if err != nil {
		return nil, err
	}
	return &output{ETag: etag.Of(rev), Body: current}, nil
}

package menu

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/content/model"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/publishing/snapshot"
)

type byPlace struct {
	Place string `path:"place" maxLength:"60" doc:"A place of the content model." example:"main"`
}

type putInput struct {
	etag.Match
	Place string `path:"place" maxLength:"60" example:"main"`
	Body  Update
}

type output struct {
	ETag string `header:"ETag"`
	Body Menu
}

// Name returns what menus are called.
func (s *Service) Name() collection.Name { return name }

// Parts leads from the section of the snapshot to the call that answers it.
func (s *Service) Parts() map[string]string { return map[string]string{name.Stored(): "/menus"} }

// Serve registers nothing: the public read of menus has no other answer for staff.
func (s *Service) Serve(snapshot.Reads) {}

// Register adds the calls to the API, and the public read.
func (s *Service) Register(api huma.API, public snapshot.Reads) {
	tags := []string{string(name)}
	public.Get("/menus", public.Serve(name.Stored()))
	snapshot.Describe[map[string][]model.Entry](api, access.Public(huma.Operation{
		OperationID: "getMenus", Method: http.MethodGet, Path: "/menus",
		Summary: "The menu of every place, as visitors see it", Tags: tags,
	}), nil, nil)
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "getMenu", Method: http.MethodGet, Path: "/admin/menus/{place}",
		Summary: "A menu, with what is hidden", Tags: tags,
	}), s.get)
	huma.Register(api, access.Needs(access.ContentPublish, huma.Operation{
		OperationID: "updateMenu", Method: http.MethodPut, Path: "/admin/menus/{place}",
		Summary: "Replace a menu", Tags: tags,
	}), s.replace)
}

func (s *Service) get(ctx context.Context, in *byPlace) (*output, error) {
	return answer(s.Get(ctx, in.Place))
}

func (s *Service) replace(ctx context.Context, in *putInput) (*output, error) {
	return answer(s.Put(ctx, in.Place, in.Write(ctx), in.Body.Items))
}

func answer(menu Menu, err error) (*output, error) {
	if err != nil {
		return nil, err
	}
	return &output{ETag: etag.Of(menu.Revision), Body: menu}, nil
}

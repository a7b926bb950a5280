package video

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/media/videofile"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/etag"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/publishing/snapshot"
)

type oneOutput = etag.Answer[Video]

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	s.RegisterLists(api)
	huma.Register(api, access.Needs(access.ContentPublish, access.Upload(huma.Operation{
		OperationID: "createVideo", Method: http.MethodPost, Path: "/videos",
		Summary: "Add a video",
		Description: "Taken are " + videofile.Taken +
			", told from the content; others are 415, with a sentence on what to do. In place of `file`, `media` " +
			"names a video of the library.",
		Tags: []string{"videos"}, DefaultStatus: http.StatusCreated,
	})), s.create)
	s.RegisterEdits(api)
	paths := api.OpenAPI().Paths
	paths["/videos/{id}"].Put.Summary = "Change a video's texts"
	paths["/videos/{id}"].Delete.Summary = "Delete a video; its file goes when it leaves the trash"
	paths["/videos"].Post.RequestBody = form.Describe(fileField, map[string]*huma.Schema{
		"title":       bounded(maxTitle),
		"description": bounded(maxDescription),
		"category":    bounded(maxCategory),
		mediaField:    {Type: huma.TypeString, Description: "The id of a file of the library, in place of `file`."},
	}, "title", "category")
	described := paths["/videos"].Post.RequestBody.Content["multipart/form-data"].Schema
	described.Required = []string{"title", "category"}
}

func bounded(longest int) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, MaxLength: &longest}
}

func (s *Service) create(ctx context.Context, in *form.Input) (*oneOutput, error) {
	if err := s.o.CheckSize(in.Least()); err != nil {
		return nil, err
	}
	return etag.One(s.Upload(ctx, in.Read))
}

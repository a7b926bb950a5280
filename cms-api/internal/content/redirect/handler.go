package redirect

import (
	"bytes"
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"academy/cms-api/internal/content/collection"
	"academy/cms-api/internal/platform/access"
	"academy/cms-api/internal/platform/form"
	"academy/cms-api/internal/publishing/snapshot"
)

const path = "/admin/redirects"

// TransformSchema says what a new redirect needs.
func (Create) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Required = []string{"from"}
	return s
}

type listOutput struct {
	Body []Redirect `nullable:"false"`
}

type reportOutput struct {
	Body Report
}

type exportOutput struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// Name returns what redirects are called.
func (s *Service) Name() collection.Name { return Name }

// Parts returns none: no call answers redirects as the snapshot has them.
func (s *Service) Parts() map[string]string { return nil }

// Serve registers nothing: the public has no call for redirects.
func (s *Service) Serve(snapshot.Reads) {}

// Register adds the calls to the API.
func (s *Service) Register(api huma.API, _ snapshot.Reads) {
	tags := []string{Name}
	huma.Register(api, access.Needs(access.ContentRead, huma.Operation{
		OperationID: "listRedirects", Method: http.MethodGet, Path: path,
		Summary: "Where former addresses lead, by address",
		Description: "With those of pages and articles that moved, as they are for visitors now: " +
			"those of what is not public lead nowhere.",
		Tags: tags,
	}), s.list)
	s.kind.RegisterCreate(api)
	s.kind.RegisterEdits(api)
	huma.Register(api, access.Needs(access.ContentPublish, access.Upload(huma.Operation{
		OperationID: "importRedirects", Method: http.MethodPost, Path: path + "/import",
		Summary: "Add redirects from a table (CSV)",
		Description: "Its columns are from, to and status, which may be blank for 301; a head is optional. " +
			"At most 10,000 rows and 5 MB. A row that breaks a rule is reported, and the others are stored.",
		Tags: tags,
	})), s.importFile)
	huma.Register(api, access.Needs(access.ContentRead, access.Audited(huma.Operation{
		OperationID: "exportRedirects", Method: http.MethodGet, Path: path + "/export",
		Summary: "The redirects of editors and imports as a table (CSV)", Tags: tags,
		Responses: map[string]*huma.Response{"200": {
			Description: "A table with the columns from, to and status: UTF-8 with a byte order mark, lines that end in CRLF.",
			Content:     map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
		}},
	})), s.export)
	api.OpenAPI().Paths[path+"/import"].Post.RequestBody = form.Describe(fileField, nil)
}

func (s *Service) list(ctx context.Context, _ *struct{}) (*listOutput, error) {
	all, err := s.List(ctx)
	return &listOutput{all}, err
}

const fileField = "file"

func (s *Service) importFile(ctx context.Context, in *form.Input) (*reportOutput, error) {
	var report Report
	_, found, err := in.Read(fileField, func(_ form.Texts, file form.File) (err error) {
		report, err = s.Import(ctx, file)
		return err
	})
	if err == nil && !found {
		err = form.Missing(fileField)
	}
	return &reportOutput{report}, err
}

func (s *Service) export(ctx context.Context, _ *struct{}) (*exportOutput, error) {
	var table bytes.Buffer
	err := s.Export(ctx, &table)
	return &exportOutput{"text/csv; charset=utf-8", `attachment; filename="redirects.csv"`, table.Bytes()}, err
}
